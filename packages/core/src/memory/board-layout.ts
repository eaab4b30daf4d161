/**
 * Every offset of a task board, with the drawing.
 *
 * A board is one `SharedArrayBuffer`: a control block, then a data area with room for one task a slot. Gates and slots
 * have zones of 128 bytes each, so that a thread which sleeps or claims takes no cache line from one that does not.
 *
 *   byte   word  name             written by               read by
 *   0x000     0  BOARD_MAGIC      creator, once            all, when opening
 *   0x004     1  BOARD_VERSION    creator, once              major << 16 | minor
 *   0x008     2  WORKERS          creator, once              places for workers
 *   0x00C     3  SLOTS            creator, once
 *   0x010     4  TASK_BYTES       creator, once              bytes of the data area a slot has
 *   0x024     9  BOARD_READY      creator, last              1 when the block is complete
 *   0x028    10  POSTER_OWNER     main thread, one CAS       0 = free
 *   0x02C    11  BOARD_STATE      main thread, once        workers that find nothing to do
 *   0x080    32  PARKED           workers, a bit each      main thread, at every post; eight words
 *   0x100    64  a gate           worker and wakers        wakers; the next worker's is 32 words further
 *   0x104    65  WORKER_OWNER     worker, one CAS            0 = free
 *     ...        a slot's word    see below                all; 32 words apart, after the last gate
 *     ...        data area: SLOTS times TASK_BYTES
 *
 *   +--------------------------+----------+-------+      The main thread writes EMPTY and READY, with owner 0; a worker
 *   |           lap            |  owner   | state |      writes TAKEN and its name, by one compare-exchange. A lap is
 *   +--------------------------+----------+-------+      one use of the slot: the word of another lap is another word.
 *               22                  8         2     bits
 */

export const BOARD_MAGIC = 0
export const BOARD_VERSION = 1
export const WORKERS = 2
export const SLOTS = 3
export const TASK_BYTES = 4
export const BOARD_READY = 9
export const POSTER_OWNER = 10
export const BOARD_STATE = 11
const PARKED = 32

/** "TSK1", little-endian. */
export const BOARD_MAGIC_VALUE = 0x314b5354
export const BOARD_VERSION_MAJOR = 1
export const BOARD_VERSION_VALUE: number = BOARD_VERSION_MAJOR << 16

/** A name is 8 bits, and 0 is nobody's. */
export const MAX_WORKERS = 255
/** A worker looks at every slot before it sleeps. */
export const MAX_SLOTS = 1024
/** Tasks begin in cache lines of their own, also where two are fetched at a time. */
export const TASK_BYTES_UNIT = 128
export const MAX_TASK_BYTES: number = 1 << 20

/** Values of BOARD_STATE. */
export const BOARD_OPEN = 0
export const BOARD_CLOSED = 1

const ZONE_WORDS = 32
const FIRST_GATE = 64
/** From a worker's gate to its WORKER_OWNER. */
const OWNER_AFTER_GATE = 1

export function gateOf(worker: number): number {
  return FIRST_GATE + worker * ZONE_WORDS
}

export function workerOwnerOf(worker: number): number {
  return gateOf(worker) + OWNER_AFTER_GATE
}

/** The word of slot 0; the next slot's is `SLOT_STRIDE` words further. */
export function firstSlotOf(workers: number): number {
  return gateOf(workers)
}

export const SLOT_STRIDE: number = ZONE_WORDS

export function boardControlWords(workers: number, slots: number): number {
  return firstSlotOf(workers) + slots * SLOT_STRIDE
}

/** States of a slot, in the lowest bits of its word. */
export const EMPTY = 0
export const READY = 1
const TAKEN = 2
export const STATE_MASK = 3

const OWNER_SHIFT = 2
export const LAP_SHIFT = 10
/** Everything of a word but its lap. */
export const BELOW_LAP: number = (1 << LAP_SHIFT) - 1

/** The bits that a worker's claim puts into a word, below its lap. */
export function takenBy(worker: number): number {
  return ((worker + 1) << OWNER_SHIFT) | TAKEN
}

/** The worker whose claim the word may be; -1 for nobody's. */
export function ownerOf(word: number): number {
  return ((word & BELOW_LAP) >>> OWNER_SHIFT) - 1
}

/** Where a worker's bit in PARKED is: the word, and the bit of it. */
export function parkedWordOf(worker: number): number {
  return PARKED + (worker >> 5)
}

export function parkedBitOf(worker: number): number {
  return 1 << (worker & 31)
}
