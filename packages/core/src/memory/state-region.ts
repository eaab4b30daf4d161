/** Shared memory that holds the latest value, with its views: a control block and slots. */

import { load, store } from '../atomics.ts'
import { HandshakeError, shown } from '../errors.ts'
import { isSharedBuffer } from './buffer-slots.ts'
import { requireNumber, requireShared, requireVersion } from './foreign.ts'
import { createShared } from './shared.ts'
import { historySlotsFor, historyWordsFor, MAX_HISTORY } from './history-layout.ts'
import {
  CONTROL_LENGTH,
  controlWordsFor,
  HISTORY,
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

/** A place in given memory starts at a cache line, as a buffer of its own does. */
const PLACE_ALIGNMENT = 64

/** A whole buffer, or the part of one that the region was given. */
export type StateMemory = SharedArrayBuffer | Uint8Array

/** The memory of a latest value: what its writer and its readers are made of. */
export interface StateRegion {
  readonly buffer: SharedArrayBuffer
  /** The memory that other threads open. */
  readonly memory: StateMemory
  /** How many there may be. */
  readonly readers: number
  /** Bytes of a slot, a multiple of 8. */
  readonly slotBytes: number
  /** The control block. Only `atomics.ts` touches it. */
  readonly words: Int32Array
  /** The slots as 32-bit words. They start behind the control block: no value can reach that. */
  readonly data: Int32Array
  readonly history?: HistoryRegion | undefined
}

/** The part of a region that keeps earlier values. */
export interface HistoryRegion {
  /** How many are kept. */
  readonly versions: number
  readonly slots: number
  /** Of the region. */
  readonly readers: number
  readonly slotBytes: number
  /** Stamps and holds. Only `atomics.ts` touches them. */
  readonly words: Int32Array
  /** The slots. */
  readonly data: Int32Array
}

/** Options of the memory of a latest value. */
export interface StateRegionOptions {
  /** Bytes of the largest value: a multiple of 8, and all slots together (readers + 2) at most 1 GiB. */
  slotBytes: number
  /** From 1 to 29. */
  readers?: number | undefined
  /** How many values are kept, up to 4096. Default: none but the latest. */
  history?: number | undefined
  /** Where it lies, from a multiple of 64 bytes of a shared buffer on. Default: in a buffer of its own. */
  memory?: Uint8Array | undefined
}

/** All bytes of a region. */
export function stateRegionBytes(readers: number, slotBytes: number, history: number): number {
  return (
    4 * (controlWordsFor(readers) + historyWordsFor(history, readers)) +
    (slotsFor(readers) + historySlotsFor(history, readers)) * slotBytes
  )
}

/** Throws `RangeError` for sizes outside the rules, `TypeError` for memory that is not shared. */
export function createStateRegion({ slotBytes, readers = 1, history = 0, memory }: StateRegionOptions): StateRegion {
  if (!Number.isInteger(readers) || readers < 1 || readers > MAX_READERS)
    throw new RangeError(`Cannot create slots for ${readers} readers: use 1 to ${MAX_READERS}`)
  const most = Math.floor(MAX_SLOTS_BYTES / allSlots(readers, history) / SLOT_ALIGNMENT) * SLOT_ALIGNMENT
  if (!isSlotBytes(slotBytes, readers, history))
    throw new RangeError(
      `Cannot create slots of ${slotBytes} bytes for ${readers} readers: use a multiple of 8 from 8 to ${most}`,
    )
  const controlBytes = 4 * controlWordsFor(readers)
  const bytes = stateRegionBytes(readers, slotBytes, history)
  const region = viewsOf(
    memory === undefined ? createShared('state', bytes) : placeIn(memory, bytes),
    readers,
    slotBytes,
    history,
  )
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
  store(words, HISTORY, history)
  // ORDER: as MAGIC.
  store(words, LATEST, 0)
  // ORDER: last, so that a block with READY is complete; pairs with openStateRegion.
  store(words, READY, 1)
  return region
}

/** Opens a region somebody else made. Throws `TypeError` for no region at all, `HandshakeError` for a foreign one. */
export function openStateRegion(foreign: unknown): StateRegion {
  const memory = foreign instanceof Uint8Array ? foreign : requireShared('state', foreign)
  const { buffer, byteOffset, byteLength } = spaceOf(memory)
  const smallest = 4 * controlWordsFor(1) + slotsFor(1) * SLOT_ALIGNMENT
  if (byteLength < smallest)
    throw new HandshakeError(
      `Cannot open a state: its region has ${byteLength} bytes, the smallest has ${smallest}`,
      smallest,
      byteLength,
    )
  const words = new Int32Array(buffer, byteOffset, controlWordsFor(1))
  // ORDER: pairs with the stores of createStateRegion; so do the loads below.
  requireNumber('state', 'magic', load(words, MAGIC), MAGIC_VALUE)
  // ORDER: as MAGIC.
  requireVersion('state', load(words, VERSION), VERSION_MAJOR)
  // ORDER: pairs with the last store of createStateRegion.
  requireNumber('state', 'ready flag', load(words, READY), 1)
  // ORDER: as MAGIC. Each of these three is read once; the region is built from the locals.
  const readers = load(words, READERS)
  // ORDER: as MAGIC.
  const slotBytes = load(words, SLOT_BYTES)
  // ORDER: as MAGIC.
  const history = load(words, HISTORY)
  if (readers < 1 || readers > MAX_READERS)
    throw new HandshakeError(
      `Cannot open a state: it has ${readers} readers, not 1 to ${MAX_READERS}`,
      MAX_READERS,
      readers,
    )
  // ORDER: as MAGIC.
  requireNumber('state', 'control block length', load(words, CONTROL_LENGTH), 4 * controlWordsFor(readers))
  if (history < 0 || history > MAX_HISTORY)
    throw new HandshakeError(
      `Cannot open a state: it keeps ${history} versions, not 0 to ${MAX_HISTORY}`,
      MAX_HISTORY,
      history,
    )
  const slots = allSlots(readers, history)
  const slotsBytes = byteLength - stateRegionBytes(readers, 0, history)
  if (!isSlotBytes(slotBytes, readers, history) || slotsBytes !== slots * slotBytes)
    throw new HandshakeError(
      `Cannot open a state: ${slots} slots of ${slotBytes} bytes are not the ${slotsBytes} it has for them`,
      slotsBytes,
      slotBytes,
    )
  return viewsOf(memory, readers, slotBytes, history)
}

function allSlots(readers: number, history: number): number {
  return slotsFor(readers) + historySlotsFor(history, readers)
}

function isSlotBytes(slotBytes: number, readers: number, history: number): boolean {
  return (
    Number.isInteger(slotBytes) &&
    slotBytes >= SLOT_ALIGNMENT &&
    slotBytes % SLOT_ALIGNMENT === 0 &&
    slotBytes * allSlots(readers, history) <= MAX_SLOTS_BYTES
  )
}

function viewsOf(memory: StateMemory, readers: number, slotBytes: number, versions: number): StateRegion {
  const { buffer, byteOffset } = spaceOf(memory)
  const controlBytes = 4 * controlWordsFor(readers)
  const dataBytes = slotsFor(readers) * slotBytes
  return {
    buffer,
    memory,
    readers,
    slotBytes,
    words: new Int32Array(buffer, byteOffset, controlBytes / 4),
    data: new Int32Array(buffer, byteOffset + controlBytes, dataBytes / 4),
    history:
      versions === 0
        ? undefined
        : historyIn(buffer, byteOffset + controlBytes + dataBytes, { versions, readers, slotBytes }),
  }
}

/** The history at byte `at` of a buffer. */
function historyIn(
  buffer: SharedArrayBuffer,
  at: number,
  { versions, readers, slotBytes }: { versions: number; readers: number; slotBytes: number },
): HistoryRegion {
  const slots = historySlotsFor(versions, readers)
  const words = new Int32Array(buffer, at, historyWordsFor(versions, readers))
  const data = new Int32Array(buffer, at + words.byteLength, (slots * slotBytes) / 4)
  return { versions, slots, readers, slotBytes, words, data }
}

/** Throws `TypeError` for a part of memory that is not shared, `RangeError` for one that does not start where words do. */
function spaceOf(memory: StateMemory): { buffer: SharedArrayBuffer; byteOffset: number; byteLength: number } {
  if (!(memory instanceof Uint8Array)) return { buffer: memory, byteOffset: 0, byteLength: memory.byteLength }
  const { buffer, byteOffset, byteLength } = memory
  if (byteOffset % PLACE_ALIGNMENT !== 0)
    throw new RangeError(`Cannot place a state at byte ${byteOffset}: use a multiple of ${PLACE_ALIGNMENT}`)
  return { buffer: requireShared('state', buffer), byteOffset, byteLength }
}

/** The first bytes of a part of memory, all zero: nobody knows what the program kept there before. */
function placeIn(memory: Uint8Array, bytes: number): Uint8Array {
  if (!(memory instanceof Uint8Array && isSharedBuffer(memory.buffer)))
    throw new TypeError(
      `Cannot place a state in ${shown(memory)}: use a Uint8Array over shared memory, such as that of a WebAssembly.Memory`,
    )
  if (memory.byteLength < bytes)
    throw new RangeError(`Cannot place a state in ${memory.byteLength} bytes: it needs ${bytes}`)
  return memory.subarray(0, bytes).fill(0)
}
