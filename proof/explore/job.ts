/** One scenario, or one mutant: what the search finds, as the line that is printed. */

import { Machine } from './machine.ts'
import { type Edit, editsOf, type Mutant } from './mutant.ts'
import { mutantNamed } from './mutants/index.ts'
import type { Scenario } from './scenario.ts'
import { scenarioNamed, scenarios, topics } from './scenarios/index.ts'
import { search } from './search.ts'
import { loadSubject } from './subject.ts'

/** A search that needs more is cut off: it says so, and is not good. */
const MOST_STATES = 12_000_000
/** A mutant is shown to few preemptions first: what kills it then is short. */
const BOUNDS = [0, 1, 2, 3]
/** A mistake that no execution shows is looked for with so many. */
const EQUIVALENT_BOUND = 1

/** `depth`: preemptions beyond the scenario's own bound. */
export type Job = { readonly scenario: string; readonly depth: number } | { readonly mutant: string }

export interface Verdict {
  readonly line: string
  /** Nothing found in a scenario, or in a mutant that its list calls equivalent, by a search that was not cut off; or a mutant killed. */
  readonly isGood: boolean
  readonly schedules: number
  readonly states: number
  readonly steps: number
  readonly isKilled: boolean
}

const unchanged = await loadSubject()
const sound: Set<string> = new Set()

export async function run(job: Job): Promise<Verdict> {
  return 'scenario' in job ? explore(scenarioNamed(job.scenario), job.depth) : kill(mutantNamed(job.mutant))
}

function explore(scenario: Scenario, depth: number): Verdict {
  const begun = performance.now()
  const bound = scenario.bound + depth
  const { found, schedules, states, steps, isComplete } = search(new Machine(scenario.build(unchanged)), {
    bound,
    maxStates: MOST_STATES,
  })
  const coverage = bound === Infinity ? 'all executions' : `${bound} preemptions`
  const isGood = found === undefined && isComplete
  const line =
    `${isGood ? 'ok  ' : 'BAD '} ${scenario.name.padEnd(30)} ${coverage.padEnd(15)}` +
    `${count(schedules).padStart(9)} schedules ${count(states).padStart(10)} states ` +
    `${seconds(performance.now() - begun).padStart(7)}${isComplete ? '' : '  cut off'}`
  const failure =
    found && `\n     ${found.reason}\n     npm run prove -- explore --replay '${scenario.name}:${found.schedule}'`
  return { line: line + (failure ?? ''), isGood, schedules, states, steps, isKilled: false }
}

async function kill(mutant: Mutant): Promise<Verdict> {
  const begun = performance.now()
  const { killer, cutOff } = await killerOf(mutant)
  const isKilled = killer !== undefined
  const isGood = mutant.equivalent === undefined ? isKilled : !isKilled && cutOff.length === 0
  const unseen = cutOff.length === 0 ? '' : `  cut off: ${cutOff.join(', ')}`
  const verdict =
    killer ?? (mutant.equivalent === undefined ? 'SURVIVES' : `no difference: ${mutant.equivalent}`) + unseen
  const time = seconds(performance.now() - begun).padStart(7)
  const line = `${isGood ? 'ok  ' : 'BAD '} ${mutant.name.padEnd(36)} ${time}  ${verdict}`
  return { line, isGood, schedules: 0, states: 0, steps: 0, isKilled }
}

interface Hunt {
  /** The scenario, schedule and reason that show the mistake; undefined when nothing does. */
  readonly killer: string | undefined
  /** The searches that ended before they had seen all. */
  readonly cutOff: readonly string[]
}

async function killerOf(mutant: Mutant): Promise<Hunt> {
  const { name, equivalent } = mutant
  const edits = editsOf(mutant)
  const subject = await loadSubject(edits)
  // Those of its topic are likely to show it, and first spare the time of the others.
  const topic = name.slice(0, name.indexOf('-'))
  const isOther = (scenario: Scenario): number => (scenario.name.includes(topic) ? 0 : 1)
  const chosen = touchedBy(edits).toSorted((one, other) => isOther(one) - isOther(other))
  const cutOff: string[] = []
  for (const bound of equivalent === undefined ? [...BOUNDS, Infinity] : [EQUIVALENT_BOUND]) {
    for (const scenario of chosen) {
      // The last round is each scenario's own, unless an earlier one was that already.
      if (bound === Infinity ? BOUNDS.includes(scenario.bound) : bound > scenario.bound) continue
      const limits = { bound: Math.min(bound, scenario.bound), maxStates: MOST_STATES }
      const { found, isComplete } = search(new Machine(scenario.build(subject)), limits)
      if (!isComplete) cutOff.push(`${scenario.name} with ${limits.bound} preemptions`)
      if (found === undefined) continue
      requireSound(scenario, limits.bound)
      return { killer: `${scenario.name}:${found.schedule}  ${found.reason}`, cutOff }
    }
  }
  return { killer: undefined, cutOff }
}

function touchedBy(edits: readonly Edit[]): readonly Scenario[] {
  return topics.find(([files]) => edits.every(({ file }) => files.test(file)))?.[1] ?? scenarios
}

/** A scenario that fails without any mistake tells nothing about one. */
function requireSound(scenario: Scenario, bound: number): void {
  const key = `${scenario.name} ${bound}`
  if (sound.has(key)) return
  const { found } = search(new Machine(scenario.build(unchanged)), { bound, maxStates: MOST_STATES })
  if (found !== undefined) throw new Error(`${scenario.name} fails without a mutant: ${found.schedule} ${found.reason}`)
  sound.add(key)
}

export function count(number: number): string {
  return number.toLocaleString('en')
}

export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
