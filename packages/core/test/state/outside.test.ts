import { describe, expect, test, vi } from 'vitest'
import { exchange, load, store } from '../../src/atomics.ts'
import { isRingCorruptError } from '../../src/errors.ts'
import { LATEST, pinOf, readerGateOf, slotsFor, WRITER_STATE } from '../../src/memory/state-layout.ts'
import { createStateRegion, type StateRegion } from '../../src/memory/state-region.ts'
import { PinReader, PinWriter } from '../../src/state/pinned-slots.ts'
import { randomFrom, type Random } from '../codec/graph.ts'

// So that somebody can come between any two accesses.
vi.mock('../../src/atomics.ts', { spy: true })

const SLOT_BYTES = 16
const ROUNDS = 500
const STEPS = 40

/** Now and then writes a word that others read: any number, or one that may pass for right. */
function intruder({ words, readers }: StateRegion, random: Random): () => void {
  const targets = [LATEST, LATEST, LATEST, WRITER_STATE, pinOf(0), pinOf(readers - 1), readerGateOf(0)]
  return () => {
    if (random(6) !== 0) return
    const target = targets[random(targets.length)]!
    Atomics.store(words, target, random(3) === 0 ? random(2 ** 31) * 2 : random(64))
  }
}

/** Every access from now on comes after the intruder's; gives back what undoes that. */
function beforeEachAccess(intrude: () => void): () => void {
  vi.mocked(load).mockImplementation((words, index) => {
    intrude()
    return Atomics.load(words, index)
  })
  vi.mocked(store).mockImplementation((words, index, value) => {
    intrude()
    return Atomics.store(words, index, value)
  })
  vi.mocked(exchange).mockImplementation((words, index, value) => {
    intrude()
    return Atomics.exchange(words, index, value)
  })
  return () => vi.restoreAllMocks()
}

describe('with words changed before any of its accesses', () => {
  test.each([1, 3])('a state of %i readers gives slots of its own only, and no other error', (readers) => {
    const outside: string[] = []
    let taken = 0
    let errors = 0
    const orCorrupt = (action: () => void): void => {
      try {
        action()
      } catch (error) {
        if (!isRingCorruptError(error)) throw error
        errors++
      }
    }
    const requireSlot = (offset: number, side: string): void => {
      const isSlot = offset % SLOT_BYTES === 0 && offset >= 0 && offset < slotsFor(readers) * SLOT_BYTES
      if (!isSlot) outside.push(`${side} ${offset}`)
    }
    for (let seed = 0; seed < ROUNDS; seed++) {
      const region = createStateRegion({ readers, slotBytes: SLOT_BYTES })
      const writer = new PinWriter(region)
      const reader = new PinReader(region, readers - 1)
      const restore = beforeEachAccess(intruder(region, randomFrom(seed)))
      for (let step = 0; step < STEPS; step++) {
        requireSlot(writer.claim(), 'writer')
        orCorrupt(() => writer.publish())
        orCorrupt(() => {
          if (!reader.take()) return
          taken++
          requireSlot(reader.offset, 'reader')
        })
        orCorrupt(() => void reader.hasNews())
      }
      restore()
    }
    expect(outside).toEqual([])
    expect([taken > ROUNDS, errors > ROUNDS]).toEqual([true, true])
  })
})
