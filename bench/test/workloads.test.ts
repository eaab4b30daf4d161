import { expect, test } from 'vitest'
import { mulberry32 } from '../src/random.ts'
import { inputsOf } from '../src/workload.ts'
import { workloadNamed, workloads } from '../src/workloads.ts'

const sizesOf = (name: string) => inputsOf(workloadNamed(name)).map((input) => JSON.stringify(input).length)

test('mulberry32() gives the numbers it always gave', () => {
  const random = mulberry32(0x5eed)
  expect([random.next(), random.next(), random.next()].map((number) => number.toFixed(6))).toMatchInlineSnapshot(`
    [
      "0.710032",
      "0.286337",
      "0.951903",
    ]
  `)
})

test('mulberry32() stays within its bounds and reaches both', () => {
  const random = mulberry32(1)
  const numbers = Array.from({ length: 1_000 }, () => random.integer(3, 6))
  expect([...new Set(numbers)].toSorted()).toEqual([3, 4, 5, 6])
})

test.each([
  ['tiny', 28],
  ['Ticker', 82],
  ['Order', 203],
  ['Book', 48_577],
])('the first input of %s has the published %i bytes of JSON', (name, bytes) => {
  expect(sizesOf(name)[0]).toBe(bytes)
})

test('every chat message has exactly 1,000 bytes of JSON', () => {
  expect(new Set(sizesOf('chat 1000'))).toEqual(new Set([1_000]))
})

test('User has about 198 bytes of JSON', () => {
  const sizes = sizesOf('User')
  const mean = sizes.reduce((sum, size) => sum + size) / sizes.length
  expect(Math.abs(mean - 198)).toBeLessThan(8)
})

test('tick 1000 has a thousand entities of 32-bit floats, about 190,000 bytes of JSON', () => {
  const [first] = inputsOf(workloadNamed('tick 1000')) as { position: { x: number } }[][]
  expect(first).toHaveLength(1_000)
  expect(first!.every(({ position }) => Math.fround(position.x) === position.x)).toBe(true)
  expect(sizesOf('tick 1000')[0]! / 190_000).toBeCloseTo(1, 1)
})

test('text 1000 is a thousand characters of ASCII, bytes 64K are 65,536 bytes', () => {
  expect(inputsOf(workloadNamed('text 1000'))[0]).toMatch(/^[ -~]{1000}$/)
  expect(inputsOf(workloadNamed('bytes 64K'))[0]).toHaveLength(65_536)
})

test.each(workloads)('$name is the same every time, and small messages rotate over 1,024 inputs', (workload) => {
  const inputs = inputsOf(workload)
  expect(inputsOf(workload)).toEqual(inputs)
  expect(structuredClone(inputs)).toEqual(inputs)
  expect(inputs).toHaveLength(workload.pool)
  expect(workload.pool === 1_024).toBe(JSON.stringify(inputs[0]).length < 2_000)
})

test('no two workloads share their random numbers', () => {
  expect(new Set(workloads.map(({ index }) => index)).size).toBe(workloads.length)
})

test('workloadNamed() refuses what it does not know', () => {
  expect(() => workloadNamed('Citibike')).toThrow('No workload is named Citibike')
})
