/**
 * Every offset of a region that holds a world, with the drawing; `state-layout.ts` is that of a state.
 *
 * A control block of int32 words in zones of 128 bytes, so that no two sides write to one cache line (or to a pair of
 * lines that is prefetched together), then the frames' numbers, then the slots of each part.
 *
 *   byte   word  name                written by          read by
 *   0x000     0  MAGIC               creator, once       all, when opening
 *   0x004     1  VERSION             creator, once         major << 16 | minor
 *   0x008     2  CONTROL_LENGTH      creator, once         bytes of this block
 *   0x00C     3  WRITERS             creator, once         how many there are, and as many parts
 *   0x010     4  READERS             creator, once         how many there may be
 *   0x014     5  GOES_ON             creator, once         1: a frame does not wait for a writer that is late or gone
 *   0x018     6  PATIENCE_MS         creator, once         a writer that needs more is late; the largest int32: never
 *   0x024     9  READY               creator, last         1 when the block is complete
 *   0x040    16  SLOT_BYTES          creator, once         of each part
 *   0x080    32  LATEST              a writer            all, at every take   version << 8 | record, 0 before the first frame
 *   0x100    64  WORLD_STATE         a writer, once      all, when there is nothing newer
 *
 *   and two zones for each place, from 0x180 and then every 0x100: first one for each writer, then two for each reader
 *   +0x00    +0  GATE                both, rarely        writers, at every publish
 *   +0x04    +1  OWNER               its side            writers, when a part is missing
 *   +0x80   +32  PIN                 its side            writers, at every tick   record, 0 = none
 *
 *   then a zone for each writer
 *   +0x00    +0  PART                the writer          writers, at every tick
 *
 *   then the records of frames, 64 bytes each: places + 1 for each writer, who alone writes to them
 *   +0x00    +0  a PART of each writer, of this frame
 *
 * Records count from 1 in LATEST and PIN, and slots from 1 in a PART. The version counts the frames and wraps.
 *
 * A PART is the last tick that its writer has ended. All of them of one frame are in its record.
 *
 *   31      8 7 6  5   4    0
 *   +--------+---+----+------+
 *   |  tick  | 0 | old| slot |     tick: the version of the frame that the part was for, when its writer asked
 *   +--------+---+----+------+     old: the writer had begun it for an earlier frame
 */

export const MAGIC = 0
export const VERSION = 1
export const CONTROL_LENGTH = 2
export const WRITERS = 3
export const READERS = 4
export const GOES_ON = 5
export const PATIENCE_MS = 6
export const READY = 9
export const FIRST_SLOT_BYTES = 16
export const LATEST = 32
export const WORLD_STATE = 64

/** "WLD1", little-endian. */
export const MAGIC_VALUE = 0x31444c57
export const VERSION_MAJOR = 1
export const VERSION_VALUE: number = VERSION_MAJOR << 16

/** The value of WORLD_STATE at the end; 0 before. */
export const WORLD_CLOSED = 1

export const RECORD_BITS = 8
export const RECORD_MASK: number = (1 << RECORD_BITS) - 1
const VERSION_MASK: number = -1 >>> RECORD_BITS
export const PART_SLOT_MASK = 31
export const PART_OLD = 32
export const NO_PATIENCE: number = 2 ** 31 - 1

export const MOST_WRITERS = 8
/** A reader holds two frames: the newest, and the one before. */
export const READER_PLACES = 2
/** Each pins a frame, and so a slot of each part. The slots of a part are bits of one number. */
export const MOST_PLACES = 29
/** Of all slots together. */
export const MAX_PARTS_BYTES: number = 1 << 30
/** TIME and COUNT of a frame, plain float64 as in a slot: when it was published, and how many there were. */
export const INFO_BYTES = 16
export const INFO_TIME = 0
export const INFO_COUNT = 8

const FIRST_PLACE = 96
const PLACE_WORDS = 64
const PART_WORDS = 32
const RECORD_WORDS = 16

export function placesFor(writers: number, readers: number): number {
  return writers + readers * READER_PLACES
}

/** A writer's own place; those of readers follow. */
export function gateOf(place: number): number {
  return FIRST_PLACE + place * PLACE_WORDS
}

export function ownerOf(place: number): number {
  return FIRST_PLACE + place * PLACE_WORDS + 1
}

export function pinOf(place: number): number {
  return FIRST_PLACE + place * PLACE_WORDS + 32
}

export function partOf(writer: number, places: number): number {
  return FIRST_PLACE + places * PLACE_WORDS + writer * PART_WORDS
}

/** The first PART of a record. */
export function recordOf(record: number, writers: number, places: number): number {
  return partOf(writers, places) + (record - 1) * RECORD_WORDS
}

/** One that each place pins, and one to write: of the records of a writer, and of the slots of a part. */
export function sparesFor(places: number): number {
  return places + 1
}

export function recordsFor(writers: number, places: number): number {
  return writers * sparesFor(places)
}

export function controlWordsFor(writers: number, places: number): number {
  return recordOf(recordsFor(writers, places) + 1, writers, places)
}

/** The version of the frame after that of a LATEST. */
export function versionAfter(latest: number): number {
  return ((latest >>> RECORD_BITS) + 1) & VERSION_MASK
}

/** Whether one version is not before the other; they wrap. */
export function isNotBefore(version: number, other: number): boolean {
  return (version - other) << RECORD_BITS >= 0
}
