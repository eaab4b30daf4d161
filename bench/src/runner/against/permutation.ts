/**
 * Whether head differs from base, by what a third copy shows. In each round head, base and control are measured side by side, in
 * an order drawn by lot. If head is like base, any of the three might have been called head: so all ways to call one of each round
 * head are gone through, and the share of those that give as large a difference is the probability of a false alarm.
 */

import { median } from '../../statistics.ts'

/** Logarithms of the times of head, base and control in one round. Only their differences count. */
export type Triple = readonly [head: number, base: number, control: number]

export interface Estimate {
  /** The logarithm of how many times as long head takes. */
  readonly change: number
  /** How often so large a difference comes of nothing. */
  readonly chance: number
  /** The change may be between these. */
  readonly low: number
  readonly high: number
  /** The smallest change that would have been told beside the same noise. */
  readonly shows: number
}

/** A round counts for no more than so many times the usual difference: a disturbed one must not outweigh all others. */
const MOST_DEVIATION = 1.5
/** More would take a case longer than a few seconds to judge. */
export const MOST_ROUNDS = 100
const STEPS = 14
const ROUNDING = 1e-12
/** Steps of the grid between 0 and the largest score. */
const GRID = 512

/** So many rounds can tell a difference at all, where the chance must not be above `alpha`. */
export function fewestRounds(alpha: number): number {
  return Math.ceil(Math.log(1 / alpha) / Math.log(3) - ROUNDING)
}

/** `alpha`: the chance of a false alarm. */
export function estimate(rounds: readonly Triple[], alpha: number): Estimate {
  const change = meanOf(rounds)
  const still = rounds.map((round) => shifted(round, -change))
  const up = smallestTold(still, 1, alpha)
  const down = smallestTold(still, -1, alpha)
  return {
    change,
    chance: chanceOf(rounds),
    low: change - up,
    high: change + down,
    shows: Math.max(up, down),
  }
}

/** The share of all ways to call one of each round head that give a difference at least as large as the measured one. */
export function chanceOf(rounds: readonly Triple[]): number {
  const scores = scoresOf(rounds)
  const total = Math.abs(sumOf(scores.map(([head]) => head)))
  if (total <= ROUNDING) return 1
  // The ways triple with each round, so their sums are counted on a grid. A sum that it may have made smaller counts as well.
  const perUnit = GRID / Math.max(...scores.flat().map(Math.abs))
  const least = Math.max(total * perUnit - rounds.length / 2, 1)
  const shares = sharesOf(scores.map((round) => onGrid(round, perUnit)))
  const middle = GRID * rounds.length
  let extreme = 0
  for (let place = 0; place < shares.length; place++) if (Math.abs(place - middle) >= least) extreme += shares[place]!
  return extreme
}

/** Of all ways to take one of each, the share that has each sum. A sum of 0 is in the middle. */
function sharesOf(scores: readonly Triple[]): Float64Array {
  const middle = GRID * scores.length
  let shares = new Float64Array(2 * middle + 1)
  shares[middle] = 1
  let reach = 0
  for (const [head, base, control] of scores) {
    const next = new Float64Array(shares.length)
    for (let sum = middle - reach; sum <= middle + reach; sum++) {
      const share = shares[sum]! / 3
      next[sum + head]! += share
      next[sum + base]! += share
      next[sum + control]! += share
    }
    reach += Math.max(Math.abs(head), Math.abs(base), Math.abs(control))
    shares = next
  }
  return shares
}

function onGrid([head, base, control]: Triple, perUnit: number): Triple {
  return [Math.round(head * perUnit), Math.round(base * perUnit), Math.round(control * perUnit)]
}

function meanOf(rounds: readonly Triple[]): number {
  return sumOf(scoresOf(rounds).map(([head]) => head)) / rounds.length
}

/** By how much each of the three differs from the mean of the two others, cut where it is far more than usual. */
export function scoresOf(rounds: readonly Triple[]): Triple[] {
  const differences = rounds.flatMap(([a, b, c]) => [Math.abs(a - b), Math.abs(b - c), Math.abs(c - a)])
  const usual = median(differences)
  const most = usual === 0 ? Infinity : usual * MOST_DEVIATION
  const cut = (value: number): number => Math.min(Math.max(value, -most), most)
  return rounds.map(([a, b, c]) => [cut(a - (b + c) / 2), cut(b - (c + a) / 2), cut(c - (a + b) / 2)])
}

/** The smallest change in one direction that would be told, were there no other: infinite where there are too few rounds. */
function smallestTold(still: readonly Triple[], sign: 1 | -1, alpha: number): number {
  const isTold = (by: number): boolean => chanceOf(still.map((round) => shifted(round, sign * by))) <= alpha
  if (still.length < fewestRounds(alpha)) return Infinity
  let high = 0.001
  while (!isTold(high) && high < 100) high *= 2
  let low = 0
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2
    if (isTold(middle)) high = middle
    else low = middle
  }
  return high
}

function shifted([head, base, control]: Triple, by: number): Triple {
  return [head + by, base, control]
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
