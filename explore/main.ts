/**
 * `npm run explore`: the shipped TypeScript of ring, gates and channel through its interleavings, and then through them
 * with one mistake each, which must be noticed.
 *
 *   --depth 1          one preemption more in every scenario that has a bound; 2, 3 … accordingly
 *   --scenarios        no mutants; --mutants: nothing else
 *   --only text        scenarios, or mutants, whose name contains the text
 *   --replay 'scenario:schedule'           one execution, step by step
 *   --replay 'scenario/mutant:schedule'    the same over a mutant
 */

import { parseArgs } from 'node:util'
import { Machine } from './machine.ts'
import type { Mutant } from './mutant.ts'
import { mutantNamed, mutants } from './mutants/index.ts'
import type { Scenario } from './scenario.ts'
import { portScenarios, scenarioNamed, scenarios } from './scenarios/index.ts'
import { type Outcome, replay, search } from './search.ts'
import { loadSubject } from './subject.ts'

/** A search that needs more is cut off, and says so. */
const MOST_STATES = 12_000_000
/** A mutant is shown to few preemptions first: what kills it then is short. */
const BOUNDS = [0, 1, 2, 3]
const EQUIVALENT_BOUNDS = [0, 1]

const unchanged = await loadSubject()
const sound: Set<string> = new Set()

const { values: options } = parseArgs({
  options: {
    depth: { type: 'string', default: '0' },
    only: { type: 'string', default: '' },
    scenarios: { type: 'boolean', default: false },
    mutants: { type: 'boolean', default: false },
    replay: { type: 'string' },
  },
})

if (options.replay !== undefined) process.exitCode = await replayOne(options.replay)
else {
  const hasGoodCode = options.mutants || (await exploreAll())
  const hasNoSurvivor = options.scenarios || (await killAll())
  process.exitCode = hasGoodCode && hasNoSurvivor ? 0 : 1
}

async function exploreAll(): Promise<boolean> {
  const depth = Number(options.depth)
  const total = { schedules: 0, states: 0, steps: 0, failures: 0 }
  const started = performance.now()
  for (const scenario of scenarios.filter(({ name }) => name.includes(options.only))) {
    const begun = performance.now()
    const bound = scenario.bound + depth
    const outcome = search(new Machine(scenario.build(unchanged)), { bound, maxStates: MOST_STATES })
    total.schedules += outcome.schedules
    total.states += outcome.states
    total.steps += outcome.steps
    if (outcome.found !== undefined) total.failures++
    console.log(lineOf(scenario, bound, outcome, performance.now() - begun))
    if (outcome.found !== undefined) showFailure(scenario.name, outcome.found)
  }
  const { schedules, states, steps, failures } = total
  console.log(
    `${count(schedules)} schedules, ${count(states)} states, ${count(steps)} steps in ` +
      `${seconds(performance.now() - started)}: ${failures === 0 ? 'nothing found' : `${failures} scenarios fail`}\n`,
  )
  return failures === 0
}

function lineOf({ name }: Scenario, bound: number, outcome: Outcome, ms: number): string {
  const coverage = bound === Infinity ? 'all executions' : `${bound} preemptions`
  return (
    `${outcome.found === undefined ? 'ok  ' : 'BAD '} ${name.padEnd(30)} ${coverage.padEnd(15)}` +
    `${count(outcome.schedules).padStart(9)} schedules ${count(outcome.states).padStart(10)} states ` +
    `${seconds(ms).padStart(7)}${outcome.isComplete ? '' : '  cut off'}`
  )
}

function showFailure(name: string, { reason, schedule }: NonNullable<Outcome['found']>): void {
  console.log(`     ${reason}\n     npm run explore -- --replay '${name}:${schedule}'`)
}

async function killAll(): Promise<boolean> {
  const started = performance.now()
  const chosen = mutants.filter(({ name }) => name.includes(options.only))
  let killed = 0
  let isGood = true
  for (const mutant of chosen) {
    const begun = performance.now()
    const killer = await killerOf(mutant)
    const isExpected = (killer === undefined) === (mutant.equivalent !== undefined)
    isGood &&= isExpected
    if (killer !== undefined) killed++
    const verdict = killer ?? (mutant.equivalent === undefined ? 'SURVIVES' : `no difference: ${mutant.equivalent}`)
    const time = seconds(performance.now() - begun).padStart(7)
    console.log(`${isExpected ? 'ok  ' : 'BAD '} ${mutant.name.padEnd(36)} ${time}  ${verdict}`)
  }
  console.log(`${killed} of ${chosen.length} mutants killed in ${seconds(performance.now() - started)}`)
  return isGood
}

/** The scenario, schedule and reason that show the mistake; undefined when nothing does. */
async function killerOf({ name, edits, equivalent }: Mutant): Promise<string | undefined> {
  const subject = await loadSubject(edits)
  // Those of its topic are likely to show it, and first spare the time of the others.
  const topic = name.slice(0, name.indexOf('-') + 1)
  const isOther = (scenario: Scenario): number => (scenario.name.startsWith(topic) ? 0 : 1)
  const chosen = touchedBy(edits).toSorted((one, other) => isOther(one) - isOther(other))
  for (const bound of equivalent === undefined ? [...BOUNDS, Infinity] : EQUIVALENT_BOUNDS) {
    for (const scenario of chosen) {
      // The last round is each scenario's own, unless an earlier one was that already.
      if (bound === Infinity ? BOUNDS.includes(scenario.bound) : bound > scenario.bound) continue
      const limits = { bound: Math.min(bound, scenario.bound), maxStates: MOST_STATES }
      const { found } = search(new Machine(scenario.build(subject)), limits)
      if (found === undefined) continue
      requireSound(scenario, limits.bound)
      return `${scenario.name}:${found.schedule}  ${found.reason}`
    }
  }
  return undefined
}

function touchedBy(edits: Mutant['edits']): readonly Scenario[] {
  return edits.every(({ file }) => /^(?:channel|port)\//.test(file)) ? portScenarios : scenarios
}

/** What fails without any mistake tells nothing about one. */
function requireSound(scenario: Scenario, bound: number): void {
  const key = `${scenario.name} ${bound}`
  if (sound.has(key)) return
  const { found } = search(new Machine(scenario.build(unchanged)), { bound, maxStates: MOST_STATES })
  if (found !== undefined) throw new Error(`${scenario.name} fails without a mutant: ${found.schedule} ${found.reason}`)
  sound.add(key)
}

async function replayOne(text: string): Promise<number> {
  const colon = text.indexOf(':')
  const [name = '', mutant] = text.slice(0, colon).split('/')
  const subject = await loadSubject(mutant === undefined ? [] : mutantNamed(mutant).edits)
  const machine = new Machine(scenarioNamed(name).build(subject))
  const reason = replay(machine, text.slice(colon + 1), (line) => console.log(line))
  console.log(reason ?? 'nothing wrong')
  return reason === undefined ? 0 : 1
}

function count(number: number): string {
  return number.toLocaleString('en')
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
