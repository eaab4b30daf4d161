/** One `SharedArrayBuffer` that holds the latest value, with its views: a control block and slots. */

import { load, store } from '../atomics.ts'
import { HandshakeError } from '../errors.ts'
import { requireNumber, requireShared, requireVersion } from './foreign.ts'
import { createShared } from './shared.ts'
import {
  CONTROL_LENGTH,
  controlWordsFor,
  KIND,
  KIND_PINNED,
  KIND_TRIPLE,
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

/** `triple`: one reader, for good. `pinned`: several, and the place of one that died can be given to another. */
export type StateKind = 'triple' | 'pinned'

/** The memory of a latest value: what its writer and its readers are made of. */
export interface StateRegion {
  readonly buffer: SharedArrayBuffer
  readonly kind: StateKind
  /** How many there may be; 1 in a `triple`. */
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
  kind: StateKind
  /** Bytes of the largest value: a multiple of 8, and all slots together (readers + 2) at most 1 GiB. */
  slotBytes: number
  /** From 1 to 29; 1 in a `triple`. */
  readers?: number | undefined
}

/** Throws `TypeError` for a kind that there is not, `RangeError` for sizes outside the rules. */
export function createStateRegion({ kind, slotBytes, readers = 1 }: StateRegionOptions): StateRegion {
  if (kind !== 'triple' && kind !== 'pinned')
    throw new TypeError(`Cannot create a state of kind ${String(kind)}: use "triple" or "pinned"`)
  requireReaders(kind, readers)
  const most = Math.floor(MAX_SLOTS_BYTES / slotsFor(readers) / SLOT_ALIGNMENT) * SLOT_ALIGNMENT
  if (!isSlotBytes(slotBytes, readers))
    throw new RangeError(
      `Cannot create slots of ${slotBytes} bytes for ${readers} readers: use a multiple of 8 from 8 to ${most}`,
    )
  const controlBytes = 4 * controlWordsFor(readers)
  const buffer = createShared('state', controlBytes + slotsFor(readers) * slotBytes)
  const region = viewsOf(buffer, kind, readers, slotBytes)
  const { words } = region
  // ORDER: before READY below; the other sides see the buffer only after this function returned.
  store(words, MAGIC, MAGIC_VALUE)
  // ORDER: as MAGIC.
  store(words, VERSION, VERSION_VALUE)
  // ORDER: as MAGIC.
  store(words, CONTROL_LENGTH, controlBytes)
  // ORDER: as MAGIC.
  store(words, KIND, kind === 'triple' ? KIND_TRIPLE : KIND_PINNED)
  // ORDER: as MAGIC.
  store(words, READERS, readers)
  // ORDER: as MAGIC.
  store(words, SLOT_BYTES, slotBytes)
  // ORDER: as MAGIC.
  store(words, LATEST, kind === 'triple' ? 1 : 0)
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
  // ORDER: as MAGIC. Each of these three is read once; the region is built from the locals.
  const kind = load(words, KIND)
  // ORDER: as MAGIC.
  const readers = load(words, READERS)
  // ORDER: as MAGIC.
  const slotBytes = load(words, SLOT_BYTES)
  if (kind !== KIND_TRIPLE && kind !== KIND_PINNED)
    throw new HandshakeError(`Cannot open a state: its kind is ${kind}, not 1 or 2`, KIND_PINNED, kind)
  const most = kind === KIND_TRIPLE ? 1 : MAX_READERS
  if (readers < 1 || readers > most)
    throw new HandshakeError(`Cannot open a state: it has ${readers} readers, not 1 to ${most}`, most, readers)
  // ORDER: as MAGIC.
  requireNumber('state', 'control block length', load(words, CONTROL_LENGTH), 4 * controlWordsFor(readers))
  const slotsBytes = buffer.byteLength - 4 * controlWordsFor(readers)
  if (!isSlotBytes(slotBytes, readers) || slotsBytes !== slotsFor(readers) * slotBytes)
    throw new HandshakeError(
      `Cannot open a state: ${slotsFor(readers)} slots of ${slotBytes} bytes are not the ${slotsBytes} it has for them`,
      slotsBytes,
      slotBytes,
    )
  return viewsOf(buffer, kind === KIND_TRIPLE ? 'triple' : 'pinned', readers, slotBytes)
}

function requireReaders(kind: StateKind, readers: number): void {
  if (kind === 'triple' && readers !== 1)
    throw new RangeError(`Cannot create a triple buffer for ${readers} readers: it has one, use pinned slots for more`)
  if (!Number.isInteger(readers) || readers < 1 || readers > MAX_READERS)
    throw new RangeError(`Cannot create slots for ${readers} readers: use 1 to ${MAX_READERS}`)
}

function isSlotBytes(slotBytes: number, readers: number): boolean {
  return (
    Number.isInteger(slotBytes) &&
    slotBytes >= SLOT_ALIGNMENT &&
    slotBytes % SLOT_ALIGNMENT === 0 &&
    slotBytes * slotsFor(readers) <= MAX_SLOTS_BYTES
  )
}

function viewsOf(buffer: SharedArrayBuffer, kind: StateKind, readers: number, slotBytes: number): StateRegion {
  const controlBytes = 4 * controlWordsFor(readers)
  return {
    buffer,
    kind,
    readers,
    slotBytes,
    words: new Int32Array(buffer, 0, controlBytes / 4),
    data: new Int32Array(buffer, controlBytes),
  }
}
