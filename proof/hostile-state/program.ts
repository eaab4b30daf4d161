/** A program with a state of several readers: one step after another, each of which may throw `RingCorruptError` alone. */

import { createStateRegion, openStateRegion } from '../../packages/core/src/memory/state-region.ts'
import { PinReader, PinWriter } from '../../packages/core/src/state/pinned-slots.ts'

/** Long enough for a scribble, and short enough for many. */
const PARK_MS = 1
const SLOT_BYTES = 64
const READERS = 2

export function createMemory(): SharedArrayBuffer {
  return createStateRegion({ slotBytes: SLOT_BYTES, readers: READERS }).buffer
}

/** The result is one step, which is called again and again until it throws. */
export function open(memory: SharedArrayBuffer, random: () => number): () => void {
  const region = openStateRegion(memory)
  const writer = new PinWriter(region)
  const readers = Array.from({ length: READERS }, (_, reader) => new PinReader(openStateRegion(memory), reader))
  const write = (): void => {
    requireSlot(writer.claim(), region.data)
    writer.publish()
  }
  const read = (): void => {
    const reader = readers[random() % READERS]!
    if (reader.take()) requireSlot(reader.offset, region.data)
    else reader.parkUntilNews(PARK_MS)
    if (random() % 4 === 0) reader.release()
  }
  const steps = [write, read]
  return () => steps[random() % steps.length]!()
}

function requireSlot(offset: number, data: Int32Array): void {
  if (offset < 0 || offset % SLOT_BYTES !== 0 || offset + SLOT_BYTES > data.byteLength)
    throw new Error(`a slot at ${offset}`)
}
