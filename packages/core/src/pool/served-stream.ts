/** The worker's end of a stream: gives the values of a generator as far as they are asked for. */

import type { Asked } from './asked.ts'
import { isThenable } from './worker-functions.ts'

export class ServedStream {
  readonly asked: Asked

  constructor(asked: Asked) {
    this.asked = asked
  }

  /**
   * Resolves when the generator has ended. Leaving the loop runs its `finally`, also when `post` throws for a value that cannot be
   * cloned. `isEnded` is asked as well, because a generator that computes keeps messages from arriving.
   */
  async run(open: () => unknown, post: (value: unknown) => void, isEnded: () => boolean): Promise<void> {
    try {
      const opened = await open()
      if (isAsync(opened)) await this.#giveLater(opened, post, isEnded)
      else await this.#give(iterableOf(opened), post, isEnded)
    } catch (error) {
      // It has listened to its signal.
      if (!((this.asked.isEnded || isEnded()) && isAbort(error))) throw error
    }
  }

  async #giveLater(
    values: AsyncIterable<unknown>,
    post: (value: unknown) => void,
    isEnded: () => boolean,
  ): Promise<void> {
    const { asked } = this
    for await (const value of values) {
      if (asked.isEnded || isEnded()) return
      post(value)
      if (!asked.take()) await asked.more()
      if (asked.isEnded) return
    }
  }

  /** Awaits nothing but promises, and only when it may give no more: small values cost a fraction so. */
  async #give(values: Iterable<unknown>, post: (value: unknown) => void, isEnded: () => boolean): Promise<void> {
    const { asked } = this
    for (const value of values) {
      const given = isThenable(value) ? await value : value
      if (asked.isEnded || isEnded()) return
      post(given)
      if (!asked.take()) await asked.more()
      if (asked.isEnded) return
    }
  }
}

function isAsync(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}

function iterableOf(value: unknown): Iterable<unknown> {
  if (typeof value === 'object' && value !== null && Symbol.iterator in value) return value as Iterable<unknown>
  throw new TypeError('Cannot stream a function that is no generator: call it by run')
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError'
}

/** Whether it is the object of a generator, which only a stream can give. */
export function isGenerator(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const isIterable = Symbol.asyncIterator in value || Symbol.iterator in value
  return isIterable && typeof (value as { next?: unknown }).next === 'function'
}
