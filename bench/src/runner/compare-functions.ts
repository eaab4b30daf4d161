/**
 * `compare`: whether one function is slower than another, for a test. Both run in this thread by turns, with the second one once
 * more as a control.
 */

import { ContestTally } from './against/tally.ts'
import { fewestRounds, MOST_ROUNDS } from './against/permutation.ts'
import { FALSE_ALARMS, judge, type Judged } from './against/verdict.ts'
import { Contender, type Role } from './contender.ts'
import { nanosOf } from './format.ts'
import { shuffled } from './shuffled.ts'
import { takeTurns } from './turns.ts'
import { warmAlike } from './warm-alike.ts'

export interface CompareOptions {
  /** A smaller change is none: percent of the time (5). */
  least?: number | undefined
  /** How often both are measured: from 5 to 100 (10). */
  rounds?: number | undefined
  /** Milliseconds of calls of each in a round (50). */
  time?: number | undefined
  /** Milliseconds to run each before the clock counts (50), at least 25; again until neither becomes quicker, at most 20 times. */
  warmupTime?: number | undefined
}

export interface Comparison {
  readonly isSlower: boolean
  readonly isFaster: boolean
  /** Nanoseconds of a call of the first function, and of the second. */
  readonly nanos: number
  readonly baselineNanos: number
  /** By which part the first takes longer: -0.5 is half the time. It lies between `low` and `high`. */
  readonly change: number
  readonly low: number
  readonly high: number
  /** By which part the second function took longer when it was measured once more. */
  readonly control: number
  /** The smallest slow-down that would have been told. */
  readonly shows: number
  /** Why the times may mislead. */
  readonly doubts: readonly string[]
  /** All of it in a sentence: for the message of a test that fails. */
  toString(): string
}

const DEFAULTS = { least: 5, rounds: 10, time: 50, warmupTime: 50 }
const FEWEST_ROUNDS = fewestRounds(FALSE_ALARMS)
// Far more than a step of any clock but that of a page.
const SAMPLE_NANOS = 20_000
const ROLES: readonly Role[] = ['own', 'baseline', 'control']

/**
 * Says whether `run` is slower than `baseline`. A promise that they return is awaited. In one of 100 calls it may say
 * so where nothing differs. Throws a TypeError or RangeError for what cannot be measured.
 */
export async function compareFunctions(
  run: () => unknown,
  baseline: () => unknown,
  options: CompareOptions = {},
): Promise<Comparison> {
  for (const one of [run, baseline])
    if (typeof one !== 'function') throw new TypeError(`Cannot compare: a function is expected, not ${typeof one}`)
  const { least, rounds, time, warmupTime } = { ...DEFAULTS, ...defined(options) }
  requireRange('rounds', rounds, FEWEST_ROUNDS, MOST_ROUNDS)
  for (const [name, value] of Object.entries({ least, time, warmupTime })) requireRange(name, value, 0, 1e9)
  const tally = new ContestTally()
  // Loops of their own in each round, in an order drawn by lot: no place in memory and no order is always head's.
  const contenders = (): Contender[] =>
    shuffled(ROLES).map((role) => contenderOf(role, role === 'own' ? run : baseline))
  await warmAlike(contenders(), warmupTime)
  for (let round = 0; round < rounds; round++) {
    await takeTurns(contenders(), { warmUpMs: 1, windowMs: time }, (turn) => tally.add(turn))
    if (tally.keepRound() !== null)
      throw new RangeError('Cannot compare: a call is too short for the clock: let one call do more')
  }
  return comparisonOf(judge(tally.contested(), 1, least / 100), tally.doubts())
}

function contenderOf(role: Role, run: () => unknown): Contender {
  const preparation = { run: () => run(), operations: 1, teardown: () => {} }
  return new Contender(role, preparation, {
    cpuMicros: () => null,
    sampleNanos: SAMPLE_NANOS,
  })
}

function comparisonOf({ verdict, baseNanos, ...judged }: Judged, doubts: string[]): Comparison {
  const { change, low, high, control, shows } = judged
  const nanos = baseNanos * (1 + change)
  return {
    isSlower: verdict === 'slower',
    isFaster: verdict === 'faster',
    nanos,
    baselineNanos: baseNanos,
    change,
    low,
    high,
    control,
    shows,
    doubts,
    toString: () =>
      `${verdict}: ${nanosOf(nanos)} beside ${nanosOf(baseNanos)}, by ${percent(low)} to ${percent(high)}; ` +
      `the second once more by ${percent(control)}; ${percent(shows)} would have shown` +
      doubts.map((doubt) => `; ${doubt}`).join(''),
  }
}

function requireRange(name: string, value: number, least: number, most: number): void {
  if (!(value >= least && value <= most))
    throw new RangeError(`Cannot compare: ${name} is ${value}, a number from ${least} to ${most} is expected`)
}

function defined(options: CompareOptions): Partial<typeof DEFAULTS> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}
