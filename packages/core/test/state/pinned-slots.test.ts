import { describe, expect, test, vi } from 'vitest'
import * as atomics from '../../src/atomics.ts'
import { ClosedError, HandshakeError, RingCorruptError } from '../../src/errors.ts'
import { LATEST, MAX_READERS, pinOf, readerGateOf, slotsFor } from '../../src/memory/state-layout.ts'
import { createStateRegion, type StateRegion } from '../../src/memory/state-region.ts'
import { PARK_SYNC, RUN } from '../../src/signal/gate.ts'
import { PinReader, PinWriter } from '../../src/state/pinned-slots.ts'
import { freeReaderPlace } from '../../src/state/places.ts'
import { closeForDeadWriter } from '../../src/state/writer-state.ts'

// So that a writer can come between any two loads of a reader.
vi.mock('../../src/atomics.ts', { spy: true })

const SLOT_BYTES = 16

function pinned(readers = 2): { region: StateRegion; writer: PinWriter; readersOf: PinReader[] } {
  const region = createStateRegion({ readers, slotBytes: SLOT_BYTES })
  const readersOf = Array.from({ length: readers }, (_, reader) => new PinReader(region, reader))
  return { region, writer: new PinWriter(region), readersOf }
}

function write(writer: PinWriter, value: number): void {
  const cell = writer.claim() >> 2
  writer.region.data.fill(value, cell, cell + SLOT_BYTES / 4)
  writer.publish()
}

function valueOf({ region, offset }: PinReader): readonly number[] {
  return [...region.data.subarray(offset >> 2, (offset + SLOT_BYTES) >> 2)]
}

describe('PinReader.take()', () => {
  test('has nothing before the first value', () => {
    const [reader] = pinned().readersOf as [PinReader]
    expect([reader.take(), reader.offset, reader.version, reader.hasNews()]).toEqual([false, -1, 0, false])
  })

  test('gives the newest value to every reader, each once', () => {
    const { writer, readersOf } = pinned(3)
    for (let n = 1; n <= 20; n++) {
      write(writer, n)
      for (const reader of readersOf.slice(0, 1 + (n % 3))) {
        expect([reader.hasNews(), reader.take(), reader.take(), reader.hasNews()]).toEqual([true, true, false, false])
        expect(valueOf(reader)).toEqual([n, n, n, n])
        expect(reader.version).toBe(n)
      }
    }
    expect(writer.version).toBe(20)
  })

  test('leaves a value as it is while others are written', () => {
    const { writer, readersOf } = pinned(2)
    const [one, other] = readersOf as [PinReader, PinReader]
    write(writer, 1)
    one.take()
    write(writer, 2)
    other.take()
    for (let n = 3; n <= 9; n++) write(writer, n)
    expect([valueOf(one), valueOf(other)]).toEqual([
      [1, 1, 1, 1],
      [2, 2, 2, 2],
    ])
  })

  test('pins the last value once more after release()', () => {
    const { writer, readersOf } = pinned()
    const [reader] = readersOf as [PinReader]
    write(writer, 7)
    reader.take()
    reader.release()
    expect([reader.offset, reader.hasNews()]).toEqual([-1, false])
    expect([reader.take(), valueOf(reader)]).toEqual([false, [7, 7, 7, 7]])
  })

  test('begins anew when the writer comes between its looks', () => {
    const { writer, readersOf } = pinned()
    const [reader] = readersOf as [PinReader]
    write(writer, 1)
    const pinning = vi.mocked(atomics.store)
    pinning.mockImplementationOnce((words, index, value) => {
      write(writer, 2)
      return Atomics.store(words, index, value)
    })
    expect([reader.take(), valueOf(reader), reader.version]).toEqual([true, [2, 2, 2, 2], 2])
  })

  test('takes the slot it has pinned though a newer value is in it by now', () => {
    const { writer, readersOf, region } = pinned(1)
    const [reader] = readersOf as [PinReader]
    write(writer, 1)
    const first = Atomics.load(region.words, LATEST) & 31
    vi.mocked(atomics.store).mockImplementationOnce((words, index, value) => {
      for (let n = 2; (Atomics.load(region.words, LATEST) & 31) !== first || n === 2; n++) write(writer, n)
      return Atomics.store(words, index, value)
    })
    expect(reader.take()).toBe(true)
    expect(reader.version).toBe(writer.version)
    expect(valueOf(reader)[0]).toBe(writer.version)
  })
})

describe('PinWriter.claim()', () => {
  test.each([1, 2, 28, MAX_READERS])('always finds a slot, whatever %i readers hold', (readers) => {
    const { writer, readersOf, region } = pinned(readers)
    for (let n = 1; n <= 3 * readers; n++) {
      write(writer, n)
      readersOf[n % readers]!.take()
      const offset = writer.claim()
      expect(readersOf.map((reader) => reader.offset)).not.toContain(offset)
      expect(offset).toBeLessThan(region.data.byteLength)
      expect(offset % SLOT_BYTES).toBe(0)
    }
    expect(readersOf.every((reader) => reader.version > 2 * readers)).toBe(true)
  })

  test('never gives the latest', () => {
    const { writer } = pinned()
    const offsets = Array.from({ length: 50 }, () => {
      const offset = writer.claim()
      writer.publish()
      return offset
    })
    expect(offsets.filter((offset, i) => offset === offsets[i - 1])).toEqual([])
  })
})

describe('the version', () => {
  // The first version makes the word pass 2^31. The second one wraps to 0, and the word passes 2^32.
  test.each([2 ** 26 - 2, 2 ** 27 - 2])('goes on past %i', (version) => {
    const region = createStateRegion({ slotBytes: SLOT_BYTES })
    Atomics.store(region.words, LATEST, (version << 5) | 3)
    const writer = new PinWriter(region)
    const reader = new PinReader(region, 0)
    expect([reader.take(), reader.version, writer.version]).toEqual([true, version, version])
    for (let n = 1; n <= 4; n++) {
      write(writer, n)
      expect([reader.hasNews(), reader.take(), reader.take()]).toEqual([true, true, false])
      expect(valueOf(reader)).toEqual([n, n, n, n])
      expect(reader.version).toBe((version + n) % 2 ** 27)
    }
  })
})

describe('a reader that is dead', () => {
  test('costs a slot until its place is freed, and another takes it', () => {
    const { writer, readersOf, region } = pinned(1)
    readersOf[0]!.release()
    write(writer, 1)
    readersOf[0]!.take()
    const held = readersOf[0]!.offset
    const claims = (): number[] =>
      Array.from({ length: 6 }, () => {
        const offset = writer.claim()
        writer.publish()
        return offset
      })
    expect(claims()).not.toContain(held)
    freeReaderPlace(region, 0)
    expect(claims()).toContain(held)
    expect(new PinReader(region, 0).take()).toBe(true)
  })

  test('close() frees slot and place', () => {
    const { writer, readersOf, region } = pinned()
    write(writer, 1)
    readersOf[1]!.take()
    readersOf[1]!.close()
    expect([readersOf[1]!.offset, Atomics.load(region.words, pinOf(1))]).toEqual([-1, 0])
    expect(() => new PinReader(region, 1)).not.toThrow()
  })
})

describe('PinReader.close()', () => {
  test.each([
    ['again', (reader: PinReader) => reader.close()],
    ['before release()', (reader: PinReader) => reader.release()],
  ])('%s leaves slot and place to the next reader', (_, again) => {
    const { writer, readersOf, region } = pinned(1)
    write(writer, 1)
    readersOf[0]!.take()
    readersOf[0]!.close()
    const next = new PinReader(region, 0)
    next.take()
    again(readersOf[0]!)
    for (let n = 2; n <= 9; n++) write(writer, n)
    expect(valueOf(next)).toEqual([1, 1, 1, 1])
    expect(() => new PinReader(region, 0)).toThrow(HandshakeError)
  })

  test('ends take() and parkUntilNews(), which would use what the next reader has', () => {
    const { writer, readersOf, region } = pinned(1)
    readersOf[0]!.close()
    write(writer, 1)
    expect(() => readersOf[0]!.take()).toThrow(ClosedError)
    expect(() => readersOf[0]!.take()).toThrow('Cannot take a value: this reader is closed, make another')
    expect(() => readersOf[0]!.parkUntilNews(1)).toThrow('Cannot park: this reader is closed, make another')
    expect([readersOf[0]!.offset, Atomics.load(region.words, pinOf(0))]).toEqual([-1, 0])
  })
})

describe('the end', () => {
  test.each([
    ['close()', (writer: PinWriter) => writer.close()],
    ['closeForDeadWriter()', (writer: PinWriter) => closeForDeadWriter(writer.region)],
  ])('%s comes after the last value and wakes all', (_, end) => {
    const { writer, readersOf, region } = pinned(2)
    write(writer, 1)
    for (const reader of [0, 1]) Atomics.store(region.words, readerGateOf(reader), PARK_SYNC)
    end(writer)
    for (const reader of [0, 1]) expect(Atomics.load(region.words, readerGateOf(reader))).toBe(RUN)
    for (const reader of readersOf) {
      expect([reader.isWriterClosed(), reader.take(), reader.take()]).toEqual([true, true, false])
      expect(reader.parkUntilNews()).toBe(true)
    }
  })
})

describe('PinReader.parkUntilNews()', () => {
  test('says false when the time is over', () => {
    const { readersOf, region } = pinned()
    expect(readersOf[1]!.parkUntilNews(1)).toBe(false)
    expect(Atomics.load(region.words, readerGateOf(1))).toBe(RUN)
  })

  test('publish() wakes whoever is parked', () => {
    const { writer, region } = pinned(3)
    for (const reader of [0, 2]) Atomics.store(region.words, readerGateOf(reader), PARK_SYNC)
    write(writer, 1)
    expect([0, 1, 2].map((reader) => Atomics.load(region.words, readerGateOf(reader)))).toEqual([RUN, RUN, RUN])
  })
})

describe('misuse', () => {
  test('publish() without claim(), and twice for one', () => {
    const { writer } = pinned()
    const message = 'Cannot publish: no slot is claimed since the last value, call claim() first'
    expect(() => writer.publish()).toThrow(message)
    write(writer, 1)
    expect(() => writer.publish()).toThrow(message)
  })

  test('a value after close(), even if its slot was claimed before', () => {
    const { writer } = pinned()
    writer.claim()
    writer.close()
    const refusal = expect.objectContaining({ name: 'ClosedError', reason: 'closed' })
    expect(() => writer.publish()).toThrow(refusal)
    expect(() => writer.claim()).toThrow(refusal)
    expect(writer.version).toBe(0)
  })

  test('a second writer, and a reader whose number is taken', () => {
    const { region } = pinned()
    expect(() => new PinWriter(region)).toThrow(HandshakeError)
    expect(() => new PinReader(region, 1)).toThrow('Cannot be reader 1 of this state: it has one already, owner 1')
  })

  test.each([-1, 2, 0.5, NaN])('reader number %s of two', (reader) => {
    const { region } = pinned()
    expect(() => new PinReader(region, reader)).toThrow(RangeError)
    expect(() => freeReaderPlace(region, reader)).toThrow(`Cannot be reader ${reader} of 2: use 0 to 1`)
  })
})

describe('a hostile peer', () => {
  test.each([32, 5, 31, 32 + 5, -1, -32, 0x7fffffff, -0x80000000])('gives the reader %i', (word) => {
    const { readersOf, region } = pinned()
    Atomics.store(region.words, LATEST, word)
    let error: unknown
    try {
      readersOf[0]!.take()
    } catch (thrown) {
      error = thrown
    }
    expect(error).toBeInstanceOf(RingCorruptError)
    expect(String(error)).toContain(`State is corrupt at position 0: LATEST is ${word}, not in a slot from 1 to 4`)
    Atomics.store(region.words, LATEST, 33)
    expect(() => readersOf[0]!.take()).toThrow(error as Error)
    expect([readersOf[0]!.offset, Atomics.load(region.words, pinOf(0))]).toEqual([-1, 0])
  })

  test('takes a value back', () => {
    const { writer, readersOf, region } = pinned()
    write(writer, 1)
    readersOf[0]!.take()
    Atomics.store(region.words, LATEST, 0)
    expect(() => readersOf[0]!.take()).toThrow('State is corrupt at position 1: LATEST is 0')
  })

  test('is always faster: the reader gives up and holds nothing', () => {
    const { writer, readersOf, region } = pinned()
    const [reader] = readersOf as [PinReader]
    write(writer, 1)
    reader.take()
    write(writer, 2)
    const pinning = vi.mocked(atomics.store)
    let tries = 0
    pinning.mockImplementation((words, index, value) => {
      if (index === pinOf(0) && value !== 0) {
        tries++
        const latest = Atomics.load(region.words, LATEST)
        Atomics.store(words, LATEST, (latest & ~31) | ((latest & 3) + 1))
      }
      return Atomics.store(words, index, value)
    })
    expect(reader.take()).toBe(false)
    pinning.mockImplementation(Atomics.store)
    expect([tries, reader.offset, Atomics.load(region.words, pinOf(0))]).toEqual([10_000, -1, 0])
    expect(reader.hasNews()).toBe(true)
    expect(reader.take()).toBe(true)
  })

  test.each([-1, 32, 33, 77, 0x7fffffff, -0x80000000])('pins %i: the writer still finds a slot', (pin) => {
    const { writer, region } = pinned()
    for (const reader of [0, 1]) Atomics.store(region.words, pinOf(reader), pin)
    for (let n = 1; n <= 8; n++) {
      expect(writer.claim() / SLOT_BYTES).toBeLessThan(slotsFor(2))
      expect(writer.claim()).toBeGreaterThanOrEqual(0)
      write(writer, n)
    }
  })
})
