/**
 * `npm run bench:young -- [rounds] [another built checkout]`, after `npm run build`: round trips of one small message in flight,
 * from the first one of a fresh process on. A pair listens, each stretch 100 ms long, or both threads block, each stretch
 * 10,000 trips long. Wait strategies and checkouts take turns.
 */

import { checkouts } from '../checkouts.ts'
import { median } from '../statistics.ts'
import { runUndisturbed } from '../undisturbed.ts'

const ROUNDS = 20

interface Young {
  /** Round trips in microseconds, of each stretch. */
  readonly medians: readonly number[]
  readonly means: readonly number[]
  readonly parks: number
  readonly nudges: number
}

const [rounds = ROUNDS, other] = process.argv.slice(2)
const [here] = checkouts(undefined)
const systems = ['listen', 'block'].flatMap((kind) =>
  ['free', 'shared'].flatMap((place) => [
    ...checkouts(other).map(({ prefix, entry }) => system(prefix, entry, kind, place, 'adaptive')),
    // Never to look is best where a core is shared. Always to look is best where it is not.
    system('', here!.entry, kind, place, place === 'free' ? 'spin' : 'park'),
  ]),
)

for (let round = 0; round < Number(rounds); round++) {
  for (let turn = 0; turn < systems.length; turn++) {
    const { args, runs } = systems[(round + turn) % systems.length]!
    runs.push((await runUndisturbed(new URL('./pair.ts', import.meta.url), args)) as Young)
  }
}
for (const { name, runs } of systems) {
  console.log(`${name}: round trips in µs, each stretch apart; median of ${runs.length} processes, least and most`)
  console.log(`  medians ${stretches(runs, 'medians')}\n  means   ${stretches(runs, 'means')}`)
  console.log(`  parks ${median(runs.map(({ parks }) => parks))}, nudges ${median(runs.map(({ nudges }) => nudges))}`)
}

function system(
  prefix: string,
  entry: string,
  ...[kind, place, strategy]: [string, string, string]
): { name: string; args: string[]; runs: Young[] } {
  return { name: `${prefix}${kind}, cores ${place}, ${strategy}`, args: [entry, kind, place, strategy], runs: [] }
}

function stretches(runs: readonly Young[], key: 'medians' | 'means'): string {
  return runs[0]![key]
    .map((_, stretch) => {
      const values = runs.map((run) => run[key][stretch]!)
      return `${median(values).toFixed(1)} (${Math.min(...values).toFixed(1)} to ${Math.max(...values).toFixed(1)})`
    })
    .join('  ')
}
