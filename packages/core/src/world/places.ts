/** The places of a world: each writer by its part, and two for each reader. */

import { compareExchange, load, store } from '../atomics.ts'
import { HandshakeError } from '../errors.ts'
import { gateOf, ownerOf, pinOf, WORLD_CLOSED, WORLD_STATE } from '../memory/world-layout.ts'
import type { WorldRegion } from '../memory/world-region.ts'
import { type Nudge, wake, wakeBlindly } from '../signal/gate.ts'

export const FREE = 0
export const TAKEN = 1
/** Its writer has ended its last tick. */
export const CLOSED = 2
/** Its writer has died. */
export const GONE = 3
/** Its writer ends no more ticks, and may still publish what others have ended. */
const LEAVING = 4

/** Of a part that has no writer: another may have been there. False when it has one. */
export function takeWorldWriterPlace({ words }: WorldRegion, writer: number): boolean {
  for (let other = FREE; ;) {
    // ORDER: one winner; pairs with freeWriterPlace, whose pin is gone before.
    const owner = compareExchange(words, ownerOf(writer), other, TAKEN)
    if (owner === other) return true
    // A word that makes no sense is nobody's to take.
    if (owner !== CLOSED && owner !== GONE && owner !== FREE) return false
    other = owner
  }
}

/**
 * `owner`: why it is free. The writer itself calls it, or freeDeadWriterPlace. The caller wakes the others after it.
 */
export function freeWriterPlace({ words }: WorldRegion, writer: number, owner: typeof CLOSED | typeof GONE): void {
  // ORDER: W9, after the last read; pairs with W4 and W5.
  store(words, pinOf(writer), 0)
  // ORDER: after the pin, or that would take away the pin of the next; pairs with takeWorldWriterPlace, and with W2.owner.
  store(words, ownerOf(writer), owner)
}

/**
 * For a thread that knows (D1) that the writer is dead. One that had closed, or had begun to, is closed: no frame waits for it. The
 * caller wakes the others after it.
 */
export function freeDeadWriterPlace(region: WorldRegion, writer: number): void {
  // ORDER: pairs with W2.leave and freeWriterPlace. Only a place that is CLOSED may be another's by now.
  const owner = load(region.words, ownerOf(writer))
  if (owner !== CLOSED) freeWriterPlace(region, writer, owner === LEAVING ? CLOSED : GONE)
}

/** For the writer: no frame waits for it from now on. It still has the place. */
export function leaveWriterPlace({ words }: WorldRegion, writer: number): void {
  // ORDER: W2.leave, after its last W1; pairs with W2.owner. Of two who leave at once the later one sees both.
  store(words, ownerOf(writer), LEAVING)
}

/** Throws `HandshakeError` when somebody has it. */
export function takeWorldReaderPlace({ words }: WorldRegion, place: number): void {
  // ORDER: one winner, whose pins come after the one that freeWorldReaderPlace takes away.
  const other = compareExchange(words, ownerOf(place), FREE, TAKEN)
  if (other !== FREE)
    throw new HandshakeError(`Cannot read this world: place ${place} has a reader already, owner ${other}`, FREE, other)
}

export function freeWorldReaderPlace({ words }: WorldRegion, place: number): void {
  // ORDER: W9, after the last read; pairs with W4 and W5.
  store(words, pinOf(place), 0)
  // ORDER: after the pin, or that would take away the pin of the next; pairs with takeWorldReaderPlace.
  store(words, ownerOf(place), FREE)
}

/** Whether nobody is left who may end a tick: one has closed, and all others have, too, or have died. */
export function haveAllLeft({ words, writers }: WorldRegion): boolean {
  let hasClosed = false
  for (let writer = 0; writer < writers; writer++) {
    // ORDER: after the caller's own; of two who leave at once the later one sees both. Pairs with freeWriterPlace.
    const owner = load(words, ownerOf(writer))
    if (owner !== CLOSED && owner !== GONE) return false
    hasClosed ||= owner === CLOSED
  }
  return hasClosed
}

/** No frame comes after the last. The caller wakes the others after it. */
export function closeWorld({ words }: WorldRegion): void {
  // ORDER: E1, after the last frame; pairs with isWorldClosed, after which a reader looks for a frame again.
  store(words, WORLD_STATE, WORLD_CLOSED)
}

export function isWorldClosed(words: Int32Array): boolean {
  // ORDER: pairs with E1; the caller looks at LATEST again after it, so the last frame is not missed.
  return load(words, WORLD_STATE) !== 0
}

/** Wakes every parked writer and reader, after what the caller has published. Those of a reader's second place never park. */
export function wakeAll({ words, places }: WorldRegion, nudge: Nudge): void {
  for (let place = 0; place < places; place++) wake(words, gateOf(place), nudge)
}

/** For a thread that has died: it may have owed a notify. */
export function wakeAllBlindly({ words, places }: WorldRegion): void {
  for (let place = 0; place < places; place++) wakeBlindly(words, gateOf(place))
}
