/** Names of properties, and their order. */
import type { Entry } from './case.ts'

const withKeys = (keys: readonly string[]): object => {
  const object = {}
  for (const [value, key] of keys.entries()) own(object, key, value)
  return object
}

function own(target: object, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true })
}

const numbered = (count: number, length = 1): string[] =>
  Array.from({ length: count }, (_, at) => `${'k'.repeat(length)}${at}`)

export const keys: readonly Entry[] = [
  ['keys in order of their making', () => withKeys(['c', 'a', 'b'])],
  ['indices before names', () => withKeys(['b', '10', 'a', '9', '0'])],
  [
    'indices after names in a shape',
    () => [withKeys(['a', 'b']), withKeys(['a', 'b', '1']), withKeys(['1', 'a', 'b'])],
  ],
  ['names that look like indices', () => withKeys(['-0', '00', '1.0', '1e3', '+1', ' 1', '0x1', 'Infinity', 'NaN'])],
  ['the largest indices and what follows', () => withKeys(['4294967296', '4294967295', '4294967294', '4294967293'])],
  ['integers beyond indices', () => withKeys(['9007199254740993', '9007199254740991', '4294967297', '5'])],
  [
    'a key deleted and made again',
    () => ((object) => (delete object['a'], Object.assign(object, { a: 3 })))({ a: 1, b: 2 } as Record<string, number>),
  ],
  ['keys with symbols between', () => ({ a: 1, [Symbol('x')]: 2, b: 3, [Symbol.iterator]: 4, c: 5 })],
  [
    'keys with hidden ones between',
    () => Object.defineProperties({ a: 1 }, { b: { value: 2 }, c: { value: 3, enumerable: true } }),
  ],
  ['control characters as keys', () => withKeys(['\0', '\n', '\u007f', '\u0080', '\u2028', '\ufeff', '\uffff'])],
  ['surrogates as keys', () => withKeys(['\ud800', '\udc00', '\ud83d\ude00', '\ude00\ud83d'])],
  ['quotes and code as keys', () => withKeys(['"', "'", '`${1}`', '\\', '*/', '}); throw 1; ({', '<!--', '//'])],
  [
    'words of the language as keys',
    () => withKeys(['class', 'return', 'await', 'arguments', 'eval', 'null', 'get', 'static']),
  ],
  [
    'words of the language as keys, twenty times',
    () => Array.from({ length: 20 }, () => withKeys(['new', 'this', 'get', 'set', 'async'])),
  ],
  [
    'quotes and code as keys, twenty times',
    () => Array.from({ length: 20 }, () => withKeys(['"', '${x}', '\u2028', '\\u0041'])),
  ],
  ['Latin-1 and wide forms of one key', () => withKeys(['é', 'e\u0301', 'É', 'é ', '漢é'])],
  ['keys of 63, 64, 127 and 128 characters', () => withKeys([63, 64, 127, 128].map((length) => 'x'.repeat(length)))],
  [
    'wide keys of 63, 64, 127 and 128 characters',
    () => withKeys([63, 64, 127, 128].map((length) => '漢'.repeat(length))),
  ],
  ['a key of 5,000 characters', () => withKeys(['x'.repeat(5000)])],
  [
    'a key of 5,000 characters, twenty times',
    () => Array.from({ length: 20 }, () => withKeys(['y'.repeat(5000), 'z'])),
  ],
  ['127 keys', () => withKeys(numbered(127))],
  ['128 keys', () => withKeys(numbered(128))],
  ['129 keys', () => withKeys(numbered(129))],
  ['128 keys, twenty times', () => Array.from({ length: 20 }, () => withKeys(numbered(128)))],
  ['512 keys', () => withKeys(numbered(512))],
  ['513 keys', () => withKeys(numbered(513))],
  ['512 keys, twenty times', () => Array.from({ length: 20 }, () => withKeys(numbered(512)))],
  ['513 keys, twenty times', () => Array.from({ length: 20 }, () => withKeys(numbered(513)))],
  [
    '129 keys of which a getter deletes one, three times',
    () =>
      [1, 2, 3].map(() => {
        const object = withKeys(numbered(129)) as Record<string, unknown>
        return Object.defineProperty(object, 'k7', { get: () => delete object['k99'], enumerable: true })
      }),
  ],
  [
    '129 keys of which each is the same object, three times',
    () => [{ is: 1 }, { is: 2 }, { is: 3 }].map((same) => Object.fromEntries(numbered(129).map((key) => [key, same]))),
  ],
  [
    '129 keys that hold the object itself, three times',
    () =>
      [1, 2, 3].map(() => {
        const object = withKeys(numbered(129)) as Record<string, unknown>
        return Object.assign(object, { k7: object, k9: [object] })
      }),
  ],
  [
    'wide records in wide records',
    () =>
      Array.from({ length: 20 }, () => Object.fromEntries(numbered(130).map((key) => [key, withKeys(numbered(129))]))),
  ],
  ['129 keys, twenty times', () => Array.from({ length: 20 }, () => withKeys(numbered(129)))],
  ['keys of some 4,000 characters in all', () => withKeys(numbered(64, 62))],
  ['keys of some 8,000 characters in all', () => [1, 2, 3].map(() => withKeys(numbered(128, 60)))],
  ['keys of more characters than a shape may have', () => [1, 2, 3].map(() => withKeys(numbered(150, 60)))],
  ['two thousand keys', () => withKeys(numbered(2000))],
  ['two thousand indices', () => Object.fromEntries(Array.from({ length: 2000 }, (_, at) => [at * 3, at]))],
  ['two thousand shapes', () => Array.from({ length: 2000 }, (_, at) => ({ [`s${at}`]: at, same: 1 }))],
  ['shapes that begin alike', () => Array.from({ length: 60 }, (_, at) => withKeys(numbered((at % 12) + 1)))],
  ['shapes of the same keys in every order', () => [...orders(['a', 'b', 'c', 'd'])].map(withKeys)],
  ['an own __proto__ among other keys', () => withKeys(['a', '__proto__', 'b'])],
  ['an own __proto__ that is null', () => JSON.parse('{"__proto__":null}')],
  [
    'an own __proto__ in every record',
    () => Array.from({ length: 20 }, (_, id) => JSON.parse(`{"id":${id},"__proto__":[]}`)),
  ],
  ['an own __proto__ without a prototype', () => Object.setPrototypeOf(withKeys(['__proto__', 'a']), null)],
  [
    'accessors of Object.prototype as keys',
    () => withKeys(['__defineGetter__', '__lookupSetter__', 'isPrototypeOf', 'propertyIsEnumerable']),
  ],
  [
    'names of Object.prototype in every record',
    () => Array.from({ length: 20 }, (_, id) => ({ id, constructor: 'x', valueOf: 1, toString: null })),
  ],
  ['then, toJSON and length as keys', () => withKeys(['then', 'toJSON', 'length', 'name', 'prototype', 'callee'])],
  ['records that gain a key each', () => Array.from({ length: 30 }, (_, at) => withKeys(numbered(at)))],
  ['records that lose a key each', () => Array.from({ length: 30 }, (_, at) => withKeys(numbered(30 - at)))],
  [
    'an object used as a dictionary',
    () =>
      ((object) => {
        for (let at = 0; at < 100; at += 2) delete object[`k${at}`]
        return object
      })(withKeys(numbered(100)) as Record<string, unknown>),
  ],
]

function* orders(of: readonly string[]): Generator<string[]> {
  if (of.length === 0) yield []
  for (const first of of) for (const rest of orders(of.filter((key) => key !== first))) yield [first, ...rest]
}
