/** Waits for a newer state on an event loop. */

import { ClosedError, requireOptions, requireTimeout, shown, timeoutError } from '../errors.ts'
import { MAX_TIMER_MS } from '../host.ts'
import type { StateSource } from './source.ts'

/** The part of an `AbortSignal` that we use. */
interface Signal {
  readonly aborted: boolean
  readonly reason: unknown
  addEventListener(type: 'abort', listener: () => void): void
  removeEventListener(type: 'abort', listener: () => void): void
}

export interface ChangedOptions {
  /** Ends the wait: `changed` then rejects with its reason. */
  readonly signal?: Signal | null | undefined
  /** Milliseconds to wait. Default: for ever. */
  readonly timeout?: number | undefined
}

interface Waiter {
  readonly resolve: (isNewer: boolean) => void
  readonly reject: (error: unknown) => void
}

interface Timers {
  setTimeout(callback: () => void, ms: number): unknown
  clearTimeout(timer: unknown): void
  setInterval(callback: () => void, ms: number): unknown
  clearInterval(timer: unknown): void
}

const timers = globalThis as unknown as Timers
const EXAMPLE = '{ timeout: 100 }'

/** The source of the news that somebody waits for. */
export type Awaited = Pick<StateSource, 'hasNewer' | 'hasEnded' | 'hasNews' | 'park' | 'unpark'>

export class Waiting {
  #source: Awaited
  readonly #waiters = new Set<Waiter>()
  readonly #look = (): void => this.#settleIfNews()
  /** A wait on shared memory keeps no process alive; this does. */
  #hold: unknown
  #isClosed = false
  #failure: Error | undefined

  constructor(source: Awaited) {
    this.#source = source
  }

  /** True: there is a newer state. False: the writer has ended, and no state is new. */
  wait(options: ChangedOptions): Promise<boolean> {
    return new Promise((resolve, reject) => {
      requireOptions('wait', options, EXAMPLE)
      const { signal, timeout = Infinity } = options
      requireTimeout(timeout, 'wait')
      if (signal !== undefined && signal !== null && typeof signal.addEventListener !== 'function')
        throw new TypeError(`Cannot wait with signal ${shown(signal)}: use the signal of an AbortController`)
      if (this.#isClosed) throw new ClosedError('Cannot wait: this reader is closed, attach another', 'closed')
      if (this.#failure !== undefined) throw this.#failure
      if (signal?.aborted === true) throw signal.reason
      const source = this.#source
      if (source.hasNewer()) return resolve(true)
      if (source.hasEnded()) return resolve(source.hasNewer())
      this.#add(resolve, reject, signal ?? undefined, timeout)
    })
  }

  /** States come from there from now on. */
  moveTo(source: Awaited): void {
    this.#source = source
    this.#settleIfNews()
  }

  /** Parks again, after this thread has blocked on the same gate, which then says that nobody sleeps (C6). */
  rearm(): void {
    this.#settleIfNews()
  }

  /** No state can be read. */
  fail(error: Error): void {
    this.#failure = error
    for (const { reject } of this.#waiters) reject(error)
  }

  /** The reader is closed: nobody is told of a state any more. */
  close(): void {
    this.#isClosed = true
    for (const { reject } of this.#waiters) reject(new ClosedError('This reader was closed', 'closed'))
  }

  #add(
    resolve: (isNewer: boolean) => void,
    reject: (error: unknown) => void,
    signal: Signal | undefined,
    timeout: number,
  ): void {
    let timer: unknown
    const settle = (): void => {
      if (timer !== undefined) timers.clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      this.#waiters.delete(waiter)
      if (this.#waiters.size === 0) this.#rest()
    }
    const waiter: Waiter = {
      resolve: (isNewer) => {
        settle()
        resolve(isNewer)
      },
      reject: (error) => {
        settle()
        reject(error)
      },
    }
    const abort = (): void => waiter.reject(signal!.reason)
    signal?.addEventListener('abort', abort)
    if (timeout <= MAX_TIMER_MS)
      timer = timers.setTimeout(() => waiter.reject(timeoutError(timeout, 'newer state')), Math.max(0, timeout))
    this.#waiters.add(waiter)
    this.#hold ??= timers.setInterval(() => {}, MAX_TIMER_MS)
    this.#settleIfNews()
  }

  #settleIfNews(): void {
    const source = this.#source
    while (this.#waiters.size !== 0) {
      if (source.hasNews()) {
        // In this order: the last state may come between the two looks.
        const hasEnded = source.hasEnded()
        const isNewer = source.hasNewer()
        if (isNewer || hasEnded) for (const { resolve } of this.#waiters) resolve(isNewer)
      } else if (source.park(this.#look)) return
    }
  }

  #rest(): void {
    timers.clearInterval(this.#hold)
    this.#hold = undefined
    this.#source.unpark()
  }
}
