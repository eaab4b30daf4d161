/**
 * `npm run bench:other-work -- [rounds] [another built checkout]`, after `npm run build`: what a thread gets done beside a
 * conversation with one message in flight: HTTP requests, asked for by another process, and reads of a file. Systems take turns.
 */

import { checkouts } from '../checkouts.ts'
import { median, quartiles } from '../statistics.ts'
import { runUndisturbed } from '../undisturbed.ts'

const ROUNDS = 10

type Rates = Record<'echoes' | 'requests' | 'reads', number>

const [rounds = ROUNDS, other] = process.argv.slice(2)
const entries = [
  { name: 'postMessage', entry: '' },
  ...checkouts(other).map(({ prefix, entry }) => ({ name: `${prefix}slipring`, entry })),
]
const systems = entries.flatMap(({ name, entry }) =>
  ['with', 'without'].map((work) => ({
    name: `${name}, ${work} other work`,
    args: [entry, work],
    runs: [] as Rates[],
  })),
)

for (let round = 0; round < Number(rounds); round++) {
  for (let turn = 0; turn < systems.length; turn++) {
    const { args, runs } = systems[(round + turn) % systems.length]!
    runs.push((await runUndisturbed(new URL('./thread.ts', import.meta.url), args)) as Rates)
  }
}
console.log(`a second, median of ${rounds} processes and quartiles`)
for (const { name, runs } of systems) {
  const parts = (['echoes', 'requests', 'reads'] as const).map((key) => {
    const values = runs.map((run) => run[key])
    const [low, high] = quartiles(values)
    return `${key} ${median(values).toFixed(0)} (${low.toFixed(0)} to ${high.toFixed(0)})`
  })
  console.log(`${name}: ${parts.join(', ')}`)
}
