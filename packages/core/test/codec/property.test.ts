import './soon.ts'
import { assert, integer, property } from 'fast-check'
import { createSpan, Decoder, encode, encodeInto, Encoder } from '../../src/codec/index.ts'
import { expect, test } from 'vitest'
import { difference } from './difference.ts'
import { randomFrom, randomGraph } from './graph.ts'
import { amountOfRun } from '../../../../tools/short-run.mjs'

const RUNS = amountOfRun(10_000)
const ROOMS = amountOfRun(300)
const SPAN_BYTES = 1 << 16
const span = createSpan(new SharedArrayBuffer(SPAN_BYTES), 0, SPAN_BYTES)

test(`one Encoder and one Decoder carry ${RUNS} random graphs over shared memory, some rolled back, some spilled`, () => {
  const encoder = new Encoder()
  const decoder = new Decoder()
  const check = property(integer(), (seed) => {
    const random = randomFrom(seed)
    const graph = randomGraph(random, 30)
    if (random(10) === 0) {
      encoder.encode(randomGraph(random, 20), span, 0, SPAN_BYTES)
      encoder.rollback()
    }
    if (random(10) === 0)
      expect(() => encoder.encode([graph, () => 1], span, 0, SPAN_BYTES)).toThrow(/could not be cloned/)
    const offset = 8 * random(10)
    const limit = random(10) === 0 ? offset + random(60) : SPAN_BYTES
    const end = encoder.encode(graph, span, offset, limit)
    const copy =
      end >= 0
        ? decoder.decode(span, offset, end)
        : decoder.decode(spanOf(encoder.spilled()), 0, encoder.spilled().length)
    expect(difference(copy, structuredClone(graph))).toBeUndefined()
  })
  assert(check, { numRuns: RUNS, endOnFailure: true })
})

test(`encodeInto() touches nothing outside its room, for ${ROOMS} random graphs and every smaller room`, () => {
  const check = property(integer(), (seed) => {
    const graph = randomGraph(randomFrom(seed), 6)
    const expected = encode(graph)
    const offset = 5
    const memory = Buffer.alloc(expected.length + 80)
    const untouched = Buffer.alloc(memory.length, 0xa5)
    for (let room = 0; room <= expected.length + 1; room++) {
      memory.fill(0xa5)
      const end = encodeInto(graph, memory.subarray(0, offset + room), offset)
      expect(end).toBe(room >= expected.length ? offset + expected.length : -1)
      if (end >= 0) expect(memory.subarray(offset, end).equals(expected)).toBe(true)
      const [before, after] = [memory.subarray(0, offset), memory.subarray(offset + room)]
      expect(before.equals(untouched.subarray(0, offset))).toBe(true)
      expect(after.equals(untouched.subarray(offset + room))).toBe(true)
    }
  })
  assert(check, { numRuns: ROOMS })
})

function spanOf(bytes: Uint8Array): ReturnType<typeof createSpan> {
  const memory = new ArrayBuffer(bytes.length)
  new Uint8Array(memory).set(bytes)
  return createSpan(memory, 0, bytes.length)
}
