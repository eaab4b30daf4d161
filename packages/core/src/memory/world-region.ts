/** Shared memory that holds a world, with its views: a control block, the numbers of frames, and the slots of each part. */

import { load, store } from '../atomics.ts'
import { HandshakeError } from '../errors.ts'
import { requireNumber, requireShared, requireVersion } from './foreign.ts'
import { createShared } from './shared.ts'
import {
  CONTROL_LENGTH,
  controlWordsFor,
  FIRST_SLOT_BYTES,
  GOES_ON,
  INFO_BYTES,
  LATEST,
  MAGIC,
  MAGIC_VALUE,
  MAX_PARTS_BYTES,
  MOST_PLACES,
  MOST_WRITERS,
  NO_PATIENCE,
  PATIENCE_MS,
  placesFor,
  READERS,
  READY,
  recordsFor,
  sparesFor,
  VERSION,
  VERSION_MAJOR,
  VERSION_VALUE,
  WRITERS,
} from './world-layout.ts'

const SLOT_ALIGNMENT = 64

/** The numbers that decide the size of a world. */
export interface WorldSizes {
  readonly writers: number
  readonly readers: number
  /** Of each part: a multiple of 64. */
  readonly slotBytes: readonly number[]
}

export interface WorldRegion extends WorldSizes {
  readonly buffer: SharedArrayBuffer
  /** Those of writers and readers. */
  readonly places: number
  readonly goesOn: boolean
  readonly patienceMs: number
  /** The control block. Only `atomics.ts` touches it. */
  readonly words: Int32Array
  /** The numbers of frames and the slots, which start behind the control block: no value can reach that. */
  readonly data: Int32Array
  /** Of each part: where its slots begin, in bytes of the data. */
  readonly partOffsets: readonly number[]
}

export interface WorldRules {
  readonly goesOn: boolean
  /** From 0; `Infinity`: a frame waits for every writer. */
  readonly patienceMs: number
}

/** The caller has checked the sizes. */
export function createWorldRegion(sizes: WorldSizes, { goesOn, patienceMs }: WorldRules): WorldRegion {
  const { writers, readers, slotBytes } = sizes
  const places = placesFor(writers, readers)
  const controlBytes = 4 * controlWordsFor(writers, places)
  const buffer = createShared('world, which has no mode "copied"', controlBytes + dataBytesFor(sizes))
  const words = new Int32Array(buffer, 0, controlBytes / 4)
  // ORDER: before READY below; the other sides see the buffer only after this function returned.
  store(words, MAGIC, MAGIC_VALUE)
  // ORDER: as MAGIC.
  store(words, VERSION, VERSION_VALUE)
  // ORDER: as MAGIC.
  store(words, CONTROL_LENGTH, controlBytes)
  // ORDER: as MAGIC.
  store(words, WRITERS, writers)
  // ORDER: as MAGIC.
  store(words, READERS, readers)
  // ORDER: as MAGIC.
  store(words, GOES_ON, goesOn ? 1 : 0)
  // ORDER: as MAGIC.
  store(words, PATIENCE_MS, Math.min(NO_PATIENCE, Math.ceil(patienceMs)))
  // ORDER: as MAGIC.
  slotBytes.forEach((bytes, writer) => store(words, FIRST_SLOT_BYTES + writer, bytes))
  // ORDER: as MAGIC.
  store(words, LATEST, 0)
  // ORDER: last, so that a block with READY is complete; pairs with openWorldRegion.
  store(words, READY, 1)
  return openWorldRegion(buffer)
}

/** Opens a region somebody else made. Throws `TypeError` for no region at all, `HandshakeError` for a foreign one. */
export function openWorldRegion(foreign: unknown): WorldRegion {
  const buffer = requireShared('world', foreign)
  const { byteLength } = buffer
  const smallest = 4 * controlWordsFor(1, placesFor(1, 1))
  if (byteLength < smallest)
    throw new HandshakeError(
      `Cannot open a world: its region has ${byteLength} bytes, the smallest control block ${smallest}`,
      smallest,
      byteLength,
    )
  const head = new Int32Array(buffer, 0, LATEST)
  // ORDER: pairs with the stores of createWorldRegion; so do the loads below.
  requireNumber('world', 'magic', load(head, MAGIC), MAGIC_VALUE)
  // ORDER: as MAGIC.
  requireVersion('world', load(head, VERSION), VERSION_MAJOR)
  // ORDER: pairs with the last store of createWorldRegion.
  requireNumber('world', 'ready flag', load(head, READY), 1)
  // ORDER: as MAGIC. Each of these is read once; the region is built from the locals.
  const writers = load(head, WRITERS)
  // ORDER: as MAGIC.
  const readers = load(head, READERS)
  requireCount('writers', writers, 1, MOST_WRITERS)
  requireCount('readers', readers, 1, MOST_PLACES)
  const places = placesFor(writers, readers)
  requireCount('places', places, 1, MOST_PLACES)
  const controlBytes = 4 * controlWordsFor(writers, places)
  // ORDER: as MAGIC.
  requireNumber('world', 'control block length', load(head, CONTROL_LENGTH), controlBytes)
  // ORDER: as MAGIC.
  const slotBytes = Array.from({ length: writers }, (_, writer) => load(head, FIRST_SLOT_BYTES + writer))
  for (const bytes of slotBytes) {
    requireCount('slot bytes', bytes, SLOT_ALIGNMENT, MAX_PARTS_BYTES)
    requireNumber('world', 'slot alignment', bytes % SLOT_ALIGNMENT, 0)
  }
  const sizes = { writers, readers, slotBytes }
  requireNumber('world', 'length', byteLength, controlBytes + dataBytesFor(sizes))
  // ORDER: as MAGIC.
  const patience = load(head, PATIENCE_MS)
  return {
    ...sizes,
    buffer,
    places,
    // ORDER: as MAGIC.
    goesOn: load(head, GOES_ON) !== 0,
    patienceMs: patience < 0 || patience === NO_PATIENCE ? Infinity : patience,
    words: new Int32Array(buffer, 0, controlBytes / 4),
    data: new Int32Array(buffer, controlBytes, dataBytesFor(sizes) / 4),
    partOffsets: partOffsetsOf(sizes),
  }
}

/** Of the frames' numbers, then of the slots of each part. */
function partOffsetsOf({ writers, readers, slotBytes }: WorldSizes): readonly number[] {
  const places = placesFor(writers, readers)
  let end = Math.ceil((recordsFor(writers, places) * INFO_BYTES) / SLOT_ALIGNMENT) * SLOT_ALIGNMENT
  return slotBytes.map((bytes) => {
    const start = end
    end += bytes * sparesFor(places)
    return start
  })
}

function dataBytesFor(sizes: WorldSizes): number {
  const { writers, readers, slotBytes } = sizes
  return partOffsetsOf(sizes)[writers - 1]! + slotBytes[writers - 1]! * sparesFor(placesFor(writers, readers))
}

function requireCount(name: string, found: number, least: number, most: number): void {
  if (found < least || found > most)
    throw new HandshakeError(`Cannot open a world: its ${name} are ${found}, not ${least} to ${most}`, most, found)
}
