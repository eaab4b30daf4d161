/** Arrays, objects, Maps and Sets. */
import { runInNewContext } from 'node:vm'
import type { Case } from './case.ts'

class Point {
  x = 1
  #hidden = 2
  get sum(): number {
    return this.x + this.#hidden
  }
}
class Names extends Array<string> {}
class Registry extends Map<string, number> {}
export const arrays: readonly Case[] = [
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
  ['array that shrinks while it is read', () => shrinking()],
  ['array that grows while it is read', () => growing()],
  ['subclass of Array', () => Names.from(['a', 'b'])],
  ['array with another prototype', () => Object.setPrototypeOf([1, 2], Object.prototype)],
  ['array with no prototype', () => Object.setPrototypeOf([1, 2], null)],
  ['array with a symbol', () => Object.assign([1], { [Symbol('hidden')]: 1 })],
  ['Array.prototype', () => Array.prototype],
  ['nested arrays', () => [[[[]]], [[], []]]],
]

function shrinking(): unknown[] {
  const array: unknown[] = [1, 2, 3, 4]
  return Object.defineProperty(array, 1, { enumerable: true, get: () => void (array.length = 2) })
}

function growing(): unknown[] {
  const array: unknown[] = [1, 2]
  return Object.defineProperty(array, 0, { enumerable: true, get: () => array.push('new') })
}

export const objects: readonly Case[] = [
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
  ['object whose getter deletes a later key', () => deleting()],
  ['object whose getter adds a key', () => adding()],
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
  ['records with getters', () => Array.from({ length: 4 }, () => deleting())],
  ['nested 300 deep', () => Array.from({ length: 300 }).reduce((inner) => ({ inner }), {})],
  [
    'object of another realm',
    () =>
      runInNewContext(
        '({ a: 1, list: [1, , 2], map: new Map([[1, 2]]), date: new Date(5), error: new TypeError("x") })',
      ),
  ],
]

function deleting(): object {
  const object: Record<string, unknown> = { a: 1, b: 2, c: 3 }
  return Object.defineProperty(object, 'a', { enumerable: true, get: () => delete object['b'] })
}

function adding(): object {
  const object: Record<string, unknown> = { a: 1, b: 2 }
  return Object.defineProperty(object, 'a', { enumerable: true, get: () => (object['z'] = 1) })
}

function cycle(length: number): object {
  const first: Record<string, unknown> = { id: 0 }
  let last = first
  for (let id = 1; id < length; id++) last = last['next'] = { id }
  last['next'] = first
  return first
}

export const collections: readonly Case[] = [
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
  ['map that changes while it is read', () => changingMap()],
  ['empty set', () => new Set()],
  ['set', () => new Set<unknown>([1, 'a', Number.NaN, undefined, null, {}])],
  ['set that contains itself', () => ((set: Set<unknown>) => set.add(set))(new Set())],
  ['set with the prototype of Map', () => Object.setPrototypeOf(new Set([1]), Map.prototype)],
  ['set that changes while it is read', () => changingSet()],
  ['large set', () => new Set(Array.from({ length: 300 }, (_, index) => `member ${index}`))],
]

function changingMap(): Map<unknown, unknown> {
  const map = new Map<unknown, unknown>()
  const trap = {
    get a(): unknown {
      map.set('late', 1)
      return map.delete('early')
    },
  }
  return map.set('first', trap).set('early', 2)
}

function changingSet(): Set<unknown> {
  const set = new Set<unknown>()
  const trap = {
    get a(): unknown {
      set.add('late')
      return set.delete('early')
    },
  }
  return set.add(trap).add('early')
}
