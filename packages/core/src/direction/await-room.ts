/** Blocks the thread until the receiver has taken something. */

import { load, store } from '../atomics.ts'
import { CONSUMER_POSITION, CONSUMER_STATE, PRODUCER_GATE, STATE_OPEN, WANTED_POSITION } from '../memory/layout.ts'
import { parkSync } from '../signal/gate.ts'

/** Nobody wakes a thread whose peer dies, or ends in another ring than the thread sleeps at: how often to look. */
const PEER_CHECK_MS = 50

export interface Wait {
  /** The control block of the ring in use, and of the first: a receiver that ends in an older ring says so there. */
  readonly words: Int32Array
  readonly home: Int32Array
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
export function awaitRoom({ words, home, isMet, isPeerGone }: Wait): boolean {
  const isEnded = (): boolean => isConsumerClosed(words) || (home !== words && isConsumerClosed(home))
  const sleeper = { hasNews: (): boolean => isMet() || isEnded() }
  // C5: the gate of an older ring wakes nobody here.
  const timeoutMs = isPeerGone === undefined && home === words ? Infinity : PEER_CHECK_MS
  for (;;) {
    if (isMet()) return true
    if (isEnded()) return false
    wakeAtAnyRelease(words)
    if (!parkSync(words, PRODUCER_GATE, sleeper, timeoutMs) && isPeerGone?.() === true) return false
  }
}

/** To be called before parking on PRODUCER_GATE: the next release is far enough. */
export function wakeAtAnyRelease(words: Int32Array): void {
  // ORDER: C0, before C1; pairs with the load in Consumer.publishRelease.
  store(words, WANTED_POSITION, load(words, CONSUMER_POSITION))
}

/** The same, but only once no more than `bytes` are left in the ring. */
export function wakeAtBytesLeft(words: Int32Array, published: number, bytes: number): void {
  // ORDER: C0, before C1; pairs with the load in Consumer.publishRelease.
  store(words, WANTED_POSITION, (published - bytes) | 0)
}
