/**
 * Bench files import this module. Each case runs in a thread of its own, by turns with the baseline of its suite:
 *
 *     suite('a thousand numbers', () => {
 *       baseline('sort', () => [...numbers].sort(compare))
 *       bench('toSorted', () => numbers.toSorted(compare))
 *     })
 *
 * @module
 * @stable
 * @since 0.2
 */

import { benchDefinition, type BenchGenerator, type BenchOptions } from './bench.ts'
import type { Case } from './case.ts'
import type { CompareOptions, Comparison } from './compare-functions.ts'
import { contendDefinition, type ContendOptions } from './contend.ts'
import { exchangeDefinition, type ExchangeOptions } from './exchange.ts'
import { registryHere } from './registry.ts'

export { do_not_optimize } from 'mitata'
export type { BenchGenerator, BenchOptions, State } from './bench.ts'
export type { Args, Case } from './case.ts'
export type { CompareOptions, Comparison } from './compare-functions.ts'
export type { ContendOptions } from './contend.ts'
export type { Counted, ExchangeOptions } from './exchange.ts'

/** Groups cases that are compared with each other. */
export function suite(name: string, declare: () => void): void {
  registryHere().suite(name, declare)
}

/** Declares a case. */
export interface Declare {
  /** As with mitata: yields the function to measure; what comes before sets up, what comes after tears down. */
  (name: string, run: BenchGenerator): Case
  /** `run` is called again and again. */
  (name: string, run: () => unknown): Case
  /** `run` is called again and again with what `setup` or `input` made. */
  <Context = undefined, Input = Context>(
    name: string,
    options: BenchOptions<Context, Input>,
    run: (input: Input) => unknown,
  ): Case
}

/** A case. Throws a TypeError or RangeError for what cannot be run. */
export const bench: Declare = (name: string, ...given: unknown[]) => add(name, given, false)

/** The case that the ratios of its suite are taken to: as `bench(…).baseline()`. */
export const baseline: Declare = (name: string, ...given: unknown[]) => add(name, given, true)

/** A case of two threads: what `main` gives is called again and again, and `worker` does the other half. */
export function exchange(name: string, options: ExchangeOptions): Case {
  return registryHere().add(name, exchangeDefinition(name, options), false)
}

/** A case of several threads that all call `run` again and again, from the same moment on. */
export function contend<Shared = undefined>(name: string, options: ContendOptions<Shared>): Case {
  return registryHere().add(name, contendDefinition(name, options), false)
}

/**
 * For a test: whether `run` is slower than `other`. Both are called in this thread, by turns, for about two seconds.
 *
 *     expect((await compare(ours, theirs)).isSlower).toBe(false)
 */
export async function compare(run: () => unknown, other: () => unknown, options?: CompareOptions): Promise<Comparison> {
  // No bench file needs it.
  return (await import('./compare-functions.ts')).compareFunctions(run, other, options)
}

function add(name: string, given: unknown[], isBaseline: boolean): Case {
  const [options, run] = given.length > 1 ? given : [{}, given[0]]
  return registryHere().add(name, benchDefinition(name, run, options), isBaseline)
}
