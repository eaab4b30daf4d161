/**
 * Every offset of a region that holds the latest value, with the drawing; `layout.ts` is that of a ring.
 *
 * A control block of int32 words in zones of 128 bytes, so that no two sides write to one cache line (or to a pair of
 * lines that is prefetched together), then slots of one length, each with room for a value.
 *
 *   byte   word  name                written by          read by
 *   0x000     0  MAGIC               creator, once       all, when opening
 *   0x004     1  VERSION             creator, once         major << 16 | minor
 *   0x008     2  CONTROL_LENGTH      creator, once         bytes of this block
 *   0x010     4  READERS             creator, once         how many there may be
 *   0x014     5  SLOT_BYTES          creator, once         bytes of a slot, a multiple of 8
 *   0x018     6  HISTORY             creator, once         versions that are kept, 0 = none
 *   0x024     9  READY               creator, last         1 when the block is complete
 *   0x028    10  WRITER_OWNER        writer, one CAS       0 = free
 *   0x080    32  LATEST              writer              all, at every take   version << 5 | slot, 0 before the first value
 *   0x100    64  WRITER_STATE        writer, once        readers, when there is nothing newer
 *
 *   and for each reader two zones, from 0x180 and then every 0x100:
 *   +0x00    +0  READER_GATE         both, rarely        writer, at every publish
 *   +0x04    +1  READER_OWNER        reader, one CAS       0 = free
 *   +0x80   +32  PIN                 reader              writer, at every claim   slot, 0 = none
 *
 *   then READERS + 2 slots: SLOT_BYTES each
 *   then the history, if there is one: `history-layout.ts`
 *
 * Slots count from 1 in LATEST and in PIN. The version counts the values and wraps.
 */

export const MAGIC = 0
export const VERSION = 1
export const CONTROL_LENGTH = 2
export const READERS = 4
export const SLOT_BYTES = 5
export const HISTORY = 6
export const READY = 9
export const WRITER_OWNER = 10
export const LATEST = 32
export const WRITER_STATE = 64

/** "LTV1", little-endian. */
export const MAGIC_VALUE = 0x3156544c
export const VERSION_MAJOR = 2
export const VERSION_VALUE: number = VERSION_MAJOR << 16

/** Values of WRITER_STATE. */
export const STATE_OPEN = 0
export const STATE_CLOSED = 1

export const SLOT_BITS = 5
export const SLOT_MASK: number = (1 << SLOT_BITS) - 1
/** As many as there are bits for their slots. */
export const MAX_READERS: number = SLOT_MASK - 2

export const SLOT_ALIGNMENT = 8
/** Of all slots together, those of a history too. */
export const MAX_SLOTS_BYTES: number = 1 << 30

const FIRST_READER = 96
const READER_WORDS = 64

export function readerGateOf(reader: number): number {
  return FIRST_READER + reader * READER_WORDS
}

export function readerOwnerOf(reader: number): number {
  return FIRST_READER + reader * READER_WORDS + 1
}

export function pinOf(reader: number): number {
  return FIRST_READER + reader * READER_WORDS + 32
}

export function controlWordsFor(readers: number): number {
  return FIRST_READER + readers * READER_WORDS
}

/** One for each reader, the latest, and one to write. */
export function slotsFor(readers: number): number {
  return readers + 2
}
