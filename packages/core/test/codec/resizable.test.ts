// Resizable buffers cost what they may grow by, not what a message has of them: memory mappings and addresses.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { createSpan, decode, Decoder, encode, Encoder } from '../../src/codec/index.ts'
import { GROWTH_UNIT, MAX_GROWTH, RESIZABLE_BUFFER } from '../../src/codec/tags.ts'
import { describe, expect, test } from 'vitest'

const PROGRAM = join(import.meta.dirname, 'resizable.process.ts')
const LIMIT = MAX_GROWTH * GROWTH_UNIT
const BYTES = 1 << 16
const span = createSpan(new ArrayBuffer(BYTES), 0, BYTES)

/** A byte that may become `growth` more. */
const growing = (growth: number): ArrayBuffer => new ArrayBuffer(1, { maxByteLength: 1 + growth })

/** Of buffers as `growing`, which nobody has to make for it. */
function messageOf(...growths: readonly number[]): Uint8Array {
  const buffers = growths.flatMap((growth) => {
    const most = new Uint8Array(Float64Array.of(1 + growth).buffer)
    return [RESIZABLE_BUFFER, ...most, 1, 7]
  })
  return Uint8Array.from([0, 0xcf, growths.length, ...buffers])
}

function outcomeOf(count: number): string {
  const args = ['--conditions=slipring-source', PROGRAM, String(count)]
  return execFileSync(process.execPath, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
}

describe('decode()', () => {
  test('refuses a message of 33,000 resizable buffers, which would end the process', () => {
    expect(outcomeOf(33_000)).toBe('DecodeError')
  })

  test('takes as many as a message may have', () => {
    expect(outcomeOf(MAX_GROWTH)).toBe(String(MAX_GROWTH))
    expect(outcomeOf(MAX_GROWTH + 1)).toBe('DecodeError')
  })

  test('refuses a hundred that may grow to 1 TiB each', () => {
    const message = messageOf(...Array.from({ length: 100 }, () => 2 ** 40))
    expect(() => decode(message)).toThrow(
      /^Cannot decode at byte 13: resizable buffers that may grow by 1099511627776 /,
    )
  })

  test('takes what is just within the limit, one message as the other, and refuses a byte more', () => {
    const decoder = new Decoder()
    const decodeNext = (message: Uint8Array): unknown => {
      span.bytes.set(message)
      return decoder.decode(span, 0, message.length)
    }
    for (let round = 0; round < 3; round++) {
      expect(decodeNext(messageOf(LIMIT - GROWTH_UNIT, 1))).toHaveLength(2)
      expect(() => decodeNext(messageOf(LIMIT - GROWTH_UNIT, 1, 0))).toThrow(/may grow by/)
      expect(() => decodeNext(messageOf(LIMIT + 1))).toThrow(/may grow by/)
    }
  })

  test.each([Infinity, NaN, -1, Number.MAX_VALUE])('refuses a maximum of %d', (most) => {
    expect(() => decode(messageOf(most))).toThrow(expect.objectContaining({ name: 'DecodeError' }))
  })
})

describe('encode()', () => {
  test('refuses what decode() would, and says how much it was, how much may be, and what helps', () => {
    expect(() => encode([growing(LIMIT - GROWTH_UNIT), growing(1), growing(0)])).toThrow(
      expect.objectContaining({
        name: 'DataCloneError',
        message:
          `Cannot clone resizable buffers that may grow by ${LIMIT + GROWTH_UNIT} bytes together, each counted in steps of ` +
          `${GROWTH_UNIT}: a message takes ${LIMIT}. Transfer them, or make them with a smaller maxByteLength`,
      }),
    )
  })

  test('takes what is just within the limit, one message as the other', () => {
    const encoder = new Encoder()
    const buffers = [growing(LIMIT - GROWTH_UNIT), growing(1)]
    for (let round = 0; round < 3; round++) {
      const end = encoder.encode(buffers, span, 0, BYTES)
      expect(span.bytes.slice(0, 2)).toEqual(Uint8Array.of(0, 0xcf))
      expect(new Decoder().decode(span, 0, end)).toHaveLength(2)
      expect(() => encoder.encode([...buffers, growing(1)], span, 0, BYTES)).toThrow(/may grow by/)
    }
  })

  test('counts a buffer once, however many views share it, and none that is transferred', () => {
    const buffer = growing(LIMIT)
    expect(encode([buffer, new Uint8Array(buffer), new DataView(buffer)]).length).toBeGreaterThan(0)
    const huge = growing(LIMIT * 2)
    expect(new Encoder().encode([huge, new Uint8Array(huge)], span, 0, BYTES, [huge])).toBeGreaterThan(0)
  })
})
