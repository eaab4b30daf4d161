/** One `SharedArrayBuffer` with its views: a control block and a data area. */

import { load, store } from '../atomics.ts'
import { HandshakeError, shown } from '../errors.ts'
import { requireNumber, requireShared, requireVersion } from './foreign.ts'
import {
  CAPACITY,
  CONSUMER_POSITION,
  CONTROL_BYTES,
  CONTROL_LENGTH,
  CONTROL_WORDS,
  MAGIC,
  MAGIC_VALUE,
  MAX_CAPACITY,
  MAX_PAYLOAD,
  maxPayloadOf,
  MIN_CAPACITY,
  PRODUCER_POSITION,
  READY,
  UNWRAPPED,
  VERSION,
  VERSION_MAJOR,
  VERSION_VALUE,
} from './layout.ts'
import { createShared } from './shared.ts'
import { keepRegionBuffer } from './region-buffers.ts'

export interface Region {
  readonly buffer: SharedArrayBuffer
  /** Bytes of the data area, a power of two. */
  readonly capacity: number
  /** Payload bytes of the largest record. */
  readonly maxPayload: number
  /** The control block. Only `atomics.ts` touches it. */
  readonly words: Int32Array
  /** The data area as 32-bit words, for record headers. It starts behind the control block: no payload can reach that. */
  readonly data: Int32Array
  /** Its producer was made by this object, so in this thread: while the thread looks at the ring, nothing comes. */
  isProducedHere: boolean
}

/** Options of a ring. */
export interface RegionOptions {
  /** Bytes of the data area: a power of two from 4 KiB to 1 GiB. */
  capacity: number
  /** Where both positions start (a multiple of 8, wrapping int32), so that a test reaches a wrap-around at once. */
  startPosition?: number | undefined
  /** Native messages that precede the ring's first; `Infinity` while the peer may still be one that reads only those. */
  unwrapped?: number | undefined
}

export const EVERY_MESSAGE_UNWRAPPED = 0x7fffffff

const { process } = globalThis as { process?: { readonly versions?: { readonly bun?: string } } }
/** V8 outside of a browser. */
const isMapped = process?.versions !== undefined && process.versions.bun === undefined

/** Throws `RangeError` for a capacity or start position outside the rules. */
export function createRegion({ capacity, startPosition = 0, unwrapped = 0 }: RegionOptions): Region {
  requireRegion({ capacity, startPosition })
  const buffer = createMemory(CONTROL_BYTES + capacity)
  const region = viewsOf(buffer, capacity)
  const { words } = region
  // ORDER: before READY below; the other side sees the buffer only after this function returned.
  store(words, MAGIC, MAGIC_VALUE)
  // ORDER: as MAGIC.
  store(words, VERSION, VERSION_VALUE)
  // ORDER: as MAGIC.
  store(words, CONTROL_LENGTH, CONTROL_BYTES)
  // ORDER: as MAGIC.
  store(words, CAPACITY, capacity)
  // ORDER: as MAGIC.
  store(words, MAX_PAYLOAD, region.maxPayload)
  // ORDER: as MAGIC.
  store(words, PRODUCER_POSITION, startPosition | 0)
  // ORDER: as MAGIC.
  store(words, CONSUMER_POSITION, startPosition | 0)
  // ORDER: as MAGIC.
  store(words, UNWRAPPED, unwrapped === Infinity ? EVERY_MESSAGE_UNWRAPPED : unwrapped)
  // ORDER: last, so that a block with READY is complete; pairs with openRegion.
  store(words, READY, 1)
  return region
}

// V8 maps memory that may grow, if only to what it is, from the system and gives it back: docs/decisions/0015.
function createMemory(byteLength: number): SharedArrayBuffer {
  return createShared('ring', byteLength, isMapped ? byteLength : undefined)
}

/** Opens a region somebody else made. Throws `TypeError` for no region at all, `HandshakeError` for a foreign one. */
export function openRegion(foreign: unknown): Region {
  const buffer = requireShared('ring', foreign)
  if (buffer.byteLength < CONTROL_BYTES + MIN_CAPACITY)
    throw new HandshakeError(
      `Cannot open a ring: its region has ${buffer.byteLength} bytes, the smallest has ${CONTROL_BYTES + MIN_CAPACITY}`,
      CONTROL_BYTES + MIN_CAPACITY,
      buffer.byteLength,
    )
  const words = new Int32Array(buffer, 0, CONTROL_WORDS)
  // ORDER: pairs with the stores of createRegion; so do the five loads below.
  requireNumber('ring', 'magic', load(words, MAGIC), MAGIC_VALUE)
  // ORDER: as MAGIC.
  requireVersion('ring', load(words, VERSION), VERSION_MAJOR)
  // ORDER: as MAGIC.
  requireNumber('ring', 'control block length', load(words, CONTROL_LENGTH), CONTROL_BYTES)
  // ORDER: pairs with the last store of createRegion.
  requireNumber('ring', 'ready flag', load(words, READY), 1)
  // ORDER: as MAGIC. Read once; the region is built from this local.
  const capacity = load(words, CAPACITY)
  if (!isCapacity(capacity) || buffer.byteLength !== CONTROL_BYTES + capacity)
    throw new HandshakeError(
      `Cannot open a ring: capacity ${capacity} is not a power of two that fits a region of ${buffer.byteLength} bytes`,
      buffer.byteLength - CONTROL_BYTES,
      capacity,
    )
  // ORDER: as MAGIC.
  requireNumber('ring', 'largest payload', load(words, MAX_PAYLOAD), maxPayloadOf(capacity))
  return viewsOf(buffer, capacity)
}

/** Throws `RangeError` unless `capacity` is a power of two from 4 KiB to 1 GiB and `startPosition` a multiple of 8. */
export function requireRegion({ capacity, startPosition = 0 }: RegionOptions): void {
  if (!isCapacity(capacity))
    throw new RangeError(
      `Cannot use a capacity of ${shown(capacity)}: use bytes as a number, a power of two from ${MIN_CAPACITY} to ` +
        `${MAX_CAPACITY}, such as 2 ** 20`,
    )
  if (!Number.isSafeInteger(startPosition) || startPosition % 8 !== 0)
    throw new RangeError(`Cannot start a ring at position ${startPosition}: use a multiple of 8`)
}

function isCapacity(capacity: number): boolean {
  return (
    Number.isInteger(capacity) &&
    capacity >= MIN_CAPACITY &&
    capacity <= MAX_CAPACITY &&
    (capacity & (capacity - 1)) === 0
  )
}

function viewsOf(buffer: SharedArrayBuffer, capacity: number): Region {
  keepRegionBuffer(buffer)
  return {
    buffer,
    capacity,
    maxPayload: maxPayloadOf(capacity),
    words: new Int32Array(buffer, 0, CONTROL_WORDS),
    data: new Int32Array(buffer, CONTROL_BYTES, capacity / 4),
    isProducedHere: false,
  }
}
