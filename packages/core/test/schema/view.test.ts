import { inspect } from 'node:util'
import { describe, expect, expectTypeOf, test } from 'vitest'
import {
  any,
  bool,
  bytes,
  columns,
  f32,
  f64,
  fixedBytes,
  type InferView,
  isDecodeError,
  list,
  literal,
  map,
  nullable,
  optional,
  recursive,
  type Schema,
  string,
  struct,
  typedArray,
  u16,
  u8,
  union,
} from '../../src/schema/index.ts'

const level = struct({ price: f64, note: optional(string) })
const book = struct({
  symbol: string,
  bids: list(level),
  best: nullable(level),
  seen: bytes,
  names: list(string),
  end: string,
})
const value = {
  symbol: 'BTC',
  bids: [{ price: 1, note: 'one' }, { price: 2 }, { price: 3, note: 'three' }],
  best: { price: 9, note: 'best' },
  seen: Uint8Array.of(1, 2),
  names: ['a', 'b'],
  end: 'END',
}

describe.each([{}, { codegen: 'never' }] as const)('%j', (options) => {
  const schema = book.with(options)
  const encoded = schema.encode(value)

  test('properties read where the bytes are', () => {
    const memory = encoded.slice()
    const view = struct({ a: u8, b: u16 }).with(options).view(memory.fill(0).subarray(0, 3))
    expect(view.b).toBe(0)
    memory[0] = 5
    expect(view.b).toBe(5)
  })

  test('a field is found behind others whose length varies', () => {
    const view = schema.view(encoded)
    expect(view.end).toBe('END')
    expect(view.symbol).toBe('BTC')
    expect(view.best?.note).toBe('best')
    expect([...view.names]).toEqual(['a', 'b'])
  })

  test('elements are found in any order, from the end too, and not outside', () => {
    const { bids } = schema.view(encoded)
    expect(bids.length).toBe(3)
    expect([2, 0, 1, -1, -3].map((index) => bids.at(index)?.note)).toEqual(['three', 'one', undefined, 'three', 'one'])
    expect([3, -4, NaN, 0.5].map((index) => bids.at(index)?.price)).toEqual([undefined, undefined, 1, 1])
  })

  test('no place is taken for another, however large its number is', () => {
    const { bids } = schema.view(encoded)
    const places = [2 ** 32, 2 ** 32 + 1, -(2 ** 32), -(2 ** 32) - 1, 1e300, Infinity, -Infinity]
    expect(places.map((index) => bids.at(index)?.price)).toEqual(places.map((index) => value.bids.at(index)?.price))
  })

  test('a list is gone through with one view, again after being left early', () => {
    const { bids } = schema.view(encoded)
    const seen = new Set<unknown>()
    for (const bid of bids) {
      seen.add(bid)
      if (bid.price === 2) break
    }
    expect(seen.size).toBe(1)
    expect(Array.from(bids, (bid) => bid.price)).toEqual([1, 2, 3])
  })

  test('at() inside a loop leaves the element of the loop where it is', () => {
    const lists = struct({
      structs: list(struct({ n: u8 })),
      tails: list(struct({ n: string })),
      lists: list(list(u8)),
      maybe: list(nullable(struct({ n: u8 }))),
    }).with(options)
    const numbers = [{ n: 1 }, { n: 2 }, { n: 3 }]
    const names = [{ n: 'a' }, { n: 'bc' }, { n: 'd' }]
    const given = { structs: numbers, tails: names, lists: [[1], [2], [3]], maybe: numbers }
    const view = lists.view(lists.encode(given))
    for (const name of ['structs', 'tails', 'lists', 'maybe'] as const) {
      const seen: unknown[] = []
      for (const element of view[name]) {
        view[name].at(0)?.copy()
        seen.push(element?.copy())
      }
      expect(seen, name).toEqual(given[name])
    }
  })

  test('copy() gives the value, a part of it, or a list', () => {
    const view = schema.view(encoded)
    expect(view.copy()).toEqual(value)
    expect(view.bids.at(2)?.copy()).toEqual(value.bids[2])
    expect(view.bids.copy()).toEqual(value.bids)
  })

  test('bytes and typed arrays are over the memory where it is aligned, else copies', () => {
    const arrays = struct({ of: typedArray('f64'), fixed: fixedBytes(2) }).with(options)
    const memory = new Uint8Array(64)
    const given = { of: Float64Array.of(1, 2), fixed: Uint8Array.of(7, 8) }
    const view = arrays.view(memory, 8, arrays.encodeInto(given, memory, 8))
    expect(view.of.buffer).toBe(memory.buffer)
    expect(view.of).toEqual(given.of)
    expect(view.fixed.buffer).toBe(memory.buffer)
    const unaligned = arrays.view(memory, 3, arrays.encodeInto(given, memory, 3))
    expect(unaligned.of.buffer).not.toBe(memory.buffer)
    expect(unaligned.of).toEqual(given.of)
  })

  test('columns are typed arrays over the memory', () => {
    const world = struct({ tick: u16, entities: columns(struct({ at: struct({ x: f32, y: f32 }), health: u16 }), 3) })
    const memory = new Uint8Array(64)
    const at = { x: Float32Array.of(1, 2, 3), y: Float32Array.of(4, 5, 6) }
    const given = { tick: 9, entities: { at, health: Uint16Array.of(7, 8, 9) } }
    const own = world.with(options)
    const view = own.view(memory, 8, own.encodeInto(given, memory, 8))
    expect(view.entities.at.y).toEqual(at.y)
    expect(view.entities.at.y.buffer).toBe(memory.buffer)
    view.entities.health[1] = 80
    expect(view.copy()).toEqual({ ...given, entities: { at, health: Uint16Array.of(7, 80, 9) } })
  })

  test('a union is viewed as the struct that it is, a map and any are decoded', () => {
    const event = union('kind', { a: struct({ x: string }), b: struct({ m: map(string, u8), v: any }) }).with(options)
    const viewer = event.viewer()
    const [a, b] = [event.encode({ kind: 'a', x: 'y' }), event.encode({ kind: 'b', m: new Map([['k', 1]]), v: [1] })]
    const first = viewer.at(a, 0, a.length)
    expect(first.kind === 'a' && first.x).toBe('y')
    const second = viewer.at(b, 0, b.length)
    expect(second.kind === 'b' && [second.m, second.v]).toEqual([new Map([['k', 1]]), [1]])
    expect(second.copy()).toEqual({ kind: 'b', m: new Map([['k', 1]]), v: [1] })
  })

  test('a recursive type is viewed level by level', () => {
    interface Node {
      name: string
      next: Node | null
    }
    interface NodeView {
      readonly name: string
      readonly next: NodeView | null
    }
    const node: Schema<Node, NodeView> = struct({ name: string, next: nullable(recursive(() => node)) })
    const own = node.with(options)
    const view = own.view(own.encode({ name: 'a', next: { name: 'b', next: { name: 'c', next: null } } }))
    expect([view.name, view.next?.name, view.next?.next?.name, view.next?.next?.next]).toEqual(['a', 'b', 'c', null])
  })

  test('a viewer gives the same view for message after message', () => {
    const viewer = schema.viewer()
    const other = schema.encode({ ...value, symbol: 'ETH' })
    const view = viewer.at(encoded, 0, encoded.length)
    expect(viewer.at(other, 0, other.length)).toBe(view)
    expect(view.symbol).toBe('ETH')
  })

  test('release() ends the view and all that it gave out; copies stay', () => {
    const viewer = schema.viewer()
    const view = viewer.at(encoded, 0, encoded.length)
    const bid = view.bids.at(1)!
    const { bids, best } = view
    const kept = bid.copy()
    viewer.release()
    for (const ask of [
      () => view.symbol,
      () => view.copy(),
      () => bid.price,
      () => best?.price,
      () => bids.copy(),
      () => bids.at(0)?.price,
    ]) {
      expect(ask).toThrow('This view is of a record that has been released: copy() keeps what is in one')
    }
    expect(kept).toEqual({ price: 2 })
    expect(viewer.at(encoded, 0, encoded.length).symbol).toBe('BTC')
  })

  test('release() ends the view of each struct of a union, whichever was asked for last', () => {
    const kinds = { a: struct({ n: u8 }), b: struct({ n: u8 }) }
    const events = struct({ all: list(union('kind', kinds)), last: union('kind', kinds) }).with(options)
    const message = events.encode({
      all: [
        { kind: 'a', n: 1 },
        { kind: 'b', n: 2 },
      ],
      last: { kind: 'a', n: 3 },
    })
    const other = events.encode({ all: [], last: { kind: 'b', n: 4 } })
    const viewer = events.viewer()
    const { all, last } = viewer.at(message, 0, message.length)
    const given = [all.at(0)!, all.at(1)!, ...all, last, viewer.at(other, 0, other.length).last]
    viewer.release()
    for (const view of given) expect(() => view.n).toThrow('This view is of a record that has been released')
    const again = viewer.at(message, 0, message.length)
    expect(again.last).toBe(last)
    expect(again.all.at(0)).toBe(given[0])
    expect([again.last.n, again.all.at(0)!.n, again.all.at(1)!.n]).toEqual([3, 1, 2])
  })

  test('a released list tells so whatever it is asked, also when it had nothing', () => {
    const lists = struct({ full: list(u8), none: list(u8), constants: list(literal(1)) }).with(options)
    const message = lists.encode({ full: [1, 2], none: [], constants: [1] })
    const viewer = lists.viewer()
    const { full, none, constants } = viewer.at(message, 0, message.length)
    viewer.release()
    for (const released of [full, none, constants]) {
      for (const ask of [
        () => released.length,
        () => released.at(0),
        () => released.at(7),
        () => released.copy(),
        () => [...released],
      ]) {
        expect(ask).toThrow('This view is of a record that has been released')
      }
    }
  })

  test('a range that is not in the memory, or not of whole bytes, is refused', () => {
    const pair = struct({ a: f64, b: u8 }).with(options)
    const memory = new Uint8Array(40)
    const ranges = [
      [8.5, 30],
      [8, 30.5],
      [-8, 30],
      [8, 41],
      [9, 8],
      [NaN, 30],
    ] as const
    for (const [offset, end] of ranges) {
      const message = `Cannot view bytes ${offset} to ${end} of a memory of 40`
      expect(() => pair.viewer().at(memory, offset, end)).toThrow(message)
      expect(() => pair.view(memory, offset, end)).toThrow(RangeError)
    }
  })

  test('bytes of no value give a DecodeError when they are asked for', () => {
    expect(() => schema.view(encoded, 0, 3)).toThrow(/^Cannot decode at byte 0: \d+ more bytes expected, 3 left$/)
    const hostile = schema.view(encoded.slice().fill(0xff)) as unknown as Record<string, unknown>
    for (const name of ['bids', 'names', 'symbol', 'end', 'seen']) {
      expect(() => hostile[name], name).toThrow(expect.toSatisfy(isDecodeError))
    }
  })

  test('a field named copy is the field; copyOf() of the schema keeps what is in the view', () => {
    const inner = struct({ copy: string })
    const odd = struct({ copy: u8, inner, all: list(inner) }).with(options)
    const given = { copy: 1, inner: { copy: 'a' }, all: [{ copy: 'b' }] }
    const view = odd.view(odd.encode(given))
    expect([view.copy, view.inner.copy, view.all.at(0)?.copy]).toEqual([1, 'a', 'b'])
    expect(view.all.copy()).toEqual(given.all)
    expect([odd.copyOf(view), inner.copyOf(view.inner)]).toEqual([given, given.inner])
    expectTypeOf(view.copy).toEqualTypeOf<number>()
    const viewer = odd.viewer()
    const message = odd.encode(given)
    const released = viewer.at(message, 0, message.length)
    viewer.release()
    for (const ask of [() => released.copy, () => odd.copyOf(released)]) expect(ask).toThrow('has been released')
  })

  test('JSON.stringify() and a console show what is in a view', () => {
    const inner = struct({ copy: string, toJSON: u8 })
    const odd = struct({ inner, all: list(inner), n: list(f64) }).with(options)
    const given = { inner: { copy: 'a', toJSON: 1 }, all: [{ copy: 'b', toJSON: 2 }], n: [1.5, -2] }
    const viewer = odd.viewer()
    const message = odd.encode(given)
    const view = viewer.at(message, 0, message.length)
    expect(JSON.parse(JSON.stringify(view))).toEqual(given)
    expect(JSON.stringify([view.all, view.n])).toBe(JSON.stringify([given.all, given.n]))
    expect([inspect(view), inspect(view.inner), inspect(view.n)]).toEqual(
      [given, given.inner, given.n].map((one) => inspect(one)),
    )
    const { all } = view
    viewer.release()
    expect([inspect(view), inspect(all)]).toEqual(Array(2).fill('[view of a released record]'))
    expect(() => JSON.stringify(view)).toThrow('has been released')
  })

  test('a struct of a union with a field or tag named copy is told apart like any other', () => {
    const shape = union('kind', { a: struct({ copy: u8 }), b: struct({ x: u8 }) }).with(options)
    const [a, b] = [shape.view(shape.encode({ kind: 'a', copy: 1 })), shape.view(shape.encode({ kind: 'b', x: 2 }))]
    expect([a.kind === 'a' && a.copy, b.kind === 'b' && b.copy()]).toEqual([1, { kind: 'b', x: 2 }])
    expect(shape.copyOf(a)).toEqual({ kind: 'a', copy: 1 })
    const tagged = union('copy', { a: struct({ x: u8 }) }).with(options)
    const view = tagged.view(tagged.encode({ copy: 'a', x: 1 }))
    expect([view.copy, view.x, tagged.copyOf(view)]).toEqual(['a', 1, { copy: 'a', x: 1 }])
  })

  test('fields may have any name that objects, lists or engines give a meaning', () => {
    const names = ['constructor', '__proto__', 'toString', 'valueOf', 'then', 'at', 'length', 'next', 'done', 'value']
    const entries = [...names, 'start', 'release', 'content', 'copy', 'toJSON'].map(
      (name) => [name, `of ${name}`] as const,
    )
    const given = Object.fromEntries(entries)
    const fields = Object.fromEntries(entries.map(([name]) => [name, string]))
    const odd = struct({ one: struct(fields), all: list(struct(fields)) }).with(options)
    const view = odd.view(odd.encode({ one: given, all: [given, given] }))
    for (const seen of [view.one, ...view.all]) {
      for (const [name, wanted] of entries) expect(seen[name]).toBe(wanted)
    }
    expect(odd.copyOf(view)).toEqual({ one: given, all: [given, given] })
  })

  test.each([15, 16, 17, 32, 33, 49, 200])('each of %i fields whose length varies is found', (count) => {
    const { schema: made, value: given } = wide(count)
    const view = made.with(options).view(made.encode(given as never)) as unknown as Record<string, any>
    for (const [name, wanted] of Object.entries(given)) {
      const seen = view[name]
      expect(Array.isArray(wanted) ? [...seen] : seen).toEqual(wanted)
    }
  })

  test('copyOf() of bytes is not over the memory', () => {
    for (const own of [bytes.with(options), optional(bytes).with(options)]) {
      const memory = own.encode(Uint8Array.of(1, 2))
      const view = own.view(memory)!
      const copy = own.copyOf(view)
      expect([view.buffer === memory.buffer, copy]).toEqual([true, Uint8Array.of(1, 2)])
      expect(copy!.buffer).not.toBe(memory.buffer)
    }
    expect(any.with(options).copyOf(5)).toBe(5)
  })

  test('constants, numbers and texts are viewed as what they are', () => {
    expect(literal(5).with(options).view(new Uint8Array(0))).toBe(5)
    expect(string.with(options).view(string.encode('x'))).toBe('x')
  })
})

test('the code of the views of wide structs grows with their fields, not with the square of that', () => {
  const [few, many] = [50, 400].map((count) =>
    wide(count)
      .schema.programs()
      .reduce((sum, { body }) => sum + body.length, 0),
  )
  expect(many).toBeLessThan(few! * 10)
})

/** Fields of several kinds by turns, optional ones and single bits among them. */
function wide(count: number) {
  const kinds = [string, optional(string), list(u8), bool, map(string, u8), nullable(list(string))] as const
  const values = ['é漢'.repeat(9), undefined, [1, 2], true, new Map([['a', 1]]), ['x', 'yy']]
  const names = Array.from({ length: count }, (_, index) => `f${index}`)
  return {
    schema: struct(Object.fromEntries(names.map((name, index) => [name, kinds[index % 6]!]))),
    value: Object.fromEntries(names.map((name, index) => [name, values[index % 6]])),
  }
}

test('InferView gives the type of the views', () => {
  type View = InferView<typeof book>
  expectTypeOf<View['symbol']>().toEqualTypeOf<string>()
  expectTypeOf<View['seen']>().toEqualTypeOf<Uint8Array>()
  expectTypeOf<View['bids']['length']>().toEqualTypeOf<number>()
  expectTypeOf<NonNullable<ReturnType<View['bids']['at']>>['price']>().toEqualTypeOf<number>()
  expectTypeOf<ReturnType<View['copy']>>().toEqualTypeOf<ReturnType<typeof book.decode>>()
})
