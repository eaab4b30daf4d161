/** The places of a state: the one writer, and each reader by its number. */

import { compareExchange, store } from '../atomics.ts'
import { HandshakeError } from '../errors.ts'
import { pinOf, readerOwnerOf, WRITER_OWNER } from '../memory/state-layout.ts'
import type { StateRegion } from '../memory/state-region.ts'

const FREE = 0
const TAKEN = 1

/** Throws `HandshakeError` when there is a writer already. */
export function takeWriterPlace(region: StateRegion): void {
  // ORDER: one winner; nothing else is published by it.
  const other = compareExchange(region.words, WRITER_OWNER, FREE, TAKEN)
  if (other !== FREE)
    throw new HandshakeError(`Cannot write this state: it has a writer already, owner ${other}`, TAKEN, other)
}

/** Throws as `takeWriterPlace` does, and `RangeError` for a number that no reader has. */
export function takeReaderPlace(region: StateRegion, reader: number): void {
  requireReader(region, reader)
  // ORDER: one winner, whose pins come after the one that freeReaderPlace takes away.
  const other = compareExchange(region.words, readerOwnerOf(reader), FREE, TAKEN)
  if (other !== FREE)
    throw new HandshakeError(
      `Cannot be reader ${reader} of this state: it has one already, owner ${other}`,
      TAKEN,
      other,
    )
}

/**
 * Gives up what a reader has: its slot, and its number, which another may then take. For the reader itself, and for who
 * knows (D1) that it is dead. Throws `RangeError` for a number that no reader has.
 */
export function freeReaderPlace(region: StateRegion, reader: number): void {
  requireReader(region, reader)
  // ORDER: H4, after the last read; pairs with H5.
  store(region.words, pinOf(reader), 0)
  // ORDER: after H4, or that would take away the pin of the next; pairs with takeReaderPlace.
  store(region.words, readerOwnerOf(reader), FREE)
}

function requireReader({ readers }: StateRegion, reader: number): void {
  if (!Number.isInteger(reader) || reader < 0 || reader >= readers)
    throw new RangeError(`Cannot be reader ${reader} of ${readers}: use 0 to ${readers - 1}`)
}
