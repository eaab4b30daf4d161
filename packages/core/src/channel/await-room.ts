/** Blocks the thread until the receiver has taken something. */

import { load, store } from '../atomics.ts'
import { CONSUMER_POSITION, CONSUMER_STATE, PRODUCER_GATE, STATE_OPEN, WANTED_POSITION } from '../memory/layout.ts'
import { parkSync } from '../signal/gate.ts'

/** Nobody wakes a thread whose peer dies: how often to look. */
const PEER_CHECK_MS = 50

export interface Wait {
  /** The control block of the ring in use. */
  readonly words: Int32Array
  readonly isMet: () => boolean
  /** Whether the receiver's thread is gone; undefined where nobody can tell. */
  readonly isPeerGone: (() => boolean) | undefined
}

/** Whether the receiver has ended the direction. */
export function isConsumerClosed(words: Int32Array): boolean {
  // ORDER: pairs with the store in Consumer.close and at corruption.
  return load(words, CONSUMER_STATE) !== STATE_OPEN
}

/** False when the receiver is gone, and what is wanted will never be. */
export function awaitRoom({ words, isMet, isPeerGone }: Wait): boolean {
  const sleeper = { hasNews: (): boolean => isMet() || isConsumerClosed(words) }
  for (;;) {
    if (isMet()) return true
    if (isConsumerClosed(words)) return false
    wakeAtAnyRelease(words)
    const timeoutMs = isPeerGone === undefined ? Infinity : PEER_CHECK_MS
    if (!parkSync(words, PRODUCER_GATE, sleeper, timeoutMs) && isPeerGone?.() === true) return false
  }
}

/** To be called before parking on PRODUCER_GATE: the next release is far enough. */
export function wakeAtAnyRelease(words: Int32Array): void {
  // ORDER: before C1; pairs with the load in Consumer.publishRelease.
  store(words, WANTED_POSITION, load(words, CONSUMER_POSITION))
}

/** The same, but only once no more than `bytes` are left in the ring. */
export function wakeAtBytesLeft(words: Int32Array, published: number, bytes: number): void {
  // ORDER: before C1; pairs with the load in Consumer.publishRelease.
  store(words, WANTED_POSITION, (published - bytes) | 0)
}
