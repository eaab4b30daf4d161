/** Arrays of records of one shape, and what may come among them. */
import type { Entry } from './case.ts'
import { trap } from './lies.ts'

const COUNT = 40
const MIDDLE = 25

type Rec = Record<string, unknown>

const records = (count = COUNT): unknown[] => Array.from({ length: count }, (_, id) => record(id))

function record(id: number): Rec {
  return { id, name: `name ${id % 7}`, at: { x: id / 4, y: -id } }
}

/** Records with something else in the middle. */
function among(other: unknown): unknown[] {
  return records().with(MIDDLE, other)
}

/** Records, one of which has a getter that does something to the array. */
function acting(act: (list: unknown[]) => unknown): unknown[] {
  const list = records()
  const get = (): unknown => (act(list), 'ran')
  list[MIDDLE] = Object.defineProperty(record(MIDDLE), 'name', { get, enumerable: true, configurable: true })
  return list
}

export const rows: readonly Entry[] = [
  ['rows of records', () => records()],
  ['rows of 70,000 records', () => Array.from({ length: 70_000 }, (_, id) => ({ id, half: id / 2 }))],
  ['rows with null among them', () => among(null)],
  ['rows with undefined among them', () => among(undefined)],
  ['rows with a number among them', () => among(0.5)],
  ['rows with an array among them', () => among([1, 2])],
  ['rows with an empty object among them', () => among({})],
  ['rows with a Map among them', () => among(new Map([['id', 1]]))],
  ['rows with a Date among them', () => among(new Date(5))],
  ['rows with an error among them', () => among(Object.assign(new Error('x'), { id: 1, name: 'Error', at: 2 }))],
  ['rows with a Map that has the keys of the records', () => among(Object.assign(new Map([[1, 2]]), record(1)))],
  ['rows with a Date that has the keys of the records', () => among(Object.assign(new Date(5), record(1)))],
  ['rows with an array that has the keys of the records', () => among(Object.assign([] as unknown[], record(1)))],
  ['rows with a box that has the keys of the records', () => among(Object.assign(Object(5) as object, record(1)))],
  ['rows with a view that has the keys of the records', () => among(Object.assign(new Uint8Array(2), record(1)))],
  [
    'rows with a function that has the keys of the records',
    () => among(Object.defineProperties(() => 1, Object.getOwnPropertyDescriptors(record(1)))),
  ],
  ['rows with a promise that has the keys of the records', () => among(Object.assign(Promise.resolve(), record(1)))],
  ['rows with a record that has a Proxy as its prototype', () => among(Object.setPrototypeOf(record(1), trap()))],
  ['rows with an object of other keys and such a prototype', () => among(Object.setPrototypeOf({ other: 1 }, trap()))],
  [
    'rows with such a record inside one of them',
    () => among({ ...record(1), at: Object.setPrototypeOf({ x: 1, y: 2 }, trap()) as object }),
  ],
  ['rows with a record without a prototype', () => among(Object.setPrototypeOf(record(1), null))],
  [
    'rows with a record of a class',
    () =>
      among(
        Object.assign(
          new (class {
            id = 0
          })(),
          record(1),
        ),
      ),
  ],
  ['rows with a record that inherits a key', () => among(Object.assign(Object.create({ extra: 1 }), record(1)))],
  [
    'rows with a record that inherits one of its keys',
    () => among(Object.assign(Object.create({ at: 'inherited' }), { id: 1, name: 'own' })),
  ],
  ['rows with a record that lacks a key', () => among({ id: 1, name: 'x' })],
  ['rows with a record that has a key more', () => among({ ...record(1), extra: 1 })],
  ['rows with a record that has a hidden key more', () => among(Object.defineProperty(record(1), 'z', { value: 1 }))],
  [
    'rows with a record one of whose keys is hidden',
    () => among(Object.defineProperty(record(1), 'name', { enumerable: false })),
  ],
  ['rows with a record that has a symbol more', () => among({ ...record(1), [Symbol('s')]: 1 })],
  ['rows with a record that has an index more', () => among({ ...record(1), 7: 1 })],
  ['rows with a record in another order', () => among({ name: 'x', id: 1, at: 2 })],
  ['rows with a frozen record', () => among(Object.freeze(record(1)))],
  ['rows with a record in dictionary mode', () => among(slow(record(1)))],
  [
    'rows with a record that is there twice',
    () => ((list) => [...list, list[MIDDLE], list[0], ...records()])(records()),
  ],
  [
    'rows with one inner record for all',
    () => ((at) => records().map((one) => ({ ...(one as Rec), at })))({ x: 1, y: 2 }),
  ],
  [
    'rows that refer to their array',
    () => ((list) => list.map((one) => Object.assign(one as Rec, { at: list })))(records()),
  ],
  [
    'rows that refer to the record before',
    () => records().reduce<Rec[]>((list, one) => [...list, Object.assign(one as Rec, { at: list.at(-1) })], []),
  ],
  [
    'rows whose values change kind',
    () => records().map((one, id) => ({ ...(one as Rec), name: [id, `${id}`, null, [], 0.5, 5n, true][id % 7] })),
  ],
  ['rows with holes', () => ((list) => (delete list[MIDDLE], delete list[3], list))(records())],
  ['rows with a property beside', () => Object.assign(records(), { extra: record(1) })],
  ['rows of rows', () => records(20).map((one) => ({ ...(one as Rec), at: records(20) }))],
  ['rows, numbers, rows, strings and rows', () => [...records(), 0.5, 1.5, 7, ...records(), 'a', 'b', ...records()]],
  ['rows of two shapes in turn', () => records().map((one, id) => (id % 2 === 0 ? one : { other: id }))],
  ['rows of two shapes in stretches', () => records().map((one, id) => (id % 20 < 10 ? one : { other: id }))],
  ['rows of records of one key', () => Array.from({ length: COUNT }, (_, id) => ({ id }))],
  [
    'rows of records with an own __proto__',
    () => Array.from({ length: COUNT }, (_, id) => JSON.parse(`{"id":${id},"__proto__":{"a":1}}`)),
  ],
  [
    'rows of records of 128 keys',
    () =>
      Array.from({ length: COUNT }, (_, id) =>
        Object.fromEntries(Array.from({ length: 128 }, (__, at) => [`k${at}`, at * id])),
      ),
  ],
  ['rows in a Map and in a Set', () => [new Map([['rows', records()]]), new Set(records())]],
  [
    'rows at the depth where contents come later',
    () => Array.from({ length: 799 }).reduce<unknown>((inner) => [inner], records()),
  ],
]

export const actingRows: readonly Entry[] = [
  ['rows, one of which shortens the array', () => acting((list) => (list.length = MIDDLE + 3))],
  ['rows, one of which ends the array with itself', () => acting((list) => (list.length = MIDDLE + 1))],
  ['rows, one of which lengthens the array', () => acting((list) => list.push(record(99)))],
  [
    'rows, the last of which adds an element that nobody may read',
    () => {
      const list = records()
      const get = (): never => {
        throw new Error('nobody may read it')
      }
      const add = (): unknown => (
        Object.defineProperty(list, COUNT, { get, enumerable: true, configurable: true }),
        'ran'
      )
      list[COUNT - 1] = Object.defineProperty(record(COUNT - 1), 'name', { get: add, enumerable: true })
      return list
    },
  ],
  ['rows, one of which deletes the next', () => acting((list) => delete list[MIDDLE + 1])],
  ['rows, one of which replaces the next by a number', () => acting((list) => (list[MIDDLE + 1] = 7))],
  ['rows, one of which replaces the next by another shape', () => acting((list) => (list[MIDDLE + 1] = { other: 1 }))],
  ['rows, one of which replaces the next by the first', () => acting((list) => (list[MIDDLE + 1] = list[0]))],
  [
    'rows, one of which adds a key to the next',
    () => acting((list) => Object.assign(list[MIDDLE + 1] as Rec, { z: 1 })),
  ],
  ['rows, one of which deletes a key of the next', () => acting((list) => delete (list[MIDDLE + 1] as Rec)['at'])],
  ['rows, one of which deletes its own last key', () => acting((list) => delete (list[MIDDLE] as Rec)['at'])],
  [
    'rows, one of which makes the next a getter',
    () => acting((list) => Object.defineProperty(list, MIDDLE + 1, { get: () => record(5), enumerable: true })),
  ],
  [
    'rows, one of which changes the prototype of the next',
    () => acting((list) => Object.setPrototypeOf(list[MIDDLE + 1], null)),
  ],
  ['rows, one of which changes the prototype of the array', () => acting((list) => Object.setPrototypeOf(list, null))],
  [
    'rows, one of which throws',
    () =>
      acting(() => {
        throw new RangeError('of a getter')
      }),
  ],
  [
    'rows that are getters of the array',
    () => ((list) => Object.defineProperty(list, MIDDLE, { get: () => record(5), enumerable: true }))(records()),
  ],
  [
    'rows with getters that count',
    () =>
      ((runs) =>
        records().map((one) => Object.defineProperty(one as Rec, 'name', { get: () => runs++, enumerable: true })))(0),
  ],
]

function slow(object: Rec): Rec {
  for (let at = 0; at < 2000; at++) object[`k${at}`] = at
  for (let at = 0; at < 2000; at++) delete object[`k${at}`]
  return object
}
