/** Objects that pretend to be of another kind, and methods and properties that hide what the kind really has. */
import type { Entry } from './case.ts'

const over = <T extends object>(target: T, properties: object): T =>
  Object.defineProperties(
    target,
    Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, { value, configurable: true }])),
  )
const of = <T extends object>(target: T, prototype: object | null): T => Object.setPrototypeOf(target, prototype)
const tagged = <T extends object>(target: T, value: string): T =>
  Object.defineProperty(target, Symbol.toStringTag, { value })
const fail = (): never => {
  throw new Error('called although nobody may')
}

export const lies: readonly Entry[] = [
  ['object tagged as a Map', () => tagged({ a: 1 }, 'Map')],
  ['object tagged as an Error', () => tagged({ a: 1 }, 'Error')],
  ['object tagged as arguments', () => tagged({ a: 1 }, 'Arguments')],
  ['Map tagged as a Set', () => tagged(new Map([[1, 2]]), 'Set')],
  ['Date tagged as an Object', () => tagged(new Date(5), 'Object')],
  ['Error tagged as an Object', () => tagged(new Error('x'), 'Object')],
  ['array tagged as a Map', () => tagged([1, 2], 'Map')],
  ['boxed number tagged as a boxed string', () => tagged(Object(5) as object, 'String')],
  ['array with a hidden constructor', () => over([1], { constructor: Map })],
  ['Map with an own size', () => over(new Map([[1, 2]]), { size: 0 })],
  ['Map with another iterator', () => over(new Map([[1, 2]]), { entries: fail, forEach: fail, keys: fail })],
  ['Set with other methods', () => over(new Set([1]), { values: fail, forEach: fail, has: fail })],
  ['Map whose iteration fails', () => Object.defineProperty(new Map([[1, 2]]), Symbol.iterator, { value: fail })],
  ['array whose iteration fails', () => Object.defineProperty([1, 2], Symbol.iterator, { value: fail })],
  [
    'subclass of Map with its own methods',
    () =>
      new (class extends Map<number, number> {
        override entries(): never {
          return fail()
        }
        override forEach(): never {
          return fail()
        }
        override get size(): number {
          return 99
        }
      })([[1, 2]]),
  ],
  [
    'subclass of Array with its own methods',
    () =>
      new (class extends Array<number> {
        override values(): never {
          return fail()
        }
        static override get [Symbol.species](): never {
          return fail()
        }
      })(1, 2, 3),
  ],
  [
    'subclass of Date with another getTime',
    () =>
      new (class extends Date {
        override getTime(): number {
          return 1
        }
      })(5),
  ],
  ['Date with an own getTime and valueOf', () => over(new Date(5), { getTime: fail, valueOf: fail })],
  ['RegExp with own source and flags', () => over(/a/g, { source: 'b', flags: 'i', exec: fail, toString: fail })],
  [
    'subclass of RegExp with other flags',
    () =>
      new (class extends RegExp {
        override get flags(): string {
          return 'x'
        }
      })('a', 'g'),
  ],
  ['boxed number with an own valueOf', () => over(Object(5) as object, { valueOf: fail, toString: fail })],
  ['boxed string with an own length', () => of(Object('text') as object, { length: 1 })],
  ['boxed bigint with an own valueOf', () => over(Object(5n) as object, { valueOf: fail })],
  ['ArrayBuffer with an own byteLength', () => over(new ArrayBuffer(4), { byteLength: 1, slice: fail })],
  [
    'typed array with own length, offset and buffer',
    () => over(new Uint8Array([1, 2]), { length: 0, byteOffset: 9, buffer: fail }),
  ],
  ['DataView with own properties', () => over(new DataView(new ArrayBuffer(4)), { byteLength: 0, buffer: fail })],
  [
    'subclass of Uint8Array with its own length',
    () =>
      new (class extends Uint8Array {
        override get length(): never {
          return fail()
        }
      })(3),
  ],
  [
    'subclass of ArrayBuffer with its own byteLength',
    () =>
      new (class extends ArrayBuffer {
        override get byteLength(): number {
          return 1
        }
      })(3),
  ],
  [
    'subclass of Error with a getter for message',
    () =>
      new (class extends Error {
        override get message(): never {
          return fail()
        }
      })(),
  ],
  [
    'view of a resizable buffer with own properties',
    () => new Uint8Array(over(resizable(), { byteLength: 3, maxByteLength: 3, resizable: false, resize: fail })),
  ],
  ['view of a resizable buffer without a prototype', () => new Uint8Array(of(resizable(), null))],
  [
    'view of a full resizable buffer with own properties',
    () => new Uint16Array(over(resizable(8), { byteLength: 3, maxByteLength: 99, resize: fail })),
  ],
  ['instance whose class is bound', () => instanceOf((Class) => Class.bind(null))],
  ['instance whose class is in a Proxy', () => instanceOf((Class) => new Proxy(Class, { get: fail }))],
  ['Date with the prototype of Map', () => of(new Date(5), Map.prototype)],
  ['Date with the prototype of Object', () => of(new Date(5), Object.prototype)],
  ['Date without a prototype', () => of(new Date(5), null)],
  ['RegExp with the prototype of Object', () => of(/a/g, Object.prototype)],
  ['RegExp without a prototype', () => of(/a/g, null)],
  ['Error with the prototype of Object', () => of(new TypeError('x'), Object.prototype)],
  ['Error without a prototype', () => of(new TypeError('x'), null)],
  ['Error with the prototype of Array', () => of(new TypeError('x'), Array.prototype)],
  ['boxed number with the prototype of Object', () => of(Object(5) as object, Object.prototype)],
  ['boxed boolean without a prototype', () => of(Object(true) as object, null)],
  ['boxed string with the prototype of Number', () => of(Object('text') as object, Number.prototype)],
  ['boxed bigint with the prototype of Object', () => of(Object(5n) as object, Object.prototype)],
  ['boxed bigint without a prototype', () => of(Object(5n) as object, null)],
  ['Set with the prototype of Object', () => of(new Set([1]), Object.prototype)],
  ['Set without a prototype', () => of(new Set([1]), null)],
  ['Map with the prototype of a program', () => of(new Map([[1, 2]]), { own: true })],
  ['ArrayBuffer with the prototype of Object', () => of(new ArrayBuffer(4), Object.prototype)],
  ['ArrayBuffer without a prototype', () => of(new ArrayBuffer(4), null)],
  ['typed array with the prototype of Object', () => of(new Uint16Array([1]), Object.prototype)],
  ['typed array without a prototype', () => of(new Uint16Array([1]), null)],
  ['DataView with the prototype of Map', () => of(new DataView(new ArrayBuffer(4)), Map.prototype)],
  ['array with the prototype of Map', () => of([1, 2], Map.prototype)],
  ['WeakMap without a prototype', () => of(new WeakMap(), null)],
  ['WeakMap with the prototype of Object', () => of(new WeakMap(), Object.prototype)],
  ['Promise with the prototype of Object', () => of(Promise.resolve(), Object.prototype)],
  ['object with the prototype of WeakMap', () => Object.create(WeakMap.prototype)],
  ['object with the prototype of Promise', () => Object.create(Promise.prototype)],
  ['object with the prototype of Array', () => Object.assign(Object.create(Array.prototype), { 0: 'a', length: 1 })],
  ['object with the prototype of RegExp', () => Object.create(RegExp.prototype)],
  ['object with the prototype of Set', () => Object.create(Set.prototype)],
  ['object with the prototype of Number', () => Object.assign(Object.create(Number.prototype), { a: 1 })],
  ['object with the prototype of Symbol', () => Object.create(Symbol.prototype)],
  ['object with the prototype of DataView', () => Object.create(DataView.prototype)],
  ['object with an array as its prototype', () => Object.assign(Object.create([1, 2]), { a: 1 })],
  ['object with a function as its prototype', () => Object.assign(Object.create(fail), { a: 1 })],
  ['object with a Proxy as its prototype', () => Object.assign(Object.create(trap()), { a: 1 })],
  ['object with a Proxy further up', () => Object.assign(Object.create(Object.create(trap())), { a: 1 })],
  ['array with a Proxy as its prototype', () => of([1, 2], trap())],
  ['Map with a Proxy as its prototype', () => of(new Map([[1, 2]]), trap())],
  [
    'object whose inherited constructor fails',
    () =>
      Object.assign(
        Object.create({
          get constructor(): never {
            return fail()
          },
        }),
        { a: 1 },
      ),
  ],
  [
    'object whose inherited tag fails',
    () =>
      Object.assign(
        Object.create({
          get [Symbol.toStringTag](): never {
            return fail()
          },
        }),
        { a: 1 },
      ),
  ],
  [
    'prototypes of the language',
    () => [Map, Set, Date, RegExp, Error, TypeError, Object, Array].map((Kind) => Kind.prototype as object),
  ],
  ['prototypes of boxes', () => [Number, String, Boolean, BigInt, Symbol].map((Kind) => Kind.prototype as object)],
  [
    'prototypes of buffers',
    () => [ArrayBuffer, DataView, Uint8Array, Float64Array].map((Kind) => Kind.prototype as object),
  ],
  [
    'prototypes of what cannot be cloned',
    () => [WeakMap, WeakSet, WeakRef, Promise].map((Kind) => Kind.prototype as object),
  ],
  ['the prototype of functions', () => Function.prototype],
  ['a namespace of the language, Math', () => Math],
  ['a namespace of the language, JSON', () => JSON],
  ['a namespace of the language, Reflect', () => Reflect],
  ['a namespace of the language, Intl', () => Intl],
]

function resizable(maxByteLength = 16): ArrayBuffer {
  return new (ArrayBuffer as unknown as new (n: number, o: object) => ArrayBuffer)(8, { maxByteLength })
}

/** An instance of a class whose prototype names something else as its constructor. */
function instanceOf(lie: (Class: new () => object) => unknown): unknown {
  class Own {
    a = [1]
  }
  over(Own.prototype, { constructor: lie(Own) })
  const own = new Own()
  // An object that travels beside the bytes would share nothing with the rest.
  return [own, own.a]
}

/** A Proxy that structured clone never asks anything, because prototypes do not matter. */
export function trap(): object {
  const traps = { get: fail, has: fail, ownKeys: fail, getPrototypeOf: fail, getOwnPropertyDescriptor: fail }
  return new Proxy({}, traps)
}
