/** The places of a state: the one writer, and each reader by its number. */

import { compareExchange, load, store } from '../atomics.ts'
import { HandshakeError } from '../errors.ts'
import { pinOf, readerOwnerOf, WRITER_OWNER } from '../memory/state-layout.ts'
import type { StateRegion } from '../memory/state-region.ts'
import { freeHolds } from './history-slots.ts'

const FREE = 0
const TAKEN = 1
/** A place may be kept for a reader that knows this number: an even one. Once it is there, the number is odd. */
export type Reservation = number
export const NO_RESERVATION: Reservation = FREE

/** Throws `HandshakeError` when there is a writer already. */
export function takeWriterPlace(region: StateRegion): void {
  // ORDER: one winner; nothing else is published by it.
  const other = compareExchange(region.words, WRITER_OWNER, FREE, TAKEN)
  if (other !== FREE)
    throw new HandshakeError(`Cannot write this state: it has a writer already, owner ${other}`, TAKEN, other)
}

export function newReservation(): Reservation {
  return 2 + 2 * Math.floor(Math.random() * 2 ** 29)
}

/** Keeps a free place for the reader that knows the reservation; false when the place is not free. */
export function reserveReaderPlace({ words }: StateRegion, reader: number, reservation: Reservation): boolean {
  // ORDER: one winner; pairs with takeReaderPlace.
  return compareExchange(words, readerOwnerOf(reader), FREE, reservation) === FREE
}

/**
 * Gives back `count` places from `first` on whose reader never came, or with `hasDied` also those of a reader that is known to be
 * dead (D1). Nothing when somebody else has them. A reader takes its first place before the others and frees it after them, so
 * the first alone decides: a reader that attaches at this moment gets all of its places, or none.
 */
export function endReservation(
  region: StateRegion,
  first: number,
  count: number,
  reservation: Reservation,
  hasDied: boolean,
): void {
  const owner = readerOwnerOf(first)
  // ORDER: one winner; pairs with takeReaderPlace. The places are ours until they are free.
  if (compareExchange(region.words, owner, reservation, TAKEN) !== reservation) {
    // ORDER: as above. Only the reader, which is dead, or we would write another number.
    if (!hasDied || load(region.words, owner) !== (reservation | TAKEN)) return
  }
  for (let reader = first + count - 1; reader >= first; reader--) freeReaderPlace(region, reader)
}

/** Throws as `takeWriterPlace` does, and `RangeError` for a number that no reader has. */
export function takeReaderPlace(region: StateRegion, reader: number, reservation: Reservation = NO_RESERVATION): void {
  requireReader(region, reader)
  // ORDER: one winner, whose pins come after the one that freeReaderPlace takes away.
  const other = compareExchange(region.words, readerOwnerOf(reader), reservation, reservation | TAKEN)
  if (other !== reservation)
    throw new HandshakeError(
      `Cannot be reader ${reader} of this state: it has one already, owner ${other}`,
      TAKEN,
      other,
    )
}

/**
 * Gives up the slot and the number of a reader, which another may then take. The reader itself calls it, or a thread that knows (D1)
 * that the reader is dead. Throws `RangeError` for a number that no reader has.
 */
export function freeReaderPlace(region: StateRegion, reader: number): void {
  requireReader(region, reader)
  // ORDER: H4, after the last read; pairs with H5.
  store(region.words, pinOf(reader), 0)
  if (region.history !== undefined) freeHolds(region.history, reader)
  // ORDER: after H4, or that would take away the pin of the next; pairs with takeReaderPlace.
  store(region.words, readerOwnerOf(reader), FREE)
}

function requireReader({ readers }: StateRegion, reader: number): void {
  if (!Number.isInteger(reader) || reader < 0 || reader >= readers)
    throw new RangeError(`Cannot be reader ${reader} of ${readers}: use 0 to ${readers - 1}`)
}
