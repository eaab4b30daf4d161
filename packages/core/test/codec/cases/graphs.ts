/** Arrays, objects, Maps and Sets. */
import type { Entry } from './case.ts'

class Point {
  x = 1
  #hidden = 2
  get sum(): number {
    return this.x + this.#hidden
  }
}
class Names extends Array<string> {}
class Registry extends Map<string, number> {}

const words = (count: number): string[] => Array.from({ length: count }, (_, at) => `word ${'x'.repeat(at % 20)} ${at}`)

export const arrays: readonly Entry[] = [
  ['empty array', () => []],
  ['array', () => [1, 'two', null, undefined, { three: 3 }]],
  ['array with holes', () => [1, , 3, , ,]], // eslint-disable-line no-sparse-arrays
  ['array of holes', () => [, , ,]], // eslint-disable-line no-sparse-arrays
  ['array with a length only', () => Object.assign([], { length: 3 })],
  ['array with undefined and a hole', () => [undefined, , undefined]], // eslint-disable-line no-sparse-arrays
  ['array with a property', () => Object.assign([1, 2], { extra: 'x' })],
  ['empty array with a property', () => Object.assign([], { extra: 'x' })],
  ['array with a hole and a property', () => Object.assign([1, , 3], { extra: 'x' })], // eslint-disable-line no-sparse-arrays
  ['array with a __proto__ property', () => Object.defineProperty([1], '__proto__', { value: 1, enumerable: true })],
  ['array with a negative key', () => Object.assign([1], { '-1': 'x', '01': 'y', '1.5': 'z' })],
  ['match result', () => /(?<year>\d+)/.exec('in 2026')],
  ['huge sparse array', () => Object.assign([], { 4_000_000_000: 'far', 5: 'near' })],
  ['huge empty array', () => Object.assign([], { length: 4_294_967_295 })],
  ['array with a last index only', () => Object.assign([], { 4_294_967_294: 1 })],
  ['array of a thousand holes and one', () => Object.assign([], { 1000: 'x' })],
  ['long array', () => Array.from({ length: 1000 }, (_, index) => index * 1.5)],
  ['array with a hidden element', () => Object.defineProperty([1, 2, 3], 1, { enumerable: false })],
  ['array with an element getter', () => Object.defineProperty([1, 2, 3], 1, { get: () => 'got', enumerable: true })],
  ['subclass of Array', () => Names.from(['a', 'b'])],
  ['array with another prototype', () => Object.setPrototypeOf([1, 2], Object.prototype)],
  ['array with no prototype', () => Object.setPrototypeOf([1, 2], null)],
  ['array with a symbol', () => Object.assign([1], { [Symbol('hidden')]: 1 })],
  ['Array.prototype', () => Array.prototype],
  ['nested arrays', () => [[[[]]], [[], []]]],
  ['array with holes at both ends', () => [, 1, , ,]], // eslint-disable-line no-sparse-arrays
  ['array that ends in a hole after doubles', () => [0.5, 1.5, ,]], // eslint-disable-line no-sparse-arrays
  ['array of doubles with a hole', () => [0.5, , 2.5, -0, Number.NaN]], // eslint-disable-line no-sparse-arrays
  ['array of 64 to 66 small integers', () => [64, 65, 66].map((length) => Array.from({ length }, (_, at) => at))],
  [
    'array of 254 to 257 doubles',
    () => [254, 255, 256, 257].map((length) => Array.from({ length }, (_, at) => at + 0.5)),
  ],
  ['array of 511 doubles and a string', () => [...Array.from({ length: 511 }, (_, at) => at / 3), 'end']],
  [
    'array of integers of every size',
    () => Array.from({ length: 60 }, (_, at) => (at % 2 === 0 ? 1 : -1) * (2 ** at - 1)),
  ],
  ['array of integers, then doubles', () => [...Array.from({ length: 40 }, (_, at) => at), 0.5, 7, 1.5]],
  ['array of doubles, then integers', () => [0.5, 1.5, ...Array.from({ length: 40 }, (_, at) => at)]],
  ['array of -0, NaN and infinities', () => [-0, 0, Number.NaN, Infinity, -Infinity, -0]],
  ['array of one number a thousand times', () => Array.from({ length: 1000 }, () => 42)],
  ['array of numbers and undefined', () => [1.5, undefined, 2.5, null, 3.5]],
  ['array of booleans', () => Array.from({ length: 100 }, (_, at) => at % 3 === 0)],
  ['array of bigints', () => Array.from({ length: 20 }, (_, at) => 3n ** BigInt(at * 5))],
  ['array of one string many times', () => Array.from({ length: 300 }, () => 'test')],
  ['array of 300 strings', () => Array.from({ length: 300 }, (_, at) => `text ${at % 100}`)],
  ['array of words, one of them wide', () => words(40).with(9, 'word 漢')],
  ['array of words, one of them Latin-1', () => words(40).with(39, 'café')],
  ['array of words and lone surrogates', () => words(40).with(7, 'high \ud800').with(8, '\udc00 low')],
  ['array of so many words that one segment is wide and others are not', () => words(2000).with(1000, 'word 漢')],
  ['array of records with words', () => words(40).map((word, at) => ({ word, at, inner: { list: [word, at] } }))],
  ['Map of arrays of words', () => new Map([[words(16), new Set(words(20))]])],
  ['array of strings of every class', () => ['ascii', 'é', '漢', '\ud800', '', 'ascii', 'é', '漢', '\ud800', '']],
  ['array of empty arrays and objects', () => [[], {}, [], {}, [[]], [{}]]],
  ['frozen array', () => Object.freeze([1, [2]])],
  ['array with a fixed length', () => Object.defineProperty([1, 2], 'length', { writable: false })],
  ['array that was sparse', () => ((array) => ((array[9999] = 1), (array.length = 2), array))([1, 2])],
  [
    'array with every second element',
    () => Object.assign([], Object.fromEntries(Array.from({ length: 50 }, (_, at) => [at * 2, at]))),
  ],
  [
    'array with every twentieth element',
    () => Object.assign([], Object.fromEntries(Array.from({ length: 50 }, (_, at) => [at * 20, at]))),
  ],
  ['array with undefined in a thousand holes', () => Object.assign([], { 500: undefined, length: 1001 })],
  ['array with index-like properties', () => Object.assign([1], { 4294967295: 'x', 4294967296: 'y', '1.0': 'z' })],
  ['array with properties of every kind', () => Object.assign([1, 2], { z: [], a: new Map(), '-0': -0 })],
  ['array with a property that is hidden', () => Object.defineProperty([1, 2], 'hidden', { value: 3 })],
  ['array whose only element is hidden', () => Object.defineProperty([], 0, { value: 1 })],
  ['arrays in a sparse array', () => Object.assign([], { 7: [1, , 2], 900: Object.assign([], { 100: [] }) })], // eslint-disable-line no-sparse-arrays
]

export const objects: readonly Entry[] = [
  ['empty object', () => ({})],
  ['object', () => ({ id: 1, name: 'two', nested: { deep: [1] } })],
  ['object with undefined', () => ({ a: undefined })],
  ['object with number-like keys', () => ({ b: 1, 2: 2, a: 3, 1: 1, '-1': 4, '01': 5, 4294967295: 6, 4294967294: 7 })],
  ['object with empty and wide keys', () => ({ '': 1, é: 2, 漢: 3, '\ud800': 4, ['x'.repeat(200)]: 5 })],
  ['object with an own __proto__', () => JSON.parse('{"a":1,"__proto__":{"polluted":true},"b":2}')],
  ['object with names of Object.prototype', () => ({ constructor: 1, toString: 2, hasOwnProperty: 3, valueOf: 4 })],
  ['object with a toStringTag', () => ({ [Symbol.toStringTag]: 'Map', a: 1 })],
  ['object with symbols', () => ({ [Symbol('a')]: 1, b: 2 })],
  ['object with a hidden property', () => Object.defineProperty({ a: 1 }, 'b', { value: 2 })],
  ['object with a getter', () => Object.defineProperty({ a: 1 }, 'b', { enumerable: true, get: () => 'got' })],
  ['object without a prototype', () => Object.assign(Object.create(null), { a: 1 })],
  ['object with an inherited property', () => Object.assign(Object.create({ inherited: 1 }), { own: 2 })],
  ['frozen object', () => Object.freeze({ a: 1 })],
  ['class instance', () => new Point()],
  ['instance with a lying constructor', () => ({ constructor: 'Map' })],
  ['object with the prototype of Map', () => Object.create(Map.prototype)],
  ['object with the prototype of Date', () => Object.assign(Object.create(Date.prototype), { a: 1 })],
  ['object with the prototype of ArrayBuffer', () => Object.create(ArrayBuffer.prototype)],
  ['object with the prototype of Uint8Array', () => Object.create(Uint8Array.prototype)],
  ['object with the prototype of Function', () => Object.create(Function.prototype)],
  [
    'object with many keys',
    () => Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`key ${index}`, index])),
  ],
  ['the same object twice', () => ((shared) => ({ first: shared, second: shared }))({ a: 1 })],
  ['two equal objects', () => ({ first: { a: 1 }, second: { a: 1 } })],
  ['object that contains itself', () => ((loop: { self?: unknown }) => (loop.self = loop))({})],
  ['a long cycle', () => cycle(50)],
  [
    'thirty shared objects',
    () => ((list) => [...list, ...list.toReversed()])(Array.from({ length: 30 }, (_, id) => ({ id }))),
  ],
  [
    'records of one shape',
    () => Array.from({ length: 20 }, (_, id) => ({ id, name: `n${id}`, at: { x: id, y: -id } })),
  ],
  [
    'records of one shape in cycles',
    () => ((list) => list.map((item) => Object.assign(item, { list })))([{ a: 1 }, { a: 2 }]),
  ],
  [
    'records whose key order differs',
    () => [
      { a: 1, b: 2 },
      { b: 1, a: 2 },
      { a: 3, b: 4 },
    ],
  ],
  ['records one of which lacks a key', () => [{ a: 1, b: 2 }, { a: 1 }, { a: 1, b: 2, c: 3 }, { a: 3, b: 4 }]],
  ['nested 300 deep', () => Array.from({ length: 300 }).reduce((inner) => ({ inner }), {})],
  ['sealed object', () => Object.seal({ a: 1, b: {} })],
  ['object that may not be extended', () => Object.preventExtensions({ a: 1 })],
  ['object with a constant', () => Object.defineProperty({}, 'a', { value: 1, enumerable: true })],
  ['object with only symbols', () => ({ [Symbol('a')]: 1 })],
  ['object with only hidden properties', () => Object.defineProperty({}, 'a', { value: 1 })],
  [
    'object with a value of every kind',
    () => ({ a: 0, b: -0, c: '', d: 'é', e: '漢', f: 1n, g: null, h: undefined, i: true, j: [] }),
  ],
  [
    'records whose values change kind',
    () => [1, 1.5, 'x', null, undefined, {}, [], 2n, true, '漢', new Map()].map((a) => ({ a, b: 1 })),
  ],
  [
    'records within records of the same keys',
    () => ({ a: { a: { a: 1, b: 2 }, b: 2 }, b: { a: 1, b: { a: 1, b: 2 } } }),
  ],
  [
    'records with an optional key in the middle',
    () => Array.from({ length: 30 }, (_, id) => (id % 3 === 0 ? { id, c: 1 } : { id, b: 2, c: 1 })),
  ],
  [
    'records with undefined for a missing value',
    () => Array.from({ length: 30 }, (_, id) => ({ id, b: id % 2 === 0 ? undefined : id })),
  ],
  [
    'instances of a class hierarchy',
    () => [
      new Point(),
      new (class extends Point {
        y = 2
      })(),
      new Point(),
    ],
  ],
  [
    'instance with a function in its prototype',
    () =>
      new (class {
        a = 1
        act() {}
      })(),
  ],
  [
    'object with a long chain of prototypes',
    () =>
      Object.assign(
        Array.from({ length: 50 }).reduce((up: object) => Object.create(up), {}),
        { a: 1 },
      ),
  ],
  [
    'frozen records of one shape',
    () => Array.from({ length: 20 }, (_, id) => Object.freeze({ id, list: Object.freeze([id]) })),
  ],
]

function cycle(length: number): object {
  const first: Record<string, unknown> = { id: 0 }
  let last = first
  for (let id = 1; id < length; id++) last = last['next'] = { id }
  last['next'] = first
  return first
}

export const collections: readonly Entry[] = [
  ['empty map', () => new Map()],
  [
    'map',
    () =>
      new Map<unknown, unknown>([
        [1, 'a'],
        ['b', 2],
        [Number.NaN, -0],
        [undefined, null],
      ]),
  ],
  [
    'map with object keys',
    () =>
      ((key) =>
        new Map<unknown, unknown>([
          [key, key],
          [{}, [key]],
        ]))({ a: 1 }),
  ],
  ['map that contains itself', () => ((map: Map<unknown, unknown>) => map.set(map, map))(new Map())],
  ['map with a property', () => Object.assign(new Map([[1, 2]]), { extra: 1 })],
  ['subclass of Map', () => new Registry([['a', 1]])],
  ['map with the prototype of Object', () => Object.setPrototypeOf(new Map([[1, 2]]), Object.prototype)],
  ['map without a prototype', () => Object.setPrototypeOf(new Map([[1, 2]]), null)],
  ['empty set', () => new Set()],
  ['set', () => new Set<unknown>([1, 'a', Number.NaN, undefined, null, {}])],
  ['set that contains itself', () => ((set: Set<unknown>) => set.add(set))(new Set())],
  ['set with the prototype of Map', () => Object.setPrototypeOf(new Set([1]), Map.prototype)],
  ['large set', () => new Set(Array.from({ length: 300 }, (_, index) => `member ${index}`))],
  ['large map', () => new Map(Array.from({ length: 1000 }, (_, index) => [`key ${index}`, { index }]))],
  [
    'map with -0 and NaN as keys',
    () =>
      new Map([
        [-0, 'zero'],
        [Number.NaN, 'nan'],
      ]),
  ],
  [
    'map in the order of its making',
    () =>
      ((map) => (map.delete('a'), map.set('a', 3)))(
        new Map([
          ['a', 1],
          ['b', 2],
        ]),
      ),
  ],
  [
    'map with keys of every kind',
    () =>
      new Map<unknown, unknown>([
        [1, 0],
        ['1', 0],
        [1n, 0],
        [true, 0],
        [null, 0],
        [undefined, 0],
        [[], 0],
        [{}, 0],
      ]),
  ],
  ['map of maps', () => new Map([[new Map([[1, new Map()]]), new Map([[2, 3]])]])],
  ['map of records of one shape', () => new Map(Array.from({ length: 50 }, (_, id) => [id, { id, name: `n${id}` }]))],
  [
    'map with equal objects as keys',
    () =>
      new Map([
        [{ a: 1 }, 1],
        [{ a: 1 }, 2],
      ]),
  ],
  ['set with -0 and NaN', () => new Set([-0, Number.NaN, 0])],
  ['set in the order of its making', () => ((set) => (set.delete(1), set.add(1)))(new Set([1, 2, 3]))],
  ['set of sets', () => new Set([new Set([new Set()]), new Set([1])])],
  ['set of doubles', () => new Set(Array.from({ length: 300 }, (_, at) => at / 7))],
  ['set with a property', () => Object.assign(new Set([1]), { extra: 1 })],
  [
    'subclass of Set with fields',
    () =>
      new (class extends Set<number> {
        extra = 1
      })([1, 2]),
  ],
  ['frozen map and set', () => [Object.freeze(new Map([[1, 2]])), Object.freeze(new Set([1]))]],
]
