// A full stack stops a call at any place, and the thread lives on. What was stopped is called again, and must be as if it had
// been called once.
import { expect, test, vi } from 'vitest'
import { ClosedError } from '../../src/errors.ts'
import { LATEST, readerGateOf } from '../../src/memory/state-layout.ts'
import { createStateRegion, type StateRegion } from '../../src/memory/state-region.ts'
import { PARK_SYNC, RUN } from '../../src/signal/gate.ts'
import { PinReader, PinWriter } from '../../src/state/pinned-slots.ts'
import { stopAtEachAccess, stopEverywhere } from '../signal/full-stack.ts'

vi.mock('../../src/atomics.ts', async (original) => {
  const { stoppable } = await import('../signal/full-stack.ts')
  return stoppable(await original())
})

const READERS = [0, 1, 2]

function park({ words }: StateRegion, readers: readonly number[]): () => number[] {
  for (const reader of readers) Atomics.store(words, readerGateOf(reader), PARK_SYNC)
  return () => readers.filter((reader) => Atomics.load(words, readerGateOf(reader)) !== RUN)
}

function pinned() {
  const region = createStateRegion({ slotBytes: 8, readers: READERS.length })
  const writer = new PinWriter(region)
  return { region, writer, asleep: park(region, READERS) }
}

test('PinWriter.publish() can be called again: the value is shown once, and every reader is awake', () => {
  stopEverywhere((isStopped) => {
    const { region, writer, asleep } = pinned()
    const reader = new PinReader(region, 0)
    region.data[writer.claim() >> 2] = 7
    if (!isStopped(() => writer.publish())) return
    writer.publish()
    expect(() => writer.publish()).toThrow('no slot is claimed')
    expect(asleep()).toEqual([])
    expect([reader.take(), region.data[reader.offset >> 2], reader.version]).toEqual([true, 7, 1])
  })
})

test('publish() of a closed writer throws ClosedError, also after one that was stopped', () => {
  stopEverywhere((isStopped) => {
    const { writer } = pinned()
    writer.claim()
    if (!isStopped(() => writer.publish())) return
    writer.close()
    expect(() => writer.publish()).toThrow(ClosedError)
  })
})

test('a reader that cannot be woken for a value, or for the end, keeps no other asleep', () => {
  stopAtEachAccess((isStopped) => {
    const { region, writer, asleep } = pinned()
    writer.claim()
    if (isStopped(() => writer.publish()) && Atomics.load(region.words, LATEST) !== 0) expect(asleep()).toHaveLength(1)
  })
  stopAtEachAccess((isStopped) => {
    const { region, writer, asleep } = pinned()
    const reader = new PinReader(region, 0)
    if (isStopped(() => writer.close()) && reader.isWriterClosed()) expect(asleep()).toHaveLength(1)
  })
})

test('PinReader.close() can be called again: its slot and its place are free', () => {
  stopEverywhere((isStopped) => {
    const { region, writer } = pinned()
    const reader = new PinReader(region, 0)
    writer.claim()
    writer.publish()
    reader.take()
    if (!isStopped(() => reader.close())) return
    reader.close()
    expect(new PinReader(region, 0).take()).toBe(true)
  })
})
