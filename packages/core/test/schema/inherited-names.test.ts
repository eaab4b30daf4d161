/** Fields of names that every object inherits are own properties, whatever an assignment to such a name would do. */

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { f64, flags, optional, struct, table, u8, withDefault } from '../../src/schema/index.ts'

const NAMES = ['constructor', 'toString'] as const
const shared: Record<string, unknown> = Object.prototype as never
const before = NAMES.map((name) => [name, Object.getOwnPropertyDescriptor(shared, name)!] as const)

const Odd = struct({
  a: optional(u8),
  constructor: u8,
  toString: optional(u8),
  flags: flags('constructor', 'b'),
  trapped: u8,
  inner: struct({ toString: withDefault(flags('x'), { x: true }), constructor: struct({ n: u8 }) }),
})
const given = {
  constructor: 1,
  flags: { constructor: true, b: false },
  trapped: 7,
  inner: { toString: { x: false }, constructor: { n: 2 } },
}
const whole = { a: 3, ...given, toString: 4 }

/** As in a program that has frozen `Object.prototype`: an assignment throws. */
function freeze(): void {
  for (const [name, descriptor] of before) Object.defineProperty(shared, name, { ...descriptor, writable: false })
}

/** As in one that has accessors there, of which one is in place of an ordinary name. */
function trap(): void {
  for (const name of [...NAMES, 'trapped'])
    Object.defineProperty(shared, name, { configurable: true, get: () => () => name, set() {} })
}

function restore(): void {
  for (const [name, descriptor] of before) Object.defineProperty(shared, name, descriptor)
  delete shared.trapped
}

describe.each([
  ['frozen', freeze],
  ['trapped', trap],
])('where what objects inherit is %s', (_, change) => {
  describe.each([{}, { codegen: 'never' }] as const)('%j', (options) => {
    beforeEach(change)
    afterEach(restore)

    /** The result of `make`, as text. The prototypes are restored before anything of the test runner is called. */
    function seen(make: () => object): string {
      try {
        return JSON.stringify(make())
      } finally {
        restore()
      }
    }

    test.each([
      ['without optional fields', given],
      ['with all fields', whole],
    ])('decode(), decodeInto() and copy() define all fields of a value %s', (__, value) => {
      const schema = Odd.with(options)
      const text = seen(() => {
        const message = schema.encode(value as never)
        const target = {}
        schema.decodeInto(target as never, message)
        schema.decodeInto(target as never, message)
        return [schema.decode(message), target, schema.view(message).copy()]
      })
      expect(JSON.parse(text)).toEqual([value, value, value])
    })

    test('draft() defines the objects to be filled', () => {
      const text = seen(() => Odd.with(options).draft())
      expect(JSON.parse(text)).toEqual({ flags: {}, inner: { toString: { x: true }, constructor: {} } })
    })
  })
})

test('a number that a new row of a table is not given is 0, whatever its name is', () => {
  const Rows = table(struct({ valueOf: f64, x: f64 }), 2)
  const rows = Rows.decode(new Uint8Array(Rows.type.layout.bytes))
  rows.add({ x: 1 } as never)
  rows.add({ x: 1, valueOf: 2 } as never)
  expect([...rows.columns.valueOf]).toEqual([0, 2])
})
