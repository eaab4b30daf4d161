/**
 * `npm run prove -- explore`: the shipped TypeScript of ring, gates and direction through its interleavings, and then through them
 * with one mistake each, which must be noticed.
 *
 *   --depth 1          one preemption more in every scenario that has a bound; 2, 3 … accordingly
 *   --scenarios        no mutants; --mutants: nothing else
 *   --only text        scenarios, or mutants, whose name contains the text
 *   --replay 'scenario:schedule'           one execution, step by step
 *   --replay 'scenario/mutant:schedule'    the same over a mutant
 */

import { parseArgs } from 'node:util'
import { wholeOf } from '../../tools/amount.mjs'
import { runAll } from './crew.ts'
import { count, seconds } from './job.ts'
import { Machine } from './machine.ts'
import { editsOf } from './mutant.ts'
import { mutantNamed, mutants } from './mutants/index.ts'
import { scenarioNamed, scenarios } from './scenarios/index.ts'
import { replay } from './search.ts'
import { loadSubject } from './subject.ts'

const { values: options } = parseArgs({
  options: {
    depth: { type: 'string' },
    only: { type: 'string', default: '' },
    scenarios: { type: 'boolean', default: false },
    mutants: { type: 'boolean', default: false },
    replay: { type: 'string' },
  },
})

const depth = wholeOf('depth', options.depth, 0)
const chosen = {
  scenarios: options.mutants ? [] : named(scenarios),
  mutants: options.scenarios ? [] : named(mutants),
}

if (options.replay !== undefined) process.exitCode = await replayOne(options.replay)
else if (chosen.scenarios.length + chosen.mutants.length === 0) {
  console.error(`Nothing to explore has "${options.only}" in its name`)
  process.exitCode = 1
} else {
  const hasGoodCode = chosen.scenarios.length === 0 || (await exploreAll())
  const hasNoSurvivor = chosen.mutants.length === 0 || (await killAll())
  process.exitCode = hasGoodCode && hasNoSurvivor ? 0 : 1
}

function named<T extends { readonly name: string }>(all: readonly T[]): readonly T[] {
  return all.filter(({ name }) => name.includes(options.only))
}

async function exploreAll(): Promise<boolean> {
  const started = performance.now()
  const total = { schedules: 0, states: 0, steps: 0, failures: 0 }
  await runAll(
    chosen.scenarios.map(({ name }) => ({ scenario: name, depth })),
    ({ line, isGood, schedules, states, steps }) => {
      console.log(line)
      total.schedules += schedules
      total.states += states
      total.steps += steps
      if (!isGood) total.failures++
    },
  )
  const { schedules, states, steps, failures } = total
  console.log(
    `${count(schedules)} schedules, ${count(states)} states, ${count(steps)} steps in ` +
      `${seconds(performance.now() - started)}: ${failures === 0 ? 'nothing found' : `${failures} scenarios fail, or were cut off`}\n`,
  )
  return failures === 0
}

async function killAll(): Promise<boolean> {
  const started = performance.now()
  let killed = 0
  let bad = 0
  await runAll(
    chosen.mutants.map(({ name }) => ({ mutant: name })),
    ({ line, isGood, isKilled }) => {
      console.log(line)
      if (isKilled) killed++
      if (!isGood) bad++
    },
  )
  console.log(`${killed} of ${chosen.mutants.length} mutants killed in ${seconds(performance.now() - started)}`)
  return bad === 0
}

async function replayOne(text: string): Promise<number> {
  const colon = text.indexOf(':')
  const [name = '', mutant] = text.slice(0, colon).split('/')
  const subject = await loadSubject(mutant === undefined ? [] : editsOf(mutantNamed(mutant)))
  const machine = new Machine(scenarioNamed(name).build(subject))
  const reason = replay(machine, text.slice(colon + 1), (line) => console.log(line))
  console.log(reason ?? 'nothing wrong')
  return reason === undefined ? 0 : 1
}
