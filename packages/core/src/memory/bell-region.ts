/** The `SharedArrayBuffer` of a bell with its words. */

import { load, store } from '../atomics.ts'
import { HandshakeError } from '../errors.ts'
import { requireNumber, requireShared } from './foreign.ts'
import {
  BELL_BYTES,
  BELL_LANES,
  BELL_MAGIC,
  BELL_MAGIC_VALUE,
  BELL_READY,
  BELL_VERSION,
  BELL_VERSION_MAJOR,
  BELL_VERSION_VALUE,
  MAX_LANES,
} from './bell-layout.ts'
import { createShared } from './shared.ts'

export interface BellRegion {
  readonly buffer: SharedArrayBuffer
  /** Lanes have the numbers from 0 up to this. */
  readonly lanes: number
  /** Only `atomics.ts` touches them. */
  readonly words: Int32Array
}

/** Makes a bell for up to `lanes` lanes; hand its buffer to their producers. Throws `RangeError` for less than 1 or more than 256. */
export function createBell(lanes: number): BellRegion {
  if (!isLaneCount(lanes)) throw new RangeError(`Cannot create a bell for ${lanes} lanes: use 1 to ${MAX_LANES}`)
  const buffer = createShared('bell', BELL_BYTES)
  const words = new Int32Array(buffer)
  // ORDER: before BELL_READY below; others see the buffer only after this function returned.
  store(words, BELL_MAGIC, BELL_MAGIC_VALUE)
  // ORDER: as BELL_MAGIC.
  store(words, BELL_VERSION, BELL_VERSION_VALUE)
  // ORDER: as BELL_MAGIC.
  store(words, BELL_LANES, lanes)
  // ORDER: last, so that a block with BELL_READY is complete; pairs with openBell.
  store(words, BELL_READY, 1)
  return { buffer, lanes, words }
}

/** Opens a bell somebody else made. Throws `TypeError` for no shared memory at all, `HandshakeError` for a foreign one. */
export function openBell(foreign: unknown): BellRegion {
  const buffer = requireShared('bell', foreign)
  requireNumber('bell', 'length in bytes', buffer.byteLength, BELL_BYTES)
  const words = new Int32Array(buffer)
  // ORDER: pairs with the stores of createBell; so do the three loads below.
  requireNumber('bell', 'magic', load(words, BELL_MAGIC), BELL_MAGIC_VALUE)
  // ORDER: as BELL_MAGIC.
  requireNumber('bell', 'major version', load(words, BELL_VERSION) >>> 16, BELL_VERSION_MAJOR)
  // ORDER: pairs with the last store of createBell.
  requireNumber('bell', 'ready flag', load(words, BELL_READY), 1)
  // ORDER: as BELL_MAGIC. Read once; the number of lanes is this local.
  const lanes = load(words, BELL_LANES)
  if (!isLaneCount(lanes))
    throw new HandshakeError(`Cannot open a bell for ${lanes} lanes: there are 1 to ${MAX_LANES}`, MAX_LANES, lanes)
  return { buffer, lanes, words }
}

function isLaneCount(lanes: number): boolean {
  return Number.isInteger(lanes) && lanes >= 1 && lanes <= MAX_LANES
}
