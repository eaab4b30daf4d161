/** `Pool.everywhere`: one task on each worker. */

import { requireOptions } from '../errors.ts'
import { requireKnownKeys } from './option-keys.ts'
import { KNOWN_OF_RUN, type RunOptions } from './options.ts'
import { LEFT_OUT } from './outcomes.ts'

/** Options of `everywhere`: those of a task that every worker can have. */
export type EverywhereOptions<Name extends string = string> = Omit<RunOptions<Name>, 'key' | 'retries' | 'transferList'>

const KNOWN = KNOWN_OF_RUN.filter((option) => !['key', 'retries', 'transferList'].includes(option))

/** Throws for options of `everywhere` that are not valid. */
export function requireEverywhere(options: EverywhereOptions): void {
  requireOptions('run a task everywhere', options, "{ name: 'warmUp' }")
  requireKnownKeys('run a task everywhere', options, KNOWN)
}

export const noWorkerError = (): RangeError =>
  new RangeError(
    'Cannot run a task everywhere: the pool has no worker now; use a minThreads from 1, ' +
      'or broadcast and setup, which reach workers that come later',
  )

/** The results of all that ran, once every task is settled. */
export async function resultsOf<Result>(promises: readonly Promise<Result>[]): Promise<Result[]> {
  const outcomes = await Promise.allSettled(promises)
  const results: Result[] = []
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') throw outcome.reason
    if ((outcome.value as unknown) !== LEFT_OUT) results.push(outcome.value)
  }
  return results
}
