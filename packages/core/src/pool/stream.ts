/// <reference lib="esnext.disposable" preserve="true" />
/** `Pool.stream`: the values of a generator of the worker, as an iterator. */

import { requireOptions, shown } from '../errors.ts'
import { requireKnownKeys } from './option-keys.ts'
import { KNOWN_OF_RUN, requireRunOptions, type RunOptions } from './options.ts'
import { Reading, type StreamDesk } from './reading.ts'

/** Options of `stream`: those of a task, and how far the worker may be ahead. */
export interface StreamOptions<Name extends string = string> extends Omit<RunOptions<Name>, 'retries'> {
  /** The most values that the worker gives before they are asked for. Default 16. */
  highWaterMark?: number | undefined
}

const KNOWN_OF_STREAM = [...KNOWN_OF_RUN.filter((key) => key !== 'retries'), 'highWaterMark']
const DEFAULT_AHEAD = 16
const MOST_AHEAD = 2 ** 20

/** Throws for options of `stream` that are not valid. */
export function requireStreamOptions(options: StreamOptions): { run: RunOptions; ahead: number } {
  requireOptions('stream a task', options, '{ highWaterMark: 4 }')
  requireKnownKeys('stream a task', options, KNOWN_OF_STREAM)
  const { highWaterMark: ahead = DEFAULT_AHEAD, ...run } = options
  if (!(Number.isInteger(ahead) && ahead > 0 && ahead <= MOST_AHEAD))
    throw new RangeError(
      `Cannot stream with a highWaterMark of ${shown(ahead)}: use an integer from 1 to ${MOST_AHEAD}`,
    )
  requireRunOptions(run, KNOWN_OF_RUN)
  return { run, ahead }
}

/** After so many values that were taken, as many are asked for: a word of shared memory costs less than a message. */
export const portionOf = (ahead: number, isShared: boolean): number => Math.ceil(ahead / (isShared ? 4 : 2))

/** Nobody can leave a stream any more that nobody holds: it is left for them. */
let forgotten: FinalizationRegistry<Reading> | undefined

export class PoolStream<T> implements AsyncGenerator<T, void, undefined> {
  // It must not know this object, which could not be collected then.
  readonly #reading: Reading

  /** `portion`: after so many values that were taken it asks for as many. */
  constructor(desk: StreamDesk, portion: number) {
    this.#reading = new Reading(desk, portion)
    forgotten ??= new FinalizationRegistry((reading) => reading.forget())
    forgotten.register(this, this.#reading)
  }

  next(): Promise<IteratorResult<T, void>> {
    return this.#reading.next(this) as Promise<IteratorResult<T, void>>
  }

  async return(): Promise<IteratorResult<T, void>> {
    await this.#reading.leave()
    return { value: undefined, done: true }
  }

  async throw(error: unknown): Promise<IteratorResult<T, void>> {
    await this.#reading.leave()
    throw error
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#reading.leave()
  }

  [Symbol.asyncIterator](): this {
    return this
  }
}
