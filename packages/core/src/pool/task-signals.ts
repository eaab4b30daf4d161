/** The worker's side of cancelling: signals of those tasks that have looked at theirs. */

import { bare } from '../bare.ts'
import { abortError } from '../errors.ts'
import type { Signal } from '../port/events.ts'
import { type Claims, isLater, WINDOW } from './claims.ts'

/** The platform's `AbortSignal`, which its functions take, as far as the program's own types know one. */
export type PlatformSignal = typeof globalThis extends { AbortSignal: { prototype: infer Type } } ? Type : Signal

interface Platform {
  readonly AbortController: new () => { readonly signal: Signal; abort(reason: unknown): void }
  readonly AbortSignal: { readonly prototype: object }
}

const platform = globalThis as unknown as Platform

interface Entry {
  readonly number: number
  /** Absent while the task has not looked. */
  signal?: PlatformSignal
  end?: (reason: unknown) => void
  ended?: { readonly reason: unknown }
}

export class TaskSignals {
  readonly #claims: Claims | undefined
  readonly workerId: number
  /** By the place in the window, which one task has at a time: what comes late finds another number there. */
  readonly #entries = new Map<number, Entry>()

  constructor(claims: Claims | undefined, workerId: number) {
    this.#claims = claims
    this.workerId = workerId
  }

  get isUsed(): boolean {
    return this.#entries.size > 0
  }

  /** The signal of a task, the same at each call. */
  of(number: number): PlatformSignal {
    const entry = this.#entryOf(number)
    return (entry.signal ??= this.#make(entry))
  }

  /** The pool asks the task to end. It may be over. */
  end(number: number, reason: unknown): void {
    const entry = this.#entryOf(number)
    entry.ended = { reason }
    entry.end?.(reason)
  }

  /** Whether the pool asks it to end: known at once where memory is shared. */
  isEnded(number: number): boolean {
    return this.#claims?.isCancelled(number) === true || this.#find(number)?.ended !== undefined
  }

  /** The task is over. */
  forget(number: number): void {
    if (this.#find(number) !== undefined) this.#entries.delete(number & (WINDOW - 1))
  }

  #find(number: number): Entry | undefined {
    const entry = this.#entries.get(number & (WINDOW - 1))
    return entry?.number === number ? entry : undefined
  }

  #entryOf(number: number): Entry {
    const place = number & (WINDOW - 1)
    const held = this.#entries.get(place)
    if (held?.number === number) return held
    const entry: Entry = { number }
    // A task that is over leaves the place to the one that has it now.
    if (held === undefined || isLater(number, held.number)) this.#entries.set(place, entry)
    return entry
  }

  #make(entry: Entry): PlatformSignal {
    const controller = new platform.AbortController()
    const { signal } = controller
    let standIn: unknown
    const claims = this.#claims
    // While the task computes, no message arrives: a word tells, and not the reason.
    const isCancelled = (): boolean => entry.ended === undefined && claims?.isCancelled(entry.number) === true
    const early = (): unknown => (standIn ??= abortError('The pool has asked the task to end'))
    const native = (key: 'aborted' | 'reason'): unknown => Reflect.get(platform.AbortSignal.prototype, key, signal)
    const isAborted = (): boolean => native('aborted') === true || isCancelled()
    const reasonOf = (): unknown => (native('aborted') !== true && isCancelled() ? early() : native('reason'))
    const throwIfAborted = (): void => {
      if (isAborted()) throw reasonOf()
    }
    Object.defineProperties(signal, {
      aborted: bare({ get: isAborted, configurable: true }),
      reason: bare({ get: reasonOf, configurable: true }),
      throwIfAborted: bare({ value: throwIfAborted, configurable: true }),
    })
    // A function that has seen a reason keeps it.
    entry.end = (reason) => controller.abort(standIn ?? reason)
    if (entry.ended !== undefined) entry.end(entry.ended.reason)
    return signal as PlatformSignal
  }
}
