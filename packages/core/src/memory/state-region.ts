/** One `SharedArrayBuffer` that holds the latest value, with its views: a control block and slots. */

import { load, store } from '../atomics.ts'
import { HandshakeError } from '../errors.ts'
import { requireNumber, requireShared, requireVersion } from './foreign.ts'
import { createShared } from './shared.ts'
import {
  CONTROL_LENGTH,
  controlWordsFor,
  LATEST,
  MAGIC,
  MAGIC_VALUE,
  MAX_READERS,
  MAX_SLOTS_BYTES,
  READERS,
  READY,
  SLOT_ALIGNMENT,
  SLOT_BYTES,
  slotsFor,
  VERSION,
  VERSION_MAJOR,
  VERSION_VALUE,
} from './state-layout.ts'

/** The memory of a latest value: what its writer and its readers are made of. */
export interface StateRegion {
  readonly buffer: SharedArrayBuffer
  /** How many there may be. */
  readonly readers: number
  /** Bytes of a slot, a multiple of 8. */
  readonly slotBytes: number
  /** The control block. Only `atomics.ts` touches it. */
  readonly words: Int32Array
  /** The slots as 32-bit words. They start behind the control block: no value can reach that. */
  readonly data: Int32Array
}

/** What the memory of a latest value is made with. */
export interface StateRegionOptions {
  /** Bytes of the largest value: a multiple of 8, and all slots together (readers + 2) at most 1 GiB. */
  slotBytes: number
  /** From 1 to 29. */
  readers?: number | undefined
}

/** Throws `RangeError` for sizes outside the rules. */
export function createStateRegion({ slotBytes, readers = 1 }: StateRegionOptions): StateRegion {
  if (!Number.isInteger(readers) || readers < 1 || readers > MAX_READERS)
    throw new RangeError(`Cannot create slots for ${readers} readers: use 1 to ${MAX_READERS}`)
  const most = Math.floor(MAX_SLOTS_BYTES / slotsFor(readers) / SLOT_ALIGNMENT) * SLOT_ALIGNMENT
  if (!isSlotBytes(slotBytes, readers))
    throw new RangeError(
      `Cannot create slots of ${slotBytes} bytes for ${readers} readers: use a multiple of 8 from 8 to ${most}`,
    )
  const controlBytes = 4 * controlWordsFor(readers)
  const buffer = createShared('state', controlBytes + slotsFor(readers) * slotBytes)
  const region = viewsOf(buffer, readers, slotBytes)
  const { words } = region
  // ORDER: before READY below; the other sides see the buffer only after this function returned.
  store(words, MAGIC, MAGIC_VALUE)
  // ORDER: as MAGIC.
  store(words, VERSION, VERSION_VALUE)
  // ORDER: as MAGIC.
  store(words, CONTROL_LENGTH, controlBytes)
  // ORDER: as MAGIC.
  store(words, READERS, readers)
  // ORDER: as MAGIC.
  store(words, SLOT_BYTES, slotBytes)
  // ORDER: as MAGIC.
  store(words, LATEST, 0)
  // ORDER: last, so that a block with READY is complete; pairs with openStateRegion.
  store(words, READY, 1)
  return region
}

/** Opens a region somebody else made. Throws `TypeError` for no region at all, `HandshakeError` for a foreign one. */
export function openStateRegion(foreign: unknown): StateRegion {
  const buffer = requireShared('state', foreign)
  const smallest = 4 * controlWordsFor(1) + slotsFor(1) * SLOT_ALIGNMENT
  if (buffer.byteLength < smallest)
    throw new HandshakeError(
      `Cannot open a state: its region has ${buffer.byteLength} bytes, the smallest has ${smallest}`,
      smallest,
      buffer.byteLength,
    )
  const words = new Int32Array(buffer, 0, controlWordsFor(1))
  // ORDER: pairs with the stores of createStateRegion; so do the loads below.
  requireNumber('state', 'magic', load(words, MAGIC), MAGIC_VALUE)
  // ORDER: as MAGIC.
  requireVersion('state', load(words, VERSION), VERSION_MAJOR)
  // ORDER: pairs with the last store of createStateRegion.
  requireNumber('state', 'ready flag', load(words, READY), 1)
  // ORDER: as MAGIC. Each of these two is read once; the region is built from the locals.
  const readers = load(words, READERS)
  // ORDER: as MAGIC.
  const slotBytes = load(words, SLOT_BYTES)
  if (readers < 1 || readers > MAX_READERS)
    throw new HandshakeError(
      `Cannot open a state: it has ${readers} readers, not 1 to ${MAX_READERS}`,
      MAX_READERS,
      readers,
    )
  // ORDER: as MAGIC.
  requireNumber('state', 'control block length', load(words, CONTROL_LENGTH), 4 * controlWordsFor(readers))
  const slotsBytes = buffer.byteLength - 4 * controlWordsFor(readers)
  if (!isSlotBytes(slotBytes, readers) || slotsBytes !== slotsFor(readers) * slotBytes)
    throw new HandshakeError(
      `Cannot open a state: ${slotsFor(readers)} slots of ${slotBytes} bytes are not the ${slotsBytes} it has for them`,
      slotsBytes,
      slotBytes,
    )
  return viewsOf(buffer, readers, slotBytes)
}

function isSlotBytes(slotBytes: number, readers: number): boolean {
  return (
    Number.isInteger(slotBytes) &&
    slotBytes >= SLOT_ALIGNMENT &&
    slotBytes % SLOT_ALIGNMENT === 0 &&
    slotBytes * slotsFor(readers) <= MAX_SLOTS_BYTES
  )
}

function viewsOf(buffer: SharedArrayBuffer, readers: number, slotBytes: number): StateRegion {
  const controlBytes = 4 * controlWordsFor(readers)
  return {
    buffer,
    readers,
    slotBytes,
    words: new Int32Array(buffer, 0, controlBytes / 4),
    data: new Int32Array(buffer, controlBytes),
  }
}
