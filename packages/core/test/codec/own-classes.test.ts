import { assert, integer, property } from 'fast-check'
import {
  createSpan,
  createCodec,
  decode,
  Decoder,
  encode,
  Encoder,
  ownClass,
  registryOf,
} from '../../src/codec/index.ts'
import type { CodecOptions } from '../../src/codec/index.ts'
import { describe, expect, test } from 'vitest'
import { difference } from './difference.ts'
import { randomFrom } from './graph.ts'
import { Box, Fault, NamedPoint, OWN, OWN_VALUES, point, Point, randomOwnGraph, Table, Vector } from './own-classes.ts'
import { INSTANCE, SHORT_LATIN1 } from '../../src/codec/tags.ts'
import { thrownBy } from './thrown-by.ts'
import { amountOfRun } from '../../../../tools/short-run.mjs'

const codec = createCodec(OWN)
const clone = <T>(value: T): T => codec.decode(codec.encode(value)) as T

const to = String
const from = (): object => ({})

describe('an instance of a class that the codec knows', () => {
  test.each(OWN_VALUES.map((value, index) => [index, value]))('arrives as an instance: %s', (_, value) => {
    expect(difference(clone(value), value)).toBeUndefined()
  })

  test('is one instance, however often it is in a message', () => {
    const shared = new Box({ text: 'shared' })
    const copy = clone({ list: [shared, shared], map: new Map([[shared, shared.value]]), last: shared })
    expect(copy.last).toBeInstanceOf(Box)
    expect(copy.list).toEqual([copy.last, copy.last])
    expect(copy.list[0]).toBe(copy.last)
    expect(copy.map.get(copy.last)).toBe(copy.last.value)
  })

  test('may extend a class of the language: Error, Array, Map', () => {
    const copy = clone({ fault: new Fault('x', 1), vector: Vector.from([1, 2]), table: new Table([[1, 2]]) })
    expect(copy.fault).toBeInstanceOf(Fault)
    expect(copy.fault).toMatchObject({ message: 'x', detail: 1 })
    expect(copy.vector).toBeInstanceOf(Vector)
    expect(copy.table).toBeInstanceOf(Table)
    expect(copy.table.get(1)).toBe(2)
  })

  test('may be of a class of the platform that structured clone refuses', () => {
    const url = ownClass({ name: 'URL', type: URL, to: ({ href }) => href, from: (href) => new URL(href) })
    const { decode: read, encode: write } = createCodec({ classes: [url] })
    expect(() => encode(new URL('https://example.org/'))).toThrow(/could not be cloned/)
    expect(read(write([new URL('https://example.org/path')]))).toEqual([new URL('https://example.org/path')])
  })

  test('may have a private constructor, private fields, and no property at all', () => {
    class Secret {
      readonly #text: string
      private constructor(text: string) {
        this.#text = text
      }
      static of(text: string): Secret {
        return new Secret(text)
      }
      reveal(): string {
        return this.#text
      }
    }
    const secret = ownClass({ name: 'S', type: Secret, to: (one) => one.reveal(), from: (text) => Secret.of(text) })
    const { decode: read, encode: write } = createCodec({ classes: [secret] })
    expect((read(write(Secret.of('hidden'))) as Secret).reveal()).toBe('hidden')
  })

  test('refers to what it shares with the message, also to a container that it is in', () => {
    const tree = { name: 'root', child: undefined as Box | undefined }
    tree.child = new Box({ parent: tree })
    const copy = clone(tree)
    expect(copy.child).toBeInstanceOf(Box)
    expect((copy.child!.value as { parent: unknown }).parent).toBe(copy)
  })

  test('does not change what stands beside it: plain objects, and instances of other classes', () => {
    class Other {
      a = 1
    }
    const value = { plain: { x: 1, y: 2 }, other: new Other(), named: new NamedPoint(1, 2), date: new Date(7) }
    expect(difference(clone(value), structuredClone(value))).toBeUndefined()
  })

  test('says the name of its class in each message, as a text', () => {
    const encoder = new Encoder(false, registryOf(OWN))
    const span = createSpan(new ArrayBuffer(4096), 0, 4096)
    for (let message = 0; message < 3; message++) {
      const end = encoder.encode(new Point(1, 2), span, 0, 4096)
      expect([...span.bytes.subarray(0, 8)]).toEqual([0, INSTANCE, SHORT_LATIN1 | 5, ...Buffer.from('Point')])
      expect(end).toBeGreaterThan(8)
    }
  })
})

test('random graphs with instances arrive as they were, over one line', { timeout: 240_000 }, () => {
  const registry = registryOf(OWN)
  const [encoder, decoder] = [new Encoder(false, registry), new Decoder(registry)]
  const span = createSpan(new SharedArrayBuffer(1 << 16), 0, 1 << 16)
  const check = property(integer(), (seed) => {
    const random = randomFrom(seed)
    const graph = randomOwnGraph(random, 40)
    if (random(10) === 0) {
      encoder.encode(randomOwnGraph(random, 20), span, 0, 1 << 16)
      encoder.rollback()
    }
    if (random(10) === 0) expect(() => encoder.encode([graph, new Box(() => 1)], span, 0, 1 << 16)).toThrow(/cloned/)
    const end = encoder.encode(graph, span, 8, 1 << 16)
    expect(difference(decoder.decode(span, 8, end), graph)).toBeUndefined()
    expect(difference(clone(graph), graph)).toBeUndefined()
  })
  assert(check, { numRuns: amountOfRun(2_000) })
})

describe('an instance that cannot be sent', () => {
  const self = ownClass({ name: 'Self', type: Box, to: (box) => ({ box: box.value }), from: ({ box }) => new Box(box) })
  const { decode: read, encode: write } = createCodec({ classes: [self, point] })

  test('because its to() leads back to it is a DataCloneError that names the class', () => {
    const list: unknown[] = []
    const box = new Box({ list })
    list.push(new Box(box))
    const error = thrownBy(() => write(box))
    expect(error).toMatchObject({ name: 'DataCloneError', code: 25, message: expect.stringContaining('"Self"') })
    expect(read(write([box.value === undefined, new Point(1, 2)]))).toEqual([false, new Point(1, 2)])
  })

  test('because its to() returns it', () => {
    const loop = ownClass({ name: 'Loop', type: Box, to: (box) => box, from: () => new Box(0) })
    expect(thrownBy(() => createCodec({ classes: [loop] }).encode(new Box(1))).message).toMatch(/"Loop".*leads back/)
  })

  test('because its to() throws: that passes through, and the next message is complete', () => {
    const failure = new Error('from to()')
    const fails = ownClass({
      name: 'Fails',
      type: Box,
      to: (): never => {
        throw failure
      },
      from: () => new Box(0),
    })
    const registry = registryOf({ classes: [fails, point] })
    const [encoder, decoder] = [new Encoder(false, registry), new Decoder(registry)]
    const span = createSpan(new ArrayBuffer(4096), 0, 4096)
    const rows = [1, 2, 3].map((id) => ({ id, name: 'a name to be kept' }))
    expect(thrownBy(() => encoder.encode([rows, new Box(1)], span, 0, 4096))).toBe(failure)
    const value = [new Point(1, 2), rows]
    expect(decoder.decode(span, 0, encoder.encode(value, span, 0, 4096))).toEqual(value)
  })

  test('because what it holds cannot be cloned', () => {
    expect(thrownBy(() => codec.encode(new Box(() => 1)))).toMatchObject({ name: 'DataCloneError' })
  })

  test('because instances are nested deeper than the stack allows is a RangeError', () => {
    let nested = new Box(0)
    for (let depth = 0; depth < 2000; depth++) nested = new Box(nested)
    expect(thrownBy(() => codec.encode(nested))).toMatchObject({
      name: 'RangeError',
      message: 'Cannot encode a value nested deeper than 1000 objects',
    })
    expect(clone(new Box(1))).toEqual(new Box(1))
  })
})

test('instances deep in plain containers arrive, and so does what is deep in an instance, as far as its stack goes', () => {
  let value: unknown = new Box([1])
  for (let depth = 0; depth < 5000; depth++) value = [value]
  let copy = clone(value)
  while (Array.isArray(copy)) copy = copy[0]
  expect(copy).toEqual(new Box([1]))
  let inside: unknown = 'the bottom'
  for (let depth = 0; depth < 900; depth++) inside = { inside }
  let outer = clone(new Box(inside)).value as { inside: unknown }
  while (typeof outer.inside === 'object') outer = outer.inside as typeof outer
  expect(outer.inside).toBe('the bottom')
})

describe('an instance that cannot be made', () => {
  test('because its class is not known names it, and the remedy', () => {
    const error = thrownBy(() => decode(codec.encode([1, new Point(1, 2)])))
    expect(error).toMatchObject({ name: 'InstanceError', code: 'ERR_SLIPRING_INSTANCE', className: 'Point' })
    expect(error.message).toBe(
      'Cannot make an instance of "Point": no class of that name is known here, register it in codec.classes on both sides',
    )
  })

  test('because from() throws names the class and has the cause', () => {
    const cause = new Error('no such point')
    const fails = { ...point, from: () => { throw cause } } // oxfmt-ignore
    const error = thrownBy(() => createCodec({ classes: [fails] }).decode(codec.encode(new Point(1, 2))))
    expect(error).toMatchObject({ className: 'Point', cause })
    expect(error.message).toBe('Cannot make an instance of "Point": its from() threw no such point')
  })

  test.each([
    [undefined, 'undefined'],
    [null, 'null'],
    [1, 'number'],
  ])('because from() returns %s', (result, name) => {
    const fails = { ...point, from: () => result as never }
    const error = thrownBy(() => createCodec({ classes: [fails] }).decode(codec.encode(new Point(1, 2))))
    expect(error.message).toContain(`returned ${name}, not an object`)
  })

  test('unless what from() returns is a function, which is an object too', () => {
    const made = { ...point, from: () => String as never }
    expect(createCodec({ classes: [made] }).decode(codec.encode(new Point(1, 2)))).toBe(String)
  })

  test('leaves the decoder as after any message: shapes and strings of that message are known', () => {
    const registry = registryOf(OWN)
    const encoder = new Encoder(false, registry)
    const decoder = new Decoder()
    const span = createSpan(new ArrayBuffer(1 << 16), 0, 1 << 16)
    const rows = [1, 2, 3].map((id) => ({ id, name: 'a name to be kept', inside: { id, more: true } }))
    for (let round = 0; round < 50; round++) {
      const spoiled = { round, before: rows, fault: new Fault('x', rows), again: [new Point(1, 2), ...rows] }
      const end = encoder.encode(spoiled, span, 0, 1 << 16)
      expect(thrownBy(() => decoder.decode(span, 0, end))).toMatchObject({ name: 'InstanceError' })
      expect(decoder.decode(span, 0, encoder.encode({ round, rows }, span, 0, 1 << 16))).toEqual({ round, rows })
    }
  })
})

test('a codec without classes keeps Buffers if it shall, and one with classes none if not', () => {
  const keeping = createCodec({ buffers: 'keep' })
  expect(keeping.decode(keeping.encode(Buffer.from('kept')))).toEqual(Buffer.from('kept'))
  const plain = createCodec({ classes: [point] })
  expect(Buffer.isBuffer(plain.decode(plain.encode(Buffer.from('not kept'))))).toBe(false)
})

describe('to() and from() may encode and decode by the same codec', () => {
  test('to any depth', () => {
    const nested = ownClass({
      name: 'Nested',
      type: Box,
      to: ({ value }): Uint8Array => inner.encode(value),
      from: (bytes) => new Box(inner.decode(bytes)),
    })
    const inner = createCodec({ classes: [nested, point] })
    const value = { before: 'a'.repeat(50), box: new Box([new Box(new Point(1, 2)), 'x'.repeat(40)]), after: [1.5] }
    expect(inner.decode(inner.encode(value))).toEqual(value)
  })
})

describe('buffers: "keep"', () => {
  test('a Buffer arrives as a Buffer, and every other view as itself', () => {
    const copy = clone([Buffer.from('text'), new Uint8Array([1]), new DataView(new ArrayBuffer(2))])
    expect(copy[0]).toBeInstanceOf(Buffer)
    expect(copy[0]!.toString()).toBe('text')
    expect(Object.getPrototypeOf(copy[1])).toBe(Uint8Array.prototype)
    expect(copy[2]).toBeInstanceOf(DataView)
  })

  test('two Buffers of one ArrayBuffer share it on the other side, at their places', () => {
    const whole = Buffer.alloc(16)
    const [left, right] = clone([whole.subarray(2, 6), whole.subarray(4)]) as [Buffer, Buffer]
    left[2] = 99
    expect(right[0]).toBe(99)
    expect([left.byteOffset, left.length, right.byteOffset]).toEqual([2, 4, 4])
  })

  test('brings as much of the memory behind a Buffer as structured clone does', () => {
    const pooled = Buffer.from('small')
    expect(clone(pooled).buffer.byteLength).toBe(structuredClone(pooled).buffer.byteLength)
  })

  test('a view of another kind that looks like a Buffer arrives as itself, as natively', () => {
    for (const view of [new Float64Array([1.5]), new DataView(new ArrayBuffer(8)), new Uint8ClampedArray([1])]) {
      Object.setPrototypeOf(view, Buffer.prototype)
      expect(difference(clone(view), structuredClone(view))).toBeUndefined()
    }
  })

  test('without it on the side of the writer, a Buffer arrives as a Uint8Array, as natively', () => {
    const copy = codec.decode(encode(Buffer.from('text'))) as Uint8Array
    expect(Object.getPrototypeOf(copy)).toBe(Uint8Array.prototype)
  })

  test('without it on the side of the reader, too', () => {
    const copy = decode(codec.encode(Buffer.from('text'))) as Uint8Array
    expect(Object.getPrototypeOf(copy)).toBe(Uint8Array.prototype)
    expect([...copy]).toEqual([...Buffer.from('text')])
  })
})

test('ownClass() takes the types of to() and from() from the class', () => {
  const inferred = ownClass({
    name: 'Point',
    type: Point,
    to: (one) => [one.x, one.y] as const,
    from: ([x, y]) => new Point(x, y),
  })
  const { decode: read, encode: write } = createCodec({ classes: [inferred] })
  expect(read(write([new Point(1, 2)]))).toEqual([new Point(1, 2)])
  // @ts-expect-error -- to() gives a string, and from() must take one
  ownClass({ name: 'Point', type: Point, to: () => 'text', from: (x: number) => new Point(x, 0) })
  // @ts-expect-error -- from() must give a Point
  ownClass({ name: 'Point', type: Point, to: ({ x }) => x, from: (x) => ({ x }) })
  // @ts-expect-error -- a Point has no z
  ownClass({ name: 'Point', type: Point, to: ({ z }) => z, from: () => new Point(0, 0) })
})

describe('createCodec() refuses', () => {
  const refusals: readonly (readonly [name: string, options: unknown, message: RegExp])[] = [
    ['Object', { classes: [{ name: 'x', type: Object, to, from }] }, /class of the language.*subclass/],
    ['Map', { classes: [{ name: 'x', type: Map, to, from }] }, /class of the language/],
    ['Error', { classes: [{ name: 'x', type: Error, to, from }] }, /class of the language/],
    ['Uint8Array', { classes: [{ name: 'x', type: Uint8Array, to, from }] }, /class of the language/],
    ['Buffer', { classes: [{ name: 'x', type: Buffer, to, from }] }, /codec\.buffers "keep"/],
    ['a class of functions', { classes: [{ name: 'x', type: class extends Function {}, to, from }] }, /functions/],
    ['a class of buffers', { classes: [{ name: 'x', type: class extends ArrayBuffer {}, to, from }] }, /buffers/],
    ['an arrow function', { classes: [{ name: 'x', type: () => 1, to, from }] }, /must be a class/],
    ['an object for a class', { classes: [{ name: 'x', type: Point.prototype, to, from }] }, /must be a class/],
    ['no name', { classes: [{ name: '', type: Point, to, from }] }, /0 characters: use 1 to 128/],
    ['a long name', { classes: [{ name: 'x'.repeat(129), type: Point, to, from }] }, /129 characters: use 1 to 128/],
    ['a name that is no string', { classes: [{ name: 5, type: Point, to, from }] }, /name of type number/],
    ['no to', { classes: [{ name: 'x', type: Point, from }] }, /to and from must be functions/],
    ['one name twice', { classes: [point, { ...point, type: Box }] }, /two classes under the name "Point"/],
    ['one class twice', { classes: [point, { ...point, name: 'P' }] }, /twice, as "Point" and as "P"/],
    ['another way with buffers', { buffers: 'copy' }, /codec\.buffers "copy"/],
  ]
  test.each(refusals)('%s', (_, options, message) => {
    expect(() => createCodec(options as CodecOptions)).toThrow(message)
  })

  test('and ownClass() does so where the class is defined', () => {
    expect(() => ownClass({ name: 'x', type: Set, to: () => 1, from: () => new Set() })).toThrow(/of the language/)
  })
})
