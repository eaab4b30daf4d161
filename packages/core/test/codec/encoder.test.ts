import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createSpan, decode, Decoder, encode, encodeInto, Encoder, type Span } from '../../src/codec/index.ts'
import { describe, expect, test } from 'vitest'

const BYTES = 4096
const record = (id: number): object => ({ id, name: 'n', nested: { at: [id] } })
const spanOf = (bytes = BYTES): Span => createSpan(new SharedArrayBuffer(bytes), 0, bytes)

function pair() {
  const span = spanOf()
  const encoder = new Encoder()
  const decoder = new Decoder()
  const carry = (value: unknown): unknown => {
    const end = encoder.encode(value, span, 0, BYTES)
    return decoder.decode(span, 0, end, encoder.platformObjects)
  }
  return { span, encoder, decoder, carry }
}

describe('Encoder.encode()', () => {
  test('returns -1 and spills the same bytes when the room is too small, for every room', () => {
    const value = {
      id: 1,
      text: 'x'.repeat(100),
      wide: '漢'.repeat(30),
      list: [1.5, { a: [] }],
      again: { id: 2 },
      big: 2n ** 90n,
    }
    const span = spanOf()
    const end = new Encoder().encode(value, span, 8, BYTES)
    const expected = span.bytes.slice(8, end)
    const small = spanOf()
    for (let room = 0; room < expected.length; room++) {
      const encoder = new Encoder()
      small.bytes.fill(0xa5)
      expect(encoder.encode(value, small, 8, 8 + room)).toBe(-1)
      expect(encoder.spilled()).toEqual(expected)
      expect(small.bytes.subarray(0, 8).every((byte) => byte === 0xa5)).toBe(true)
      expect(small.bytes.subarray(8 + room).every((byte) => byte === 0xa5)).toBe(true)
    }
    expect(new Encoder().encode(value, small, 8, 8 + expected.length)).toBe(8 + expected.length)
  })

  test('runs each getter once and in order, spilling or not', () => {
    for (const room of [4, 20, 60, BYTES]) {
      const calls: string[] = []
      const value = {
        get a() {
          return calls.push('a')
        },
        b: 'x'.repeat(30),
        get c() {
          return calls.push('c')
        },
        d: {
          get e() {
            return calls.push('e')
          },
        },
      }
      new Encoder().encode(value, spanOf(), 0, room)
      expect(calls).toEqual(['a', 'c', 'e'])
    }
  })

  test('leaves the pair usable after an exception in the middle of a message', () => {
    const { carry, encoder, span } = pair()
    for (let id = 0; id < 10; id++) {
      expect(() => encoder.encode({ fresh: record(id), ['key' + id]: { bad: () => 1 } }, span, 0, BYTES)).toThrow()
      expect(carry(record(id))).toEqual(record(id))
      expect(carry({ fresh: 1, ['key' + id]: { bad: 2 } })).toEqual({ fresh: 1, ['key' + id]: { bad: 2 } })
    }
  })

  test('a getter may use another Encoder, and the public functions, in between', () => {
    const { carry } = pair()
    const inner = pair()
    const shared = { s: 1 }
    const value = {
      shared,
      get a() {
        return inner.carry({ id: 1, list: [shared, shared] })
      },
      get b() {
        return decode(encode({ id: 1 }))
      },
      same: shared,
    }
    for (let round = 0; round < 20; round++) {
      const copy = carry(value) as { shared: object; same: object }
      expect(copy).toEqual({ shared: { s: 1 }, a: { id: 1, list: [{ s: 1 }, { s: 1 }] }, b: { id: 1 }, same: { s: 1 } })
      expect(copy.shared).toBe(copy.same)
    }
  })

  test('keeps no object of an earlier message: the same object in two messages arrives as two', () => {
    const { carry } = pair()
    const object = { a: 1 }
    expect(carry(object)).not.toBe(carry(object))
  })
})

describe('Encoder.rollback()', () => {
  test('undoes whatever the decoder would have had to know', () => {
    const { carry, encoder, span } = pair()
    for (let round = 0; round < 50; round++) {
      encoder.encode({ [`lost${round}`]: 1, id: { [`also${round % 7}`]: 2 } }, span, 0, BYTES)
      encoder.rollback()
      expect(carry({ [`lost${round}`]: round })).toEqual({ [`lost${round}`]: round })
      expect(carry([{ id: 1, [`also${round % 7}`]: 2 }])).toEqual([{ id: 1, [`also${round % 7}`]: 2 }])
    }
  })
})

describe('Encoder.platformObjects', () => {
  test('is empty after rollback(), and after an exception: an idle encoder keeps none alive', () => {
    const { encoder, span } = pair()
    const memory = new SharedArrayBuffer(16)
    encoder.encode(memory, span, 0, BYTES)
    encoder.rollback()
    expect(encoder.platformObjects).toEqual([])
    expect(() => encoder.encode([memory, () => 1], span, 0, BYTES)).toThrow(/cloned/)
    expect(encoder.platformObjects).toEqual([])
  })

  test('is the same empty array when bytes carry everything', () => {
    const { carry, encoder } = pair()
    carry({ a: 1 })
    const first = encoder.platformObjects
    carry([new Uint8Array(4)])
    expect(encoder.platformObjects).toBe(first)
    expect(first).toEqual([])
  })

  test('holds what bytes cannot carry, in order of first appearance and each once', () => {
    const { carry, encoder } = pair()
    const memory = new SharedArrayBuffer(16)
    const { port1, port2 } = new MessageChannel()
    const blob = new Blob(['x'])
    const value = { port1, list: [memory, port1, blob], map: new Map([[blob, port2]]), memory }
    const copy = carry(value) as typeof value
    expect(encoder.platformObjects).toEqual([port1, memory, blob, port2])
    expect(copy.list[0]).toBe(copy.memory)
    expect(copy.list[1]).toBe(port1)
    expect([...copy.map]).toEqual([[blob, port2]])
    port1.close()
  })

  test.each(['messaging_clone_symbol', 'Deno.core.hostObject', '[[NotSerializable]]'])(
    'leaves to the platform what its prototype says by a symbol of it: %s',
    (description) => {
      const { carry, encoder } = pair()
      const value = Object.create({ [Symbol(description)]: true }) as object
      expect(carry(value)).toBe(value)
      expect(encoder.platformObjects).toEqual([value])
    },
  )

  test('leaves to the platform objects that say so by a symbol of their own, as a certificate in Deno does', () => {
    const mark = Symbol('Deno.core.hostObject')
    class Certificate {
      readonly [mark] = true
    }
    const { carry, encoder } = pair()
    const values = [new Certificate(), { deep: new Certificate() }] as const
    expect(carry(values)).toEqual(values)
    expect(encoder.platformObjects).toEqual([values[0], values[1].deep])
  })

  test('gives a view over shared memory its buffer, its place, and its identity', () => {
    const { carry, encoder } = pair()
    const memory = new SharedArrayBuffer(16)
    const value = { view: new Uint16Array(memory, 4, 3), again: new DataView(memory, 2), memory }
    const copy = carry(value) as typeof value
    expect(encoder.platformObjects).toEqual([memory])
    expect(copy.view.buffer).toBe(memory)
    expect([copy.view.byteOffset, copy.view.length, copy.again.byteOffset]).toEqual([4, 3, 2])
  })

  test('takes a view that may follow growing shared memory as it is', () => {
    const { carry, encoder } = pair()
    const memory = new (SharedArrayBuffer as unknown as new (n: number, o: object) => SharedArrayBuffer)(8, {
      maxByteLength: 16,
    })
    const view = new Uint8Array(memory)
    expect(carry({ view })).toEqual({ view })
    expect(encoder.platformObjects).toEqual([view])
  })

  test('holds a transferred buffer instead of its bytes, and its views are views on it', () => {
    const span = spanOf()
    const encoder = new Encoder()
    const buffer = new ArrayBuffer(64)
    const kept = new ArrayBuffer(4)
    const value = { view: new Uint8Array(buffer, 8, 8), buffer, kept }
    const end = encoder.encode(value, span, 0, BYTES, [buffer])
    expect(encoder.platformObjects).toEqual([buffer])
    expect(end).toBeLessThan(64)
    const moved = structuredClone(buffer, { transfer: [buffer] })
    const copy = new Decoder().decode(span, 0, end, [moved]) as typeof value
    expect(copy.buffer).toBe(moved)
    expect(copy.view.buffer).toBe(moved)
    expect(copy.view.byteOffset).toBe(8)
  })

  test('takes what only the platform knows to be uncloneable, so that the platform refuses it', () => {
    const { encoder, span } = pair()
    const iterator = [].values()
    encoder.encode([iterator], span, 0, BYTES)
    expect(encoder.platformObjects).toEqual([iterator])
    expect(() => structuredClone(encoder.platformObjects)).toThrow(/could not be cloned/)
  })

  test('takes what is transferred, also where only the platform can say that it must not be', () => {
    const { encoder, span } = pair()
    const promise = Promise.resolve()
    encoder.encode([promise], span, 0, BYTES, [promise])
    expect(encoder.platformObjects).toEqual([promise])
  })

  test('takes plain objects that look like what cannot be cloned', () => {
    const { encoder, span } = pair()
    const values = [Promise, WeakMap, WeakRef, FinalizationRegistry, Iterator].map(
      ({ prototype }) => Object.create(prototype) as object,
    )
    encoder.encode(values, span, 0, BYTES)
    expect(encoder.platformObjects.map((object, index) => object === values[index])).toEqual(values.map(() => true))
    expect(structuredClone(encoder.platformObjects)).toHaveLength(values.length)
  })
})

test('an idle encoder keeps no memory of a large message, sent or refused', () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const bytesInUse = (): number => {
    // Memory goes some time after the object that it belongs to.
    for (let round = 0; round < 3; round++) collectGarbage()
    return process.memoryUsage().arrayBuffers
  }
  const large = new Uint8Array(64 << 20)
  const { encoder, span } = pair()
  const before = bytesInUse()
  encode(large)
  expect(encoder.encode(large, span, 0, BYTES)).toBe(-1)
  encoder.forgetSpilled()
  expect(() => encoder.encode([large, () => 1], span, 0, BYTES)).toThrow(/cloned/)
  expect(bytesInUse() - before).toBeLessThan(large.length / 2)
})

describe('encodeInto()', () => {
  test('always succeeds with room for encode() and 64 bytes more', () => {
    for (const value of ['漢'.repeat(30), { a: '漢é' }, [1.5, 2, 'é'.repeat(20)], new Uint8Array(100)]) {
      const size = encode(value).length
      const target = new Uint8Array(size + 64)
      expect(encodeInto(value, target, 0)).toBe(size)
      expect(decode(target.subarray(0, size))).toEqual(value)
    }
  })

  test('writes the bytes of encode(), whatever came before and however much room there is, and none beside them', () => {
    const sizes = [1, 15, 16, 17, 900, 1_022, 1_023, 1_024, 1_100, 3_000]
    for (const before of sizes) {
      for (const size of sizes) {
        const value = 'a'.repeat(size)
        const message = encode(value)
        for (const room of [message.length - 1, message.length, 1_024, 1_025, 4_000]) {
          encodeInto('b'.repeat(before), new Uint8Array(5_000), 0)
          const target = new Uint8Array(new SharedArrayBuffer(5_000)).fill(7)
          const isEnough = room >= message.length
          expect(encodeInto(value, target.subarray(0, 3 + room), 3)).toBe(isEnough ? 3 + message.length : -1)
          if (isEnough) expect(target.slice(3, 3 + message.length)).toEqual(message)
          expect([...target.subarray(0, 3), ...target.subarray(3 + room)].every((byte) => byte === 7)).toBe(true)
        }
      }
    }
  })

  test('refuses memory that is no typed array, and so does decode()', () => {
    for (const [memory, shown] of [
      [new ArrayBuffer(8), 'ArrayBuffer'],
      [new DataView(new ArrayBuffer(8)), 'DataView'],
      [[1, 2], 'Array'],
    ] as const) {
      const refusal = new TypeError(`Cannot use [object ${shown}] as bytes: use a Uint8Array`)
      expect(() => decode(memory as never)).toThrow(refusal)
      expect(() => encodeInto(1, memory as never, 0)).toThrow(refusal)
    }
    expect(decode(encode(1))).toBe(1)
  })

  test('throws a RangeError for an offset that is not in the target', () => {
    for (const offset of [-1, 5, 0.5, Number.NaN])
      expect(() => encodeInto(1, new Uint8Array(4), offset)).toThrow(RangeError)
  })

  test('works over shared memory and on a part of it', () => {
    const target = new Uint8Array(new SharedArrayBuffer(64), 3, 50)
    const end = encodeInto({ x: 1.5 }, target, 7)
    expect(decode(target.subarray(7, end))).toEqual({ x: 1.5 })
  })
})

test('encodeInto() and decode() take memory of a subclass, whatever its methods make', () => {
  class Odd extends Uint8Array {
    constructor() {
      super(4096)
    }
    override set(): never {
      return expect.unreachable()
    }
  }
  for (const value of [{ a: 1 }, { a: new Uint8Array(2_000).fill(5) }]) {
    const memory = new Odd()
    const end = encodeInto(value, memory, 0)
    expect(memory.slice.call(new Uint8Array(memory.buffer), 0, end)).toEqual(encode(value))
    class Exact extends Uint8Array {
      override get length(): number {
        return 3
      }
    }
    expect(decode(new Exact(memory.buffer, 0, end))).toEqual(value)
  }
})

test('an array whose buffer was transferred is an empty one to encodeInto() and decode()', () => {
  const memory = new Uint8Array(64)
  memory.buffer.transfer()
  expect(encodeInto([1], memory, 0)).toBe(-1)
  expect(() => encodeInto([1], memory, 1)).toThrow(RangeError)
  expect(() => decode(memory)).toThrow(/Cannot decode/)
})
