import './soon.ts'
import { createSpan, decode, Decoder, encode, Encoder, registryOf } from '../../src/codec/index.ts'
import { describe, expect, test } from 'vitest'
import { LATER_DEPTH } from '../../src/codec/tags.ts'
import { point, Point } from './own-classes.ts'

type Wrap = (inner: unknown, depth: number) => unknown

const WRAPS: readonly (readonly [name: string, wrap: Wrap, inside: (outer: never) => unknown])[] = [
  ['arrays', (inner) => [inner], (outer: unknown[]) => outer[0]],
  ['sparse arrays', (inner) => Object.assign([], { inner }), (outer: { inner: unknown }) => outer.inner],
  ['objects', (inner) => ({ inner, other: 1 }), (outer: { inner: unknown }) => outer.inner],
  [
    'objects of many shapes',
    (inner, depth) => ({ [`key${depth}`]: inner }),
    (outer: object) => Object.values(outer)[0],
  ],
  ['Maps by value', (inner) => new Map([[1, inner]]), (outer: Map<unknown, unknown>) => outer.get(1)],
  ['Maps by key', (inner) => new Map([[inner, 1]]), (outer: Map<unknown, unknown>) => [...outer.keys()][0]],
  ['Sets', (inner) => new Set([inner]), (outer: Set<unknown>) => [...outer][0]],
]
const AROUND = [LATER_DEPTH - 1, LATER_DEPTH, LATER_DEPTH + 1]
const DEPTHS = [...AROUND, 2 * LATER_DEPTH, 20_000, 100_000]

function nest(wrap: Wrap, depth: number): unknown {
  let value: unknown = 'the bottom'
  for (let level = 0; level < depth; level++) value = wrap(value, level)
  return value
}

function depthOf(value: unknown, inside: (outer: never) => unknown): number {
  let depth = 0
  for (let inner = value; inner !== 'the bottom'; depth++) inner = inside(inner as never)
  return depth
}

describe('values nested deeper than any stack arrive whole:', () => {
  test.each(WRAPS)('%s', (_, wrap, inside) => {
    const bytes = 1 << 23
    const span = createSpan(new SharedArrayBuffer(bytes), 0, bytes)
    const encoder = new Encoder()
    const decoder = new Decoder()
    for (const depth of DEPTHS) {
      const value = nest(wrap, depth)
      expect(depthOf(decode(encode(value)), inside)).toBe(depth)
      for (let round = 0; round < 3; round++) {
        const end = encoder.encode(value, span, 0, bytes)
        expect(depthOf(decoder.decode(span, 0, end), inside)).toBe(depth)
      }
    }
  })
})

// Generated code has all values of an object in its frame.
describe('and so do objects of many keys:', () => {
  test.each([16, 30, 103, 200, 511])('%i in each', (count) => {
    const others = Object.fromEntries(Array.from({ length: count }, (_, key) => [`k${key}`, key]))
    const bytes = 1 << 24
    const span = createSpan(new SharedArrayBuffer(bytes), 0, bytes)
    const encoder = new Encoder()
    const decoder = new Decoder()
    for (const depth of [10, 30, 100, 790]) {
      const nested = nest((inner) => ({ ...others, inner }), depth)
      const inRows = nest((inner) => [{ ...others, inner }], depth / 2)
      // Each has the shape so often that it has code in the second.
      for (let round = 0; round < 5; round++) {
        const end = encoder.encode(nested, span, 0, bytes)
        expect(depthOf(decoder.decode(span, 0, end), (outer: { inner: unknown }) => outer.inner)).toBe(depth)
      }
      const end = encoder.encode(inRows, span, 0, bytes)
      const copy = decoder.decode(span, 0, end)
      expect(depthOf(copy, ([outer]: [{ inner: unknown }]) => outer.inner)).toBe(depth / 2)
    }
  })
})

test('cycles and sharing hold across the depth at which contents come later', () => {
  const top: { inner?: unknown; list: unknown[] } = { list: [] }
  let bottom: unknown = { top, list: top.list }
  for (let level = 0; level < 100_000; level++) bottom = level % 2 === 0 ? { inner: bottom } : [bottom]
  top.inner = bottom
  const copy = decode(encode(top)) as typeof top
  let inner = copy.inner
  for (let level = 0; level < 100_000; level++)
    inner = Array.isArray(inner) ? inner[0] : (inner as { inner: unknown }).inner
  expect((inner as { top: unknown }).top).toBe(copy)
  expect((inner as { list: unknown }).list).toBe(copy.list)
})

test('causes nested too deep are a RangeError, as in structured clone, and the next value is fine', () => {
  const deep = nest((cause) => new Error('x', { cause }), 20_000)
  expect(() => structuredClone(deep)).toThrow(RangeError)
  expect(() => encode(deep)).toThrow(RangeError)
  expect(decode(encode([1]))).toEqual([1])
})

test('a stack that was full when objects of the platform were first looked at makes nothing else of them', () => {
  const span = createSpan(new ArrayBuffer(1 << 12), 0, 1 << 12)
  const encoder = new Encoder()
  const makes = [() => new Blob([]), () => new Headers(), () => new URL('http://a'), () => new ReadableStream()]
  for (const value of makes.map((make) => make())) {
    let isRefused = true
    // Again and again from the end of the stack upwards, until there is just enough of it.
    const descend = (): void => {
      try {
        descend()
      } catch {
        // The stack was full.
      }
      if (!isRefused) return
      try {
        encoder.encode(value, span, 0, 1 << 12)
        isRefused = false
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError)
      }
    }
    descend()
    encoder.encode(value, span, 0, 1 << 12)
    expect(encoder.platformObjects).toEqual([value])
  }
})

describe('an object that is announced as a kind is written as that kind,', () => {
  const registry = registryOf({ classes: [point] })
  const kinds = [() => new Map([[1, 2]]), () => new Set([1]), () => [1, 2], () => ({ own: 1 })]
  const prototypes = [Object.prototype, Array.prototype, Point.prototype, Blob.prototype, null]
  const cases = kinds.flatMap((make) =>
    prototypes.flatMap((prototype) => AROUND.map((depth) => ({ make, prototype, depth }))),
  )

  /** Carries an object of another prototype at some depth, where `change` stands before it; gives the object that arrives. */
  function carried(value: object, change: object, depth: number): unknown {
    const bytes = 1 << 16
    const span = createSpan(new ArrayBuffer(bytes), 0, bytes)
    let inner: unknown = [change, value]
    for (let level = 1; level < depth; level++) inner = [inner]
    const encoder = new Encoder(false, registry)
    const end = encoder.encode(inner, span, 0, bytes)
    let copy = new Decoder(registry).decode(span, 0, end, encoder.platformObjects)
    for (let level = 1; level < depth; level++) copy = (copy as unknown[])[0]
    return (copy as unknown[])[1]
  }

  test.each(cases)('whatever its prototype', ({ make, prototype, depth }) => {
    expect(() =>
      carried(Object.setPrototypeOf(Object.assign(make(), { named: 'x' }), prototype), {}, depth),
    ).not.toThrow()
  })

  test.each(cases)('also when a getter changes its prototype meanwhile', ({ make, prototype, depth }) => {
    const value = Object.assign(make(), { named: 'x' })
    const change = Object.defineProperty({}, 'change', {
      get: () => Object.setPrototypeOf(value, prototype) && 1,
      enumerable: true,
    })
    const copy = carried(value, change, depth)
    // Above and below it is written in its place, by then with the other prototype.
    if (depth === LATER_DEPTH) expect(Object.prototype.toString.call(copy)).toBe(Object.prototype.toString.call(make()))
  })

  test('a Map and a Set that look plain arrive as what they are', () => {
    for (const make of [() => new Map([[1, 2]]), () => new Set([1])]) {
      const value = Object.setPrototypeOf(Object.assign(make(), { named: 'x' }), Object.prototype)
      expect(carried(value, {}, LATER_DEPTH)).toEqual(make())
    }
  })
})

test('contents that were not announced, or other ones, are a DecodeError', () => {
  for (const bytes of [
    [0, 0xe2],
    [0, 0xe2, 0xcf, 0],
    [0, 0xe3, 0xd1, 0xce],
    [0, 0xe4, 0xd5, 0],
    [0, 0xe5, 1],
    [0, 1, 0xcf, 0],
  ]) {
    expect(() => decode(Uint8Array.from(bytes))).toThrow(/Cannot decode/)
  }
})
