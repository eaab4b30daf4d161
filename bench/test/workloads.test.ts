import { expect, test } from 'vitest'
import { mulberry32 } from '../src/random.ts'
import { inputsOf, Rotation } from '../src/workload.ts'
import type { Change } from '../src/workloads/ecommerce.ts'
import { newText } from '../src/workloads/new-text.mjs'
import { workloadNamed, workloads } from '../src/workloads.ts'

const rotationOf = (name: string) =>
  new Rotation(workloadNamed(name), inputsOf(workloadNamed(name)), { messages: 1_024, bytes: 4 << 20 })
const sizesOf = (name: string) => inputsOf(workloadNamed(name)).map((input) => Buffer.byteLength(JSON.stringify(input)))

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
  ['mixed', 552],
  ['nested 100', 7_031],
  ['fill 1000', 3_001],
  ['two fills of 65577', 393_484],
])('the first input of %s has the published %i bytes of JSON', (name, bytes) => {
  expect(sizesOf(name)[0]).toBe(bytes)
})

test.each(['chat 1000', 'chat UTF-8'])('every message of %s has exactly 1,000 bytes of JSON', (name) => {
  expect(new Set(sizesOf(name))).toEqual(new Set([1_000]))
})

test('one character in five of chat UTF-8 is beyond ASCII, of two or three bytes', () => {
  const text = (inputsOf(workloadNamed('chat UTF-8')) as { text: string }[]).map((message) => message.text).join('')
  expect(text.replaceAll(/[ -~]/g, '').length / text.length).toBeCloseTo(0.2, 2)
  const sizes = new Set([...text].map((character) => Buffer.byteLength(character)))
  expect([...sizes].toSorted()).toEqual([1, 2, 3])
})

// As published: each change with its value as JSON within JSON.
test.each([
  ['ecommerce S05', 60, 6_061],
  ['ecommerce FULL', 1_987, 197_387],
])('the first input of %s has the published %i changes, %i bytes on the published wire', (name, count, bytes) => {
  const [first] = inputsOf(workloadNamed(name)) as { changes: Change[] }[]
  const wire = first!.changes.map(({ path, value }) => ({ path, value_json: JSON.stringify(value) }))
  expect(wire).toHaveLength(count)
  expect(JSON.stringify(wire).length).toBe(bytes)
})

test('the leaves of ecommerce FULL are as many of each kind as published', () => {
  const [{ changes } = { changes: [] }] = inputsOf(workloadNamed('ecommerce FULL')) as { changes: Change[] }[]
  const kinds = changes.map(({ value }) => (Array.isArray(value) ? 'array' : typeof value))
  const counts = Object.fromEntries(
    [...new Set(kinds)].map((kind) => [kind, kinds.filter((one) => one === kind).length]),
  )
  expect(counts).toEqual({ number: 888, string: 762, boolean: 277, array: 60 })
})

test('Citibike 100 has a hundred trips, most of them between a few stations, some of them to nowhere', () => {
  const trips = (inputsOf(workloadNamed('Citibike 100')) as { trips: Record<string, unknown>[] }[]).map(
    (message) => message.trips,
  )
  expect(new Set(trips.map(({ length }) => length))).toEqual(new Set([100]))
  const [electric, member, nowhere] = [
    (trip: Record<string, unknown>) => trip['rideableType'] === 1,
    (trip: Record<string, unknown>) => trip['memberCasual'] === 1,
    (trip: Record<string, unknown>) => !('endLat' in trip) && !('endStationId' in trip),
  ].map((isSo) => trips.flat().filter(isSo).length / trips.flat().length)
  expect(electric).toBeCloseTo(0.65, 1)
  expect(member).toBeCloseTo(0.8, 1)
  expect(nowhere).toBeGreaterThan(0)
  expect(nowhere).toBeLessThan(0.01)
  const ids = trips.flat().map((trip) => trip['startStationId'])
  expect(new Set(ids).size).toBeLessThan(ids.length / 2)
})

test('numbers 1000 has numbers of one, two, four and eight bytes, and fractions', () => {
  const [first] = inputsOf(workloadNamed('numbers 1000')) as number[][]
  const sizes = [2 ** 7, 2 ** 15, 2 ** 31, Infinity]
  const found = new Set(first!.map((number) => sizes.findIndex((size) => Math.abs(number) < size)))
  expect([...found].toSorted()).toEqual([0, 1, 2, 3])
  expect(first!.filter((number) => !Number.isInteger(number)).length).toBeGreaterThan(100)
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

test('the inputs of a workload come first, in their order, and bytes come again and again', () => {
  const kept = rotationOf('bytes 64K')
  kept.makeReady(100)
  const given = Array.from({ length: 24 }, () => kept.next())
  expect(new Set(given).size).toBe(8)
  expect(given.slice(8, 16)).toEqual(given.slice(0, 8))
  expect(kept.mostAtOnce).toBe(Infinity)
  const rotation = rotationOf('tick 1000')
  expect(Array.from({ length: 8 }, () => rotation.next())).toEqual(rotation.inputs)
})

/** Objects in it, however deep. */
function objectsIn(value: unknown, found: Set<object> = new Set()): Set<object> {
  if (typeof value !== 'object' || value === null || found.has(value)) return found
  found.add(value)
  for (const part of Object.values(value)) objectsIn(part, found)
  return found
}

test.each(workloads.filter(({ isKept }) => isKept === undefined))('no object of $name is sent twice', ({ name }) => {
  const rotation = rotationOf(name)
  const met = new Set<object>()
  let count = 0
  for (let batch = 0; batch < 3; batch++) {
    rotation.makeReady(2)
    for (let turn = 0; turn < 2; turn++) {
      const objects = objectsIn(rotation.next())
      count += objects.size
      for (const object of objects) met.add(object)
    }
  }
  expect(met.size).toBe(count)
})

test('as many messages are made at once as memory allows', () => {
  const [small, large] = ['point', 'tick 1000'].map((name) => rotationOf(name).mostAtOnce)
  expect(small).toBe(1_024)
  expect(large).toBeLessThan(100)
})

test('newText() gives the same text', () => {
  expect(['', 'a', 'ab', 'a text of more than a dozen characters'].map(newText)).toEqual([
    '',
    'a',
    'ab',
    'a text of more than a dozen characters',
  ])
})
