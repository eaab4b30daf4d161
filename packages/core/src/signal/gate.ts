/**
 * Park and wake. A gate is one control word: RUN while its owner looks at the ring by itself, a PARK value while
 * somebody must wake it.
 *
 * Why no wake-up is lost. The waker stores its news (P1), then looks at the gate (P2). The sleeper stores its park value
 * (C1), then looks for news again (C2), then waits (C3). All four are sequentially consistent. If C2 missed the news, then
 * C1 < C2 < P1 < P2, so P2 sees the park value and signals: either C3 finds the gate changed and does not sleep, or it
 * was asleep and is notified (the engine compares and enqueues in one step). A late notify may hit a later park: that is
 * a spurious wake-up, and every sleeper looks again.
 */

import { canBlock, exchange, load, notify, store, wait, waitAsync } from '../atomics.ts'
import { requireTimeout } from '../errors.ts'

export const RUN = 0
/** Blocked in `Atomics.wait`. */
export const PARK_SYNC = 1
/** An event loop with a pending `Atomics.waitAsync`. */
export const PARK_ASYNC = 2
/** An event loop that only a message on the native port wakes. */
export const PARK_PORT = 3

/** Sends one message on the native port, for an event loop without `Atomics.waitAsync`. */
export type Nudge = () => void

/** For a ring whose sides never park on a native port. */
export const noNudge: Nudge = () => {}

/** Somebody who may park: tells whether there is news that parking would miss. */
export interface Sleeper {
  /** C2: looks at the shared words afresh. */
  hasNews(): boolean
}

/** P2: call after publishing. Wakes the gate's owner if it is parked; exactly one signal per park. */
export function wake(words: Int32Array, gate: number, nudge: Nudge): void {
  // ORDER: P2, after the caller's P1; pairs with C1.
  if (load(words, gate) === RUN) return
  // ORDER: P3.take, only one of several racing wakers sees the park value; pairs with C1.
  const was = exchange(words, gate, RUN)
  if (was === PARK_PORT) nudge()
  // ORDER: P4, after the exchange, so that a sleeper not yet enqueued finds the gate changed; pairs with C3.
  else if (was !== RUN) notify(words, gate)
  if (was === PARK_ASYNC) noteSignal()
}

/** Signals of this thread whose microtask is still to come: behind what they lead to at once. */
let ownSignals = 0
const SETTLED = Promise.resolve()
const forgetSignal = (): void => void ownSignals--

function noteSignal(): void {
  void SETTLED.then(forgetSignal)
  ownSignals++
}

/** D2: wakes without looking. The dead waker may have exchanged the gate and died before its notify. */
export function wakeBlindly(words: Int32Array, gate: number): void {
  // ORDER: D2, after the state word; pairs with C2 and C3.
  store(words, gate, RUN)
  // ORDER: D2, unconditional; pairs with C3.
  notify(words, gate)
}

/** Asked by the first who blocks. */
let mayBlock: boolean | undefined

/**
 * Parks the thread. Returns false when `timeoutMs` passed without a wake-up; true means: look again. Throws `TypeError` where
 * a thread may not block.
 */
export function parkSync(words: Int32Array, gate: number, sleeper: Sleeper, timeoutMs: number): boolean {
  requireTimeout(timeoutMs, 'block')
  // Before C1: otherwise a peer would believe that we sleep, and wake us in the place of another.
  if (!(mayBlock ??= canBlock(words))) throwMayNotBlock()
  // ORDER: C1, before the recheck; pairs with P2.
  store(words, gate, PARK_SYNC)
  let woken = true
  try {
    // ORDER: C3, compares and enqueues in one step; pairs with P3 and P4.
    if (!sleeper.hasNews()) woken = wait(words, gate, PARK_SYNC, timeoutMs) !== 'timed-out'
  } finally {
    // ORDER: C4, back to looking by ourselves, also after a look at what makes no sense; spares the peer its signals.
    store(words, gate, RUN)
  }
  return woken
}

function throwMayNotBlock(): never {
  throw new TypeError('Cannot block this thread: a window, a worklet or a service worker may not; do this in a worker')
}

/** The way to wake a parked event loop. */
export type WakeBy = 'waitAsync' | 'port'

export type AsyncPark = typeof PARK_ASYNC | typeof PARK_PORT

export const hasWaitAsync: boolean = waitAsync !== undefined

/** Where `Atomics.waitAsync` is missing, a native message wakes the loop. */
export function asyncParkOf(wakeBy: WakeBy): AsyncPark {
  return wakeBy === 'waitAsync' && hasWaitAsync ? PARK_ASYNC : PARK_PORT
}

/** The gate of an event loop. Keeps at most one `waitAsync` pending: it can be reused, but never cancelled. */
export class AsyncGate {
  readonly #words: Int32Array
  readonly #gate: number
  readonly #park: AsyncPark
  readonly #onWake: (isOwn: boolean) => void
  #isPending = false
  #isDisposed = false
  readonly #woken = (): void => {
    this.#isPending = false
    this.#onWake(ownSignals !== 0)
  }

  /** `isOwn`: still within the task in which this very thread gave the signal, as Firefox does; elsewhere a task comes first. */
  constructor(words: Int32Array, gate: number, park: AsyncPark, onWake: (isOwn: boolean) => void) {
    this.#words = words
    this.#gate = gate
    this.#park = park
    this.#onWake = onWake
  }

  /**
   * Returns true when it has parked: `onWake` will be called. Returns false when there is news: look again. After `dispose` it
   * returns true without parking, so that a loop that looks again while it is false comes to an end.
   */
  park(sleeper: Sleeper): boolean {
    if (this.#isDisposed) return true
    const words = this.#words
    const gate = this.#gate
    // ORDER: C1, before the recheck; pairs with P2.
    store(words, gate, this.#park)
    let isParked = false
    try {
      isParked = !sleeper.hasNews() && (this.#isPending || this.#park === PARK_PORT || this.#enqueue())
    } finally {
      // ORDER: C4, not parked after all, also after a look at what makes no sense; spares the peer its signals.
      if (!isParked) store(words, gate, RUN)
    }
    return isParked
  }

  /** Blocks the thread instead, for `ms` at most. Whether there is news. */
  block(sleeper: Sleeper, ms: number): boolean {
    if (this.#isDisposed) return false
    return parkSync(this.#words, this.#gate, sleeper, ms) || sleeper.hasNews()
  }

  /** C4: awake for another reason. A pending wait stays for the next park. */
  run(): void {
    // ORDER: C4, spares the peer its signals.
    store(this.#words, this.#gate, RUN)
  }

  /** The end: frees the pending wait, which nothing else would. That calls `onWake` once more. */
  dispose(): void {
    this.#isDisposed = true
    if (this.#isPending) wakeBlindly(this.#words, this.#gate)
  }

  #enqueue(): boolean {
    // ORDER: C3, compares and enqueues in one step; pairs with P3 and P4.
    const result = waitAsync!(this.#words, this.#gate, PARK_ASYNC)
    if (!result.async) return false
    this.#isPending = true
    void result.value.then(this.#woken)
    return true
  }
}
