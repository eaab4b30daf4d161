import { isDecodeError } from '../../src/errors.ts'
import { createSpan, decode, Decoder, encode } from '../../src/codec/index.ts'
import { expect, test } from 'vitest'
import { CARRIED } from './cases/index.ts'
import { randomFrom } from './graph.ts'
import { spoil } from './mutation.ts'

const found = (message: Uint8Array): Uint8Array | undefined =>
  new Decoder().findBytes(createSpan(message.slice().buffer, 0, message.length), 0, message.length)

/** The bytes that `findBytes` should find: those of one buffer or view. */
function bytesIn(value: unknown): Uint8Array | undefined {
  if (value instanceof ArrayBuffer) return new Uint8Array(value)
  return ArrayBuffer.isView(value) ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength) : undefined
}

test('Decoder.findBytes() finds the bytes of every buffer and view, and nothing in anything else', () => {
  let count = 0
  for (const { make, name } of CARRIED) {
    const expected = bytesIn(structuredClone(make()))
    expect(found(encode(make())), name).toEqual(expected)
    if (expected !== undefined) count++
  }
  expect(count).toBeGreaterThan(50)
})

test('Decoder.findBytes() takes part in what a message tells the tables, and leaves the message to be decoded', () => {
  const line = new Decoder()
  const message = encode({ first: 1, second: [2] })
  const span = createSpan(message.slice().buffer, 0, message.length)
  for (let time = 0; time < 3; time++) {
    expect(line.findBytes(span, 0, message.length)).toBeUndefined()
    expect(line.decode(span, 0, message.length)).toEqual({ first: 1, second: [2] })
  }
})

test('50,000 spoiled messages give bytes inside the message, nothing, or a DecodeError', () => {
  const random = randomFrom(11)
  const corpus = CARRIED.filter(({ make }) => bytesIn(make()) !== undefined).map(({ make }) => encode(make()))
  for (let round = 0; round < 50_000; round++) {
    const message = spoil(corpus[random(corpus.length)]!, corpus, random)
    try {
      const bytes = found(message)
      if (bytes !== undefined) expect(bytes.length).toBeLessThan(message.length)
    } catch (error) {
      if (!isDecodeError(error)) throw error
    }
  }
})

test.each([
  [7, 8, 4],
  [8, 8, 4],
  [7, 8, 8],
])(
  'a view of no elements, of a buffer of %i of %i bytes, from %i on, follows its buffer or does not',
  (length, most, at) => {
    for (const count of [0, undefined]) {
      const make = (): Int32Array => {
        const buffer = new ArrayBuffer(length, { maxByteLength: most })
        return new Int32Array(buffer, Math.min(at, length & ~3), count)
      }
      const [ours, native] = [decode(encode(make())) as Int32Array, structuredClone(make())]
      for (const view of [ours, native]) (view.buffer as ArrayBuffer).resize(most)
      expect(ours.length).toBe(native.length)
    }
  },
)
