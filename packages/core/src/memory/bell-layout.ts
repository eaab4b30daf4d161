/**
 * Every offset of a bell, with the drawing. No other file has a literal offset of it.
 *
 * A bell is one `SharedArrayBuffer` beside the rings of many lanes that have one reader. It is an `Int32Array` in zones
 * of 128 bytes, as a ring's control block is.
 *
 *   byte   word  name           written by                          read by
 *   0x000     0  BELL_MAGIC     creator, once                       all, when opening
 *   0x004     1  BELL_VERSION   creator, once                         major << 16 | minor
 *   0x008     2  BELL_LANES     creator, once                         how many lanes may ring, 1 to 256
 *   0x024     9  BELL_READY     creator, last                         1 when the block is complete
 *   0x080    32  MARKS          producers of lanes that were left   reader, between two rounds and before it sleeps
 *   0x100    64  BELL_GATE      all, rarely                         producers of lanes that were left
 *
 * MARKS are 1 to 8 words with a bit for each lane that has news: lane n is bit n & 31 of word MARKS + (n >> 5).
 */

export const BELL_MAGIC = 0
export const BELL_VERSION = 1
export const BELL_LANES = 2
export const BELL_READY = 9
export const MARKS = 32
export const BELL_GATE = 64

export const BELL_BYTES = 384

/** "BEL1", little-endian. */
export const BELL_MAGIC_VALUE = 0x314c4542
export const BELL_VERSION_MAJOR = 1
export const BELL_VERSION_VALUE: number = BELL_VERSION_MAJOR << 16

/** Their marks are a quarter of a zone. */
export const MAX_LANES = 256
/** So many low bits of a lane's number are its bit, the others its word. */
export const MARK_WORD_BITS = 5

export function markWordsOf(lanes: number): number {
  return ((lanes - 1) >> MARK_WORD_BITS) + 1
}
