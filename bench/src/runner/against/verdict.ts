/** One verdict a case: head is faster, slower, or this machine can show no difference. */

import { median } from '../../statistics.ts'
import { estimate, type Triple } from './permutation.ts'

/** So many of all runs of a suite may tell a change, of whatever case, where there is none. */
export const FALSE_ALARMS = 0.01

export interface Contested {
  /** Nanoseconds of an operation in base. */
  readonly baseNanos: number
  readonly rounds: readonly Triple[]
}

export interface Judged {
  readonly verdict: 'faster' | 'slower' | 'no difference'
  readonly baseNanos: number
  /** By which part head takes longer: -0.5 is half the time. */
  readonly change: number
  /** The change may be between these. */
  readonly low: number
  readonly high: number
  /** By which part the second copy of base took longer. */
  readonly control: number
  /** The smallest slow-down that would have been told. */
  readonly shows: number
  /** How often so large a difference comes of nothing. */
  readonly chance: number
}

/** `cases`: how many share the false alarms. `least`: a smaller change is none. */
export function judge({ baseNanos, rounds }: Contested, cases: number, least: number): Judged {
  const alpha = FALSE_ALARMS / cases
  const { change: log, chance, low, high, shows } = estimate(rounds, alpha)
  const change = Math.expm1(log)
  const isTold = chance <= alpha && Math.abs(change) >= least
  return {
    verdict: !isTold ? 'no difference' : change > 0 ? 'slower' : 'faster',
    baseNanos,
    change,
    low: Math.expm1(low),
    high: Math.expm1(high),
    control: Math.expm1(median(rounds.map(([, base, control]) => control - base))),
    shows: Math.max(Math.expm1(shows), least),
    chance,
  }
}
