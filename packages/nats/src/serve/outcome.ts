/** One delivery of a task, and what becomes of it. */

import { encodeFailure } from '../bodies.ts'
import type { Terms } from '../terms.ts'
import type { Result } from './results.ts'

/** One delivery of a task. */
export interface Job {
  readonly reply: string
  readonly name: string
  readonly attempt: number
  /** Fetches it, where it is large. */
  readonly body: () => Uint8Array | Promise<Uint8Array>
  readonly terms: Terms
}

/** `failure`: what the local pool rejected with: the worker died, or the task was cancelled. Errors of functions are results. */
export type Outcome = Result | { readonly failure: unknown }

export const CANCELLED: Error = new Error('The task was cancelled')

/** Whether the pool has given the task up: it waits for no result. */
export function isCancelled(outcome: Outcome): boolean {
  return 'failure' in outcome && outcome.failure === CANCELLED
}

/** The result to send. */
export function resultOf(outcome: Outcome): Result {
  return 'failure' in outcome ? { body: encodeFailure(outcome.failure), isFailure: true } : outcome
}

/** The signal of one task. With an `AbortController` in its place a server does about a twentieth fewer small tasks. */
export class Cancellation {
  aborted = false
  reason: unknown
  #listener: (() => void) | undefined

  addEventListener(_: 'abort', listener: () => void): void {
    this.#listener = listener
  }

  removeEventListener(): void {
    this.#listener = undefined
  }

  abort(reason: unknown): void {
    this.aborted = true
    this.reason = reason
    this.#listener?.()
  }
}
