/** Typed arrays whose memory is gone are no values: they have no length that anybody meant. */

import { describe, expect, test } from 'vitest'
import { columns, fixedBytes, list, SchemaError, struct, typedArray, u8 } from '../../src/schema/index.ts'

const GONE = 'an array whose buffer was transferred or has shrunk'

function detached(): Uint8Array {
  const array = new Uint8Array(8)
  structuredClone(array.buffer, { transfer: [array.buffer] })
  return array
}

function outside(): Uint8Array {
  const buffer = new ArrayBuffer(16, { maxByteLength: 32 })
  const array = new Uint8Array(buffer, 8, 8)
  buffer.resize(12)
  return array
}

/** Follows the length of its buffer, which now ends before it begins. */
function behind(): Uint8Array {
  const buffer = new ArrayBuffer(16, { maxByteLength: 32 })
  const array = new Uint8Array(buffer, 8)
  buffer.resize(4)
  return array
}

const gone = [
  ['detached', detached],
  ['out of bounds', outside],
  ['behind its buffer', behind],
] as const

describe.each([{}, { codegen: 'never' }] as const)('%j', (options) => {
  test.each(gone)('an array that is %s is refused with its place', (_, make) => {
    const schema = struct({ a: list(struct({ b: typedArray('u8') })) }).with(options)
    const value = { a: [{ b: new Uint8Array(0) }, { b: make() }] }
    expect(() => schema.encode(value)).toThrow(new SchemaError('a[1].b', 'Uint8Array', GONE))
    expect(() => schema.encodeInto(value, new Uint8Array(64), 0)).toThrow(SchemaError)
  })

  test.each(gone)('an array that is %s is refused where one length is asked for, be it none', (_, make) => {
    for (const length of [0, 8]) {
      const schema = struct({ b: fixedBytes(length) }).with(options)
      expect(() => schema.encode({ b: make() })).toThrow(new SchemaError('b', `fixedBytes(${length})`, GONE))
    }
    const table = columns(struct({ id: u8 }), 8).with(options)
    expect(() => table.encode({ id: make() })).toThrow(new SchemaError('id', 'fixedBytes(8)', GONE))
  })

  test('an empty array is as good as any, also at the very end of its buffer', () => {
    const buffer = new ArrayBuffer(8, { maxByteLength: 16 })
    for (const empty of [new Uint8Array(0), new Uint8Array(buffer, 8), new Uint8Array(buffer, 4, 0)]) {
      const schema = struct({ b: typedArray('u8'), c: fixedBytes(0) }).with(options)
      const value = { b: empty, c: empty }
      expect(schema.decode(schema.encode(value))).toEqual({ b: new Uint8Array(0), c: new Uint8Array(0) })
    }
  })
})
