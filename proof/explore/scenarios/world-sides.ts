/** The common parts of scenarios of a world: its region, its writers, and a look at a frame. */

import {
  gateOf,
  INFO_BYTES,
  INFO_COUNT,
  LATEST,
  ownerOf,
  PART_SLOT_MASK,
  partOf,
  pinOf,
  placesFor,
  recordOf,
  recordsFor,
  sparesFor,
  versionAfter,
  WORLD_STATE,
} from '../../../packages/core/src/memory/world-layout.ts'
import type { WorldRegion } from '../../../packages/core/src/memory/world-region.ts'
import type { FramePin } from '../../../packages/core/src/world/frame-pin.ts'
import type { PartWriter } from '../../../packages/core/src/world/part-writer.ts'
import { createSpan } from '../doors/codec.ts'
import type { RegionSpec, Thread, ThreadSpec } from '../program.ts'
import type { Subject } from '../subject.ts'

export const WRITERS = 2
const READERS = 1
export const PLACES: number = placesFor(WRITERS, READERS)
/** A part is the frame for which it was begun, in both cells of its slot. */
const SLOT_BYTES = 8
export const READER: number = placesFor(WRITERS, 0)
export const FIRST_PART: number = recordsFor(WRITERS, PLACES) * INFO_BYTES
const PART_BYTES = sparesFor(PLACES) * SLOT_BYTES
export const LETTERS = 'vw'

export interface WorldOptions {
  readonly ticks: number
  readonly goesOn?: boolean
  /** A writer may die, so its part may be late. */
  readonly isMortal?: boolean
  /** This writer shows frames without the other, whenever it looks. */
  readonly impatient?: number
}

function wordNames(): ReadonlyMap<number, string> {
  const names = new Map([
    [LATEST, 'LATEST'],
    [WORLD_STATE, 'WORLD_STATE'],
  ])
  for (let place = 0; place < PLACES; place++) {
    names.set(gateOf(place), `${place} GATE`)
    names.set(ownerOf(place), `OWNER ${place}`)
    names.set(pinOf(place), `PIN ${place}`)
  }
  for (let writer = 0; writer < WRITERS; writer++) {
    names.set(partOf(writer, PLACES), `PART ${writer}`)
    for (let record = 1; record <= recordsFor(WRITERS, PLACES); record++)
      names.set(recordOf(record, WRITERS, PLACES) + writer, `record ${record}, PART ${writer}`)
  }
  return names
}

export const SPEC: RegionSpec = { capacity: FIRST_PART + WRITERS * PART_BYTES, maxPayload: 0, words: wordNames() }

export function regionOf(thread: Thread, { goesOn = true }: WorldOptions): WorldRegion {
  const { buffer, words, data } = thread.region(0)
  return {
    buffer,
    words,
    data,
    writers: WRITERS,
    readers: READERS,
    places: PLACES,
    slotBytes: [SLOT_BYTES, SLOT_BYTES],
    partOffsets: [FIRST_PART, FIRST_PART + PART_BYTES],
    goesOn,
    patienceMs: 0,
  }
}

export const viewOf = (region: WorldRegion): DataView =>
  createSpan(region.buffer, 0, region.data.byteLength).view as unknown as DataView

export function join(
  { PartWriter, worldPlaces }: Subject,
  thread: Thread,
  writer: number,
  options: WorldOptions,
): PartWriter {
  const region = regionOf(thread, options)
  thread.assert(worldPlaces.takeWorldWriterPlace(region, writer), 'its part has a writer')
  return new PartWriter(region, writer, { nudge: () => {}, now: () => 0, view: viewOf(region) })
}

/** The part of a writer in the pinned frame: whole, and of the frame unless it is said to be late. */
function valueOf(thread: Thread, pin: FramePin, writer: number): number {
  const { data } = thread.region(0)
  const slot = pin.part(writer) & PART_SLOT_MASK
  thread.assert(slot !== 0, `a frame without ${LETTERS[writer]}`)
  const cell = (FIRST_PART + writer * PART_BYTES + (slot - 1) * SLOT_BYTES) >> 2
  const value = data[cell]!
  thread.assert(data[cell + 1] === value, `part ${value} of ${LETTERS[writer]} is torn: ${data[cell + 1]}`)
  const isLate = pin.isLate(writer)
  thread.assert(isLate || value === pin.version, `part ${value} of ${LETTERS[writer]} in frame ${pin.version}`)
  return value
}

/** Checks a frame and its parts: none is older than in the frame before. */
export function look(thread: Thread, pin: FramePin, seen: number[], { isMortal, impatient }: WorldOptions): void {
  const mayBeLate = isMortal === true || impatient !== undefined
  const count = viewOf(pin.region).getFloat64(pin.infoOffset + INFO_COUNT, true)
  thread.assert(count >= (seen[WRITERS] ?? 0), `frame ${count} after ${seen[WRITERS]}`)
  seen[WRITERS] = count
  for (let writer = 0; writer < WRITERS; writer++) {
    const value = valueOf(thread, pin, writer)
    thread.assert(mayBeLate || !pin.isLate(writer), `${LETTERS[writer]} is late in frame ${pin.version}`)
    thread.assert(value >= (seen[writer] ?? 0), `part ${value} of ${LETTERS[writer]} after ${seen[writer]}`)
    seen[writer] = value
  }
}

function waitForTick({ gate: { parkSync } }: Subject, thread: Thread, writer: PartWriter, isImpatient: boolean): void {
  while (!writer.begin(isImpatient)) parkSync(thread.region(0).words, gateOf(writer.writer), writer, Infinity)
}

/** Ends its ticks and closes. The part of the other does not change until its own tick ends. */
export function writeTicks(subject: Subject, thread: Thread, writer: PartWriter, options: WorldOptions): void {
  const { data } = thread.region(0)
  const { frame } = writer
  const seen: number[] = []
  const isImpatient = options.impatient === writer.writer
  for (let n = 1; n <= options.ticks; n++) {
    waitForTick(subject, thread, writer, isImpatient)
    if (frame.record !== 0) look(thread, frame, seen, options)
    const tick = versionAfter(frame.latest)
    const cell = writer.claim() >> 2
    data[cell] = tick
    data[cell + 1] = tick
    if (frame.record !== 0) look(thread, frame, seen, options)
    writer.end()
    thread.note(tick)
  }
  waitForTick(subject, thread, writer, isImpatient)
  thread.note(1000 + valueOf(thread, frame, writer.writer))
  writer.close()
}

function writerThread(subject: Subject, number: number, options: WorldOptions): ThreadSpec {
  return {
    letter: LETTERS[number]!,
    body: (thread) => writeTicks(subject, thread, join(subject, thread, number, options), options),
  }
}

export const writersOf = (subject: Subject, options: WorldOptions): readonly [ThreadSpec, ThreadSpec] => [
  writerThread(subject, 0, options),
  writerThread(subject, 1, options),
]
