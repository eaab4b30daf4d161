/** Pending requests for a message, by `receive` or by iteration. The oldest is served first, and before any listener. */

import type { Place } from '../direction/into.ts'
import { Unreadable } from '../direction/unreadable.ts'
import { ClosedError } from '../errors.ts'
import type { Clock } from '../signal/wait.ts'
import type { Ending } from './ending.ts'
import type { Signal } from './events.ts'
import type { Closure } from './options.ts'
import { MAX_TURN_MS, MESSAGES_PER_CLOCK_READING } from './turn-length.ts'
import { PULLED, type Unusual } from './unusual.ts'

/** Options of `receive` and the other waits: how long they wait. */
export interface ReceiveOptions {
  /** Ends the wait: the promise rejects with the signal's reason, and no message is lost. */
  readonly signal?: Signal | undefined
  /** Milliseconds to wait; then the promise rejects with a `DOMException` named `TimeoutError`. Default: for ever. */
  readonly timeout?: number | undefined
}

export interface Waiter {
  /** The place for the bytes that it waits for. `resolve` then gets their number, or their lease. */
  readonly place: Place | undefined
  resolve(message: any): void
  reject(error: unknown): void
}

const NOBODY: Waiter = { place: undefined, resolve: () => {}, reject: () => {} }

export interface PullsParts {
  /** Of the port. */
  readonly ending: Ending
  /** Told of the first use. A typed channel's requests are no messages of the port. */
  readonly unusual?: Unusual
  /** Called when the first request begins to wait, and when the last has stopped. */
  readonly hold: (isHeld: boolean) => void
  /** An iteration was left: listeners get messages again. */
  readonly onLeft: () => void
}

export class Pulls {
  readonly #parts: PullsParts
  readonly #waiters: Waiter[] = []
  #iterations = 0
  #readFor: Waiter | undefined

  /** From the first pull on, a message that nobody asks for waits for the next. */
  isUsed = false

  constructor(parts: PullsParts) {
    this.#parts = parts
  }

  get isWaiting(): boolean {
    return this.#waiters.length !== 0
  }

  /** The waiter that came first. Beyond its end an array reads its prototype, which a program may have given elements. */
  get #next(): Waiter | undefined {
    return this.isWaiting ? this.#waiters[0] : undefined
  }

  /** Where the next message goes. */
  get place(): Place | undefined {
    return this.#next?.place
  }

  noteUse(): void {
    this.isUsed = true
    this.#parts.unusual?.set(PULLED)
  }

  /** An iteration is open: it gets all messages, also those that come while its body runs. */
  get isIterating(): boolean {
    return this.#iterations !== 0
  }

  beginIteration(): void {
    this.noteUse()
    this.#iterations++
  }

  endIteration(): void {
    this.#iterations--
    this.#parts.onLeft()
  }

  /** An entry point: `pull` gives the waiter what is next, now or later. */
  ask(waiter: Waiter, pull: (waiter: Waiter) => void): void {
    const { ending } = this.#parts
    ending.enter()
    ending.whole(() => pull(waiter))
  }

  add(waiter: Waiter): void {
    this.#waiters.push(waiter)
    if (this.#waiters.length === 1) this.#parts.hold(true)
  }

  /** Removes a waiter, which gets nothing. False if it does not wait any more: a message is being read for it. */
  remove(waiter: Waiter): boolean {
    const index = this.#waiters.indexOf(waiter)
    if (index === -1) return false
    this.#waiters.splice(index, 1)
    if (this.#waiters.length === 0) this.#parts.hold(false)
    return true
  }

  /** Begins to read the next message, for the oldest waiter or else for listeners. Returns the place where it goes. */
  beginReading(): Place | undefined {
    this.#readFor = this.#next
    return this.readTo
  }

  /** Listeners get messages: what is read from now on is for them. */
  expectListeners(): void {
    if (this.#readFor === NOBODY) this.#readFor = undefined
  }

  /** Nobody listens any more. */
  forgetListeners(): void {
    this.#readFor ??= NOBODY
  }

  /** Whether the message was read for listeners, which were not removed meanwhile. */
  get isReadForListeners(): boolean {
    return this.#readFor === undefined
  }

  /** The place where the message that was read went. */
  get readTo(): Place | undefined {
    return this.#readFor?.place
  }

  /** The waiter that the message was read for has gone: the `from()` of a class has ended its wait. */
  get isReadInVain(): boolean {
    return this.#readFor !== undefined && this.#readFor !== this.#next
  }

  /** Gives the message to the waiter that it was read for; false when it is for listeners. */
  settleReader(message: unknown): boolean {
    const isForListeners = this.#readFor === undefined
    this.#readFor = undefined
    return !isForListeners && this.settle(message)
  }

  /** Gives the message to the oldest waiter; false when there is none. */
  settle(message: unknown): boolean {
    const waiter = this.#next
    if (waiter === undefined) return false
    this.remove(waiter)
    give(waiter, message)
    return true
  }

  /** Tells the oldest waiter why it cannot get the next message. */
  refuse(error: unknown): void {
    const waiter = this.#next!
    this.remove(waiter)
    waiter.reject(error)
  }

  rejectAll(error: unknown): void {
    if (!this.isWaiting) return
    this.#parts.hold(false)
    for (const waiter of this.#waiters.splice(0)) waiter.reject(error)
  }
}

/** Gives a waiter the message, or tells it why it cannot be read. */
export function give(waiter: Waiter, message: unknown): void {
  if (message instanceof Unreadable) waiter.reject(message.reason)
  else waiter.resolve(message)
}

/** Says when the event loop must run: a loop of pulls that each find a message at once would stay in microtasks. */
export class Pace {
  readonly #now: Clock
  #untilClock = MESSAGES_PER_CLOCK_READING
  #turnEnd = 0

  constructor(now: Clock) {
    this.#now = now
  }

  isOver(): boolean {
    if (--this.#untilClock > 0) return false
    this.#untilClock = MESSAGES_PER_CLOCK_READING
    const now = this.#now()
    if (now < this.#turnEnd) return false
    this.#turnEnd = now + MAX_TURN_MS
    return true
  }
}

/** The error for pending pulls when the port has ended. */
export function endedError({ reason, error }: Closure): ClosedError {
  const options = error === undefined ? undefined : { cause: error }
  return new ClosedError(`Cannot receive a message: the port has ended (${reason})`, reason, options)
}
