import { expect, test } from 'vitest'
import { createStateRegion } from '../../src/memory/state-region.ts'
import { PinReader } from '../../src/state/pinned-slots.ts'
import { freeReserved, PLACES, reservePlace, SharedSource } from '../../src/state/shared-source.ts'

function regionOf(readers: number): ReturnType<typeof createStateRegion> {
  return createStateRegion({ readers: readers * PLACES, slotBytes: 64 })
}

test('a reader that attaches while its port ends gets both of its places, and leaves both', () => {
  const region = regionOf(1)
  const { memory } = region
  const { place, reservation } = reservePlace(memory)
  const first = new PinReader(region, place * PLACES, reservation)
  freeReserved(memory, place, reservation, false)
  const second = new PinReader(region, place * PLACES + 1, reservation)
  expect(() => new SharedSource(memory, '', { place: undefined })).toThrow('it has 1 readers already')
  second.close()
  first.close()
  expect(new SharedSource(memory, '', { place: undefined }).place).toBe(0)
})

test('a reader that comes after its port has ended gets no place', () => {
  const { memory } = regionOf(1)
  const { place, reservation } = reservePlace(memory)
  freeReserved(memory, place, reservation, false)
  expect(() => new SharedSource(memory, '', { place, reservation })).toThrow('Cannot be reader 0 of this state')
  expect(new SharedSource(memory, '', { place: undefined }).place).toBe(0)
})

test.each([0, 1, 2])('a reader that has died with %i of its places leaves both', (taken) => {
  const region = regionOf(2)
  const { memory } = region
  const { place, reservation } = reservePlace(memory)
  const pins = Array.from({ length: taken }, (_, n) => new PinReader(region, place * PLACES + n, reservation))
  expect(pins.length).toBe(taken)
  freeReserved(memory, place, reservation, true)
  expect(new SharedSource(memory, '', { place: undefined }).place).toBe(0)
})

test("the place of a reader that has left is the next reader's, also after the death of the one before", () => {
  const { memory } = regionOf(1)
  const { place, reservation } = reservePlace(memory)
  new SharedSource(memory, '', { place, reservation }).close()
  const next = new SharedSource(memory, '', { place: undefined })
  freeReserved(memory, place, reservation, true)
  expect(() => new SharedSource(memory, '', { place: undefined })).toThrow('it has 1 readers already')
  next.close()
})
