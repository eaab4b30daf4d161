/** Values that run code while they are read, and values that change by it. A number says when a getter ran. */
import type { Entry } from './case.ts'

/** Own getters under these names, each of which says how many have run before it. */
function counting(names: readonly PropertyKey[], target: object = {}): object {
  let runs = 0
  for (const name of names) define(target, name, () => runs++)
  return target
}

function define<T extends object>(target: T, name: PropertyKey, get: () => unknown, enumerable = true): T {
  return Object.defineProperty(target, name, { get, enumerable, configurable: true })
}

function refuse(): never {
  throw new Error('read although nobody may')
}

function hiding(array: unknown[]): unknown {
  return define(array, 1, () => Object.defineProperty(array, 2, { enumerable: false }) && 5)
}

const thrown = { reason: 'a value of our own' }

export const accessors: readonly Entry[] = [
  ['getters run in the order of keys', () => counting(['b', 'a', '2', '1', 'c'])],
  ['getters in nested objects run depth first', () => nestedCounting()],
  ['getters in an array run in order', () => counting([0, 1, 2], [])],
  ['a getter in an object that is there twice runs once', () => ((one) => [one, one, { one }])(counting(['a', 'b']))],
  ['getters in many objects of one shape', () => Array.from({ length: 20 }, () => counting(['x', 'y', 'z']))],
  ['getters in map entries run key before value', () => mapCounting()],
  ['getters in set members run in order', () => new Set([0, 1, 2].map((at) => counting(['a', `b${at}`])))],
  ['a getter in the cause of an error', () => Object.assign(fixedError(), { cause: counting(['a', 'b']) })],
  ['a getter in the cause of an error that sets its stack', () => settingStack()],
  ['getters of the stacks of an error and of its causes', () => stacksCounted()],
  [
    'a getter that returns its own object',
    () =>
      define({}, 'self', function (this: object) {
        return this
      } as never),
  ],
  ['a getter that returns a new object each time', () => [define({}, 'a', () => ({ fresh: [] }))]],
  [
    'a getter that throws',
    () =>
      define({ a: 1 }, 'b', () => {
        throw thrown
      }),
  ],
  [
    'a getter that throws deep inside',
    () => ({
      list: [
        1,
        new Map([
          [
            1,
            define({}, 'b', () => {
              throw thrown
            }),
          ],
        ]),
      ],
    }),
  ],
  ['a getter that returns a function', () => define({ a: 1 }, 'b', () => refuse)],
  ['a getter that clones something', () => define({ a: 1 }, 'b', () => structuredClone({ inner: [new Map()] }))],
  ['a hidden getter', () => define({ a: 1 }, 'b', refuse, false)],
  ['an inherited getter', () => Object.assign(Object.create(define({}, 'b', refuse)), { a: 1 })],
  ['a getter under a symbol', () => define({ a: 1 }, Symbol('b'), refuse)],
  [
    'a getter of a class',
    () =>
      new (class {
        own = 1
        get inherited() {
          return refuse()
        }
      })(),
  ],
  ['a setter alone', () => Object.defineProperty({ a: 1 }, 'b', { set: refuse, enumerable: true })],
  [
    'toJSON, toString and valueOf stay unread',
    () =>
      define(
        define({ a: 1 }, 'toJSON', () => 'read'),
        'valueOf',
        () => 2,
      ),
  ],
  ['a getter that deletes a later key', () => deleting()],
  ['records with getters that delete a later key', () => Array.from({ length: 4 }, () => deleting())],
  ['a getter that deletes an earlier key', () => changing((object) => delete object['a'])],
  ['a getter that deletes itself', () => changing((object) => delete object['b'])],
  ['a getter that adds a key', () => changing((object) => (object['z'] = 1))],
  ['a getter that adds an index', () => changing((object) => (object[0] = 1))],
  ['a getter that changes a later value', () => changing((object) => (object['c'] = { new: true }))],
  [
    'a getter that deletes a later key and puts it back',
    () => changing((object) => delete object['c'] && (object['c'] = 7)),
  ],
  [
    'a getter that hides a later key',
    () => changing((object) => Object.defineProperty(object, 'c', { enumerable: false })),
  ],
  ['a getter that makes a later key a getter', () => changing((object) => define(object, 'c', () => 'from a getter'))],
  ['a getter that freezes its object', () => changing((object) => Object.freeze(object))],
  ['a getter that changes the prototype', () => changing((object) => Object.setPrototypeOf(object, { c: 1 }))],
  ['a getter that deletes what the prototype has too', () => inheriting()],
  ['a getter in a large object that deletes many keys', () => deletingMany()],
  ['a getter in an array that shortens it', () => changingArray((array) => (array.length = 2))],
  ['a getter in an array that lengthens it', () => changingArray((array) => array.push('new'))],
  ['a getter in an array that deletes an element', () => changingArray((array) => delete array[3])],
  ['a getter in an array that fills a hole', () => changingArray((array) => (array[4] = 'filled'))],
  ['a getter in an array that makes a number a string', () => changingArray((array) => (array[2] = 'text'))],
  ['a getter in an array that adds a property', () => changingArray((array) => Object.assign(array, { extra: 1 }))],
  ['a getter in an array that makes it sparse', () => changingArray((array) => (array[5000] = 1))],
  [
    'a getter in a sparse array that deletes itself',
    () => ((array) => define(array, 1, () => delete array[1] && 5))([, 1, 2] as unknown[]), // oxlint-disable-line no-sparse-arrays
  ],
  ['a getter in a sparse array that hides an element', () => hiding([, 1, 2])], // oxlint-disable-line no-sparse-arrays
  ['a getter in an array that hides what is undefined', () => hiding([0, 1, undefined])],
  ['a getter among doubles', () => define([0.5, 1.5, 2.5, 3.5], 1, () => 9.5)],
  ['a getter among doubles that shortens the array', () => doubles((array) => void (array.length = 2))],
  ['a getter among doubles that returns text', () => doubles(() => 'text')],
  ['a getter in an array with a property', () => define(Object.assign([1, 2, 3], { extra: 4 }), 0, () => 'got')],
  ['a getter beside the elements of an array', () => define([1, 2], 'extra', () => 'got')],
  ['a map that changes while it is read', () => changingMap()],
  ['a set that changes while it is read', () => changingSet()],
  [
    'a map that is emptied while it is read',
    () =>
      emptied(
        new Map<unknown, unknown>([
          [1, 2],
          [3, 4],
        ]),
        (map, trap) => map.set(0, trap),
      ),
  ],
  ['a set that is emptied while it is read', () => emptied(new Set<unknown>([1, 2]), (set, trap) => set.add(trap))],
  ['a getter that fills a later map', () => filling()],
  ['a getter that changes a later buffer', () => writing()],
  ['a getter that resizes a later buffer', () => resizing()],
  ['a getter that lengthens an earlier buffer, which a view follows', () => resizingEarlier(32)],
  ['a getter that shortens an earlier buffer, which a view follows', () => resizingEarlier(4)],
  ['a getter that detaches a later buffer', () => detaching(false)],
  ['a getter that detaches an earlier buffer', () => detaching(true)],
  ['an error whose name is a getter', () => named(() => 'RangeError')],
  [
    'an error whose name throws',
    () =>
      named(() => {
        throw thrown
      }),
  ],
  ['an error whose name is an object', () => named(() => ({ toString: () => 'TypeError' }))],
  [
    'an error whose message is an object',
    () => Object.assign(new Error('x'), { stack: 's', message: { toString: () => 'made' } }),
  ],
  ['an error whose cause is a getter', () => define(fixedError(), 'cause', () => 'got')],
  ['an error whose name, message and cause count', () => countingError()],
]

function nestedCounting(): object {
  let runs = 0
  const next = (): number => runs++
  return define(
    define({}, 'a', () => define(define({}, 'inner', next), 'last', next)),
    'b',
    next,
  )
}

function mapCounting(): object {
  let runs = 0
  const trap = (): object => define({}, 'at', () => runs++)
  return new Map([
    [trap(), trap()],
    [trap(), trap()],
  ])
}

/** With `act` in the getter `b` between `a` and `c`, `d`. */
function changing(act: (object: Record<PropertyKey, unknown>) => unknown): object {
  const object: Record<PropertyKey, unknown> = { a: 1, b: 2, c: 3, d: 4 }
  return define(object, 'b', () => (act(object), 'ran'))
}

function deleting(): object {
  const object: Record<string, unknown> = { a: 1, b: 2, c: 3 }
  return define(object, 'a', () => delete object['b'])
}

function inheriting(): object {
  const object = Object.assign(Object.create({ c: 'inherited' }), { a: 1, c: 2 }) as Record<string, unknown>
  return define(object, 'a', () => delete object['c'])
}

function deletingMany(): object {
  const object: Record<string, unknown> = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`k${at}`, at]))
  return define(object, 'k5', () => {
    for (let at = 10; at < 190; at += 3) delete object[`k${at}`]
  })
}

/** With `act` in element 1 of 4, and a hole at the end. */
function changingArray(act: (array: unknown[]) => unknown): unknown[] {
  const array: unknown[] = ['first', 1, 2, 3]
  array.length = 5
  return define(array, 1, () => (act(array), 'ran'))
}

function doubles(act: (array: unknown[]) => unknown): unknown[] {
  const array: unknown[] = [0.5, 1.5, 2.5, 3.5]
  return define(array, 1, () => act(array) ?? 9.5)
}

function changingMap(): Map<unknown, unknown> {
  const map = new Map<unknown, unknown>()
  return map
    .set(
      'first',
      define({}, 'a', () => map.set('late', 1).delete('early')),
    )
    .set('early', 2)
}

function changingSet(): Set<unknown> {
  const set = new Set<unknown>()
  return set.add(define({}, 'a', () => set.add('late').delete('early'))).add('early')
}

function emptied<T extends { clear(): void }>(target: T, add: (target: T, trap: object) => unknown): T {
  add(
    target,
    define({}, 'a', () => target.clear()),
  )
  return target
}

function filling(): object {
  const map = new Map()
  return { first: define({}, 'a', () => map.set('filled', 1).size), map }
}

function writing(): object {
  const bytes = new Uint8Array(100)
  return { first: define({}, 'a', () => bytes.fill(7) && 1), bytes }
}

function resizing(): object {
  const buffer = new ArrayBuffer(8, { maxByteLength: 64 })
  return { first: define({}, 'a', () => buffer.resize(32)), view: new Uint8Array(buffer), buffer }
}

function resizingEarlier(byteLength: number): object {
  const buffer = new ArrayBuffer(8, { maxByteLength: 64 })
  return define({ buffer }, 'view', () => (buffer.resize(byteLength), new Uint8Array(buffer, 2)))
}

function detaching(isEarlier: boolean): object {
  const bytes = new Uint8Array(8)
  const trap = define({}, 'a', () => structuredClone(bytes.buffer, { transfer: [bytes.buffer] }).byteLength)
  return isEarlier ? { bytes, trap } : { trap, bytes }
}

function fixedError(): Error {
  return Object.assign(new Error('x'), { stack: 'fixed' })
}

function named(get: () => unknown): Error {
  return define(fixedError(), 'name', get)
}

function settingStack(): Error {
  const error = fixedError()
  const cause = define({}, 'a', () => (error.stack = 'set'))
  return Object.assign(error, { cause })
}

function stacksCounted(): Error {
  let runs = 0
  const counted = (cause: unknown): Error =>
    define(Object.assign(fixedError(), { cause }), 'stack', () => `read ${runs++}`)
  return counted(counted(define({}, 'runs', () => runs++)))
}

// The name of the error and its cause show in which order their accessors ran.
function countingError(): Error {
  let runs = 0
  const kinds = ['TypeError', 'RangeError', 'SyntaxError']
  const cause = define({}, 'runs', () => runs++)
  return Object.assign(
    define(fixedError(), 'name', () => kinds[runs++]),
    { cause },
  )
}
