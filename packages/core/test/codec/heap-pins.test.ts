import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { HeapPins } from '../../src/codec/heap-pins.ts'

const KIB = 1024
const MIB = 1024 * KIB

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

interface Block {
  readonly byteLength: number
}

/** `sizes`: of all that are small. */
function pins(): { pins: HeapPins<Block>; sizes: number[] } {
  const sizes: number[] = []
  const allocate = (byteLength: number): Block => {
    if (byteLength < 4 * KIB) sizes.push(byteLength)
    return { byteLength }
  }
  return { pins: new HeapPins(allocate), sizes }
}

/** Long enough to hear of a collection. */
async function collect(): Promise<void> {
  collectGarbage()
  for (let turn = 0; turn < 10; turn++) await setImmediate()
}

test('one lies before every 512 KiB, whatever they consist of', () => {
  for (const size of [4 * KIB, 64 * KIB, 100_000, 512 * KIB]) {
    const { pins: made, sizes } = pins()
    for (let bytes = 0; bytes < 16 * MIB; bytes += size) made.allocate(size)
    expect(made.count).toBe(sizes.length)
    expect(made.count).toBeGreaterThanOrEqual(26)
    expect(made.count).toBeLessThanOrEqual(32)
  }
})

test('one for each that is larger', () => {
  const { pins: made, sizes } = pins()
  for (let count = 0; count < 10; count++) expect(made.allocate(3 * MIB)).toEqual({ byteLength: 3 * MIB })
  expect(sizes).toEqual(Array.from({ length: 10 }, () => 2 * KIB))
})

test('they take half a MiB at most, however much is allocated', () => {
  const { pins: made, sizes } = pins()
  for (let count = 0; count < 5_000; count++) made.allocate(MIB)
  expect(sizes.length).toBe(5_000)
  expect(made.count).toBe(256)
})

test('they outlast a collection, as the memory they hold is wanted again', async () => {
  const { pins: made } = pins()
  for (let round = 0; round < 5; round++) {
    for (let count = 0; count < 10; count++) made.allocate(MIB)
    await collect()
    expect(made.count).toBe(10 * (round + 1))
  }
})

test('an allocator that is idle keeps none for long, and begins anew', async () => {
  const { pins: made } = pins()
  for (let round = 0; round < 3; round++) {
    for (let count = 0; count < 300; count++) made.allocate(MIB)
    await collect()
    expect(made.count).toBe(256)
    await collect()
    expect(made.count).toBe(0)
  }
})
