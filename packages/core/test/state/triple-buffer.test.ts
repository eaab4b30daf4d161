import { describe, expect, test } from 'vitest'
import { HandshakeError, RingCorruptError } from '../../src/errors.ts'
import { LATEST, readerGateOf, WRITER_STATE } from '../../src/memory/state-layout.ts'
import { createStateRegion, type StateRegion } from '../../src/memory/state-region.ts'
import { PARK_SYNC, RUN } from '../../src/signal/gate.ts'
import { TripleReader, TripleWriter } from '../../src/state/triple-buffer.ts'

const SLOT_BYTES = 16

function triple(): { region: StateRegion; writer: TripleWriter; reader: TripleReader } {
  const region = createStateRegion({ kind: 'triple', slotBytes: SLOT_BYTES })
  return { region, writer: new TripleWriter(region), reader: new TripleReader(region) }
}

function write(writer: TripleWriter, value: number): void {
  const cell = writer.claim() >> 2
  writer.region.data.fill(value, cell, cell + SLOT_BYTES / 4)
  writer.publish()
}

function valueOf({ region, offset }: TripleReader): readonly number[] {
  return [...region.data.subarray(offset >> 2, (offset + SLOT_BYTES) >> 2)]
}

describe('TripleReader.take()', () => {
  test('has nothing before the first value', () => {
    const { reader } = triple()
    expect([reader.take(), reader.offset, reader.hasNews()]).toEqual([false, -1, false])
  })

  test('gives each value once, in place', () => {
    const { writer, reader } = triple()
    for (let n = 1; n <= 10; n++) {
      write(writer, n)
      expect([reader.hasNews(), reader.take(), reader.take(), reader.hasNews()]).toEqual([true, true, false, false])
      expect(valueOf(reader)).toEqual([n, n, n, n])
    }
    expect(writer.overwritten).toBe(0)
  })

  test('gives the newest of several, and the writer counts the others', () => {
    const { writer, reader } = triple()
    for (let n = 1; n <= 5; n++) write(writer, n)
    expect(reader.take()).toBe(true)
    expect(valueOf(reader)).toEqual([5, 5, 5, 5])
    expect(writer.overwritten).toBe(4)
  })

  test('leaves a value as it is while others are written', () => {
    const { writer, reader } = triple()
    write(writer, 1)
    reader.take()
    for (let n = 2; n <= 7; n++) write(writer, n)
    writer.region.data.fill(-1, writer.claim() >> 2, (writer.claim() + SLOT_BYTES) >> 2)
    expect(valueOf(reader)).toEqual([1, 1, 1, 1])
  })
})

test('publish() without claim() is refused: the slot has an older value', () => {
  const { writer, reader } = triple()
  const refusal = 'Cannot publish: no slot is claimed since the last value, call claim() first'
  expect(() => writer.publish()).toThrow(refusal)
  for (let n = 1; n <= 3; n++) write(writer, n)
  reader.take()
  expect(() => writer.publish()).toThrow(refusal)
  expect(reader.take()).toBe(false)
  expect(valueOf(reader)).toEqual([3, 3, 3, 3])
})

test('after close() no value is taken any more, not even one that was claimed before', () => {
  const { writer, reader } = triple()
  write(writer, 1)
  writer.claim()
  writer.close()
  const refusal = expect.objectContaining({ name: 'ClosedError', reason: 'closed' })
  expect(() => writer.publish()).toThrow(refusal)
  expect(() => writer.claim()).toThrow(refusal)
  expect(reader.take()).toBe(true)
  expect(valueOf(reader)).toEqual([1, 1, 1, 1])
})

test('writer and reader never have one slot, in any order of publishes and takes', () => {
  for (let order = 0; order < 1 << 10; order++) {
    const { writer, reader } = triple()
    let last = 0
    for (let step = 0; step < 10; step++) {
      if (((order >> step) & 1) === 1) write(writer, step + 1)
      else if (reader.take()) {
        expect(valueOf(reader)[0]).toBeGreaterThan(last)
        last = valueOf(reader)[0]!
      }
      expect(writer.claim()).not.toBe(reader.offset)
    }
  }
})

describe('the end', () => {
  test('comes after the last value', () => {
    const { writer, reader } = triple()
    write(writer, 1)
    writer.close()
    expect([reader.isWriterClosed(), reader.take(), reader.take()]).toEqual([true, true, false])
    expect(reader.parkUntilNews()).toBe(true)
  })

  test('is not there before', () => {
    expect(triple().reader.isWriterClosed()).toBe(false)
  })
})

describe('TripleReader.parkUntilNews()', () => {
  test('says false when the time is over', () => {
    const { reader, region } = triple()
    expect(reader.parkUntilNews(1)).toBe(false)
    expect(Atomics.load(region.words, readerGateOf(0))).toBe(RUN)
  })

  test('does not sleep when there is a value', () => {
    const { writer, reader } = triple()
    write(writer, 1)
    expect(reader.parkUntilNews()).toBe(true)
  })

  test('publish() and close() wake whoever is parked', () => {
    for (const wake of [(writer: TripleWriter) => write(writer, 1), (writer: TripleWriter) => writer.close()]) {
      const { writer, region } = triple()
      Atomics.store(region.words, readerGateOf(0), PARK_SYNC)
      wake(writer)
      expect(Atomics.load(region.words, readerGateOf(0))).toBe(RUN)
    }
  })
})

describe('misuse', () => {
  test('a second writer, and a second reader', () => {
    const { region } = triple()
    expect(() => new TripleWriter(region)).toThrow(HandshakeError)
    expect(() => new TripleWriter(region)).toThrow('Cannot write this state: it has a writer already, owner 1')
    expect(() => new TripleReader(region)).toThrow('Cannot be reader 0 of this state: it has one already, owner 1')
  })

  test('slots that are pinned', () => {
    const region = createStateRegion({ kind: 'pinned', slotBytes: 8 })
    expect(() => new TripleWriter(region)).toThrow(TypeError)
    expect(() => new TripleReader(region)).toThrow('Cannot use a state of kind pinned as one of kind triple')
  })
})

// What the word may hold is 0 to 2 with or without FRESH, never the slot of the side that looks.
describe('a hostile peer', () => {
  test.each([0, 3, 4, 7, 8, 9, 12, -1, -4, 0x7fffffff, -0x80000000])('gives the writer %i', (word) => {
    const { writer, region } = triple()
    writer.claim()
    Atomics.store(region.words, LATEST, word)
    let error: unknown
    try {
      writer.publish()
    } catch (thrown) {
      error = thrown
    }
    expect(error).toBeInstanceOf(RingCorruptError)
    expect(error).toMatchObject({ field: 'LATEST', value: word, position: 0 })
    expect(String(error)).toContain(`State is corrupt at position 0: LATEST is ${word}, not a slot`)
    Atomics.store(region.words, LATEST, 1)
    expect(() => writer.publish()).toThrow(error as Error)
    expect(writer.claim()).toBe(0)
  })

  test.each([6, 7, 12, 13, -1, -4, 0x7ffffffc])('gives the reader %i', (word) => {
    const { reader, region } = triple()
    Atomics.store(region.words, LATEST, word)
    expect(() => reader.take()).toThrow(RingCorruptError)
    Atomics.store(region.words, LATEST, 5)
    expect(() => reader.take()).toThrow(`LATEST is ${word}`)
    expect(reader.offset).toBe(-1)
  })

  test.each([3, 8, -5, 0x7ffffffb])('shows the reader no mark in %i, and so no value', (word) => {
    const { reader, region } = triple()
    Atomics.store(region.words, LATEST, word)
    expect(reader.take()).toBe(false)
  })

  test('with an unknown state is closed', () => {
    const { reader, region } = triple()
    Atomics.store(region.words, WRITER_STATE, 77)
    expect(reader.isWriterClosed()).toBe(true)
  })
})
