/** One workload for each kind of value that programs send: none of them is to be slower than `postMessage`. */

import type { Random } from '../random.ts'
import type { Workload } from '../workload.ts'
import { asciiText } from './text.ts'

const POOL = 64
const FIRST_INDEX = 40

type Make = (random: Random, position: number) => unknown

const list = <T>(length: number, make: (place: number) => T): T[] => Array.from({ length }, (_, place) => make(place))
const times = <T>(length: number, value: T): T[] => list(length, () => value)
const record = (random: Random): object => ({ id: random.integer(0, 1e6), name: asciiText(random, 8), isOpen: true })
const fields = (random: Random, count: number): object =>
  Object.fromEntries(list(count, (place) => [`field${place}`, random.integer(0, 1e6)]))
const key = (random: Random): string => random.integer(0, 2 ** 31).toString(36)
const text = (random: Random, letters: string, length: number): string =>
  list(length, () => random.pick([...letters])).join('')

const tree = (random: Random, depth: number): object =>
  depth === 0
    ? { value: random.integer(0, 100) }
    : { left: tree(random, depth - 1), right: tree(random, depth - 1), value: depth }

function linkedList(random: Random, length: number): object | null {
  return length === 0 ? null : { value: random.integer(0, 100), next: linkedList(random, length - 1) }
}

function ring(random: Random): object {
  const first: { id: number; peers: object[] } = { id: random.integer(0, 100), peers: [] }
  for (let id = 0; id < 5; id++) first.peers.push({ id, of: first })
  return first
}

const KINDS: Readonly<Record<string, Make>> = {
  'a boolean': (_, position) => position % 2 === 0,
  'an integer': (random) => random.integer(0, 1000),
  'a fraction': (random) => random.next(),
  'a bigint': (random) => BigInt(random.integer(0, 2 ** 40)) ** 2n,
  null: () => null,

  'text of 10': (random) => asciiText(random, 10),
  'text of 100': (random) => asciiText(random, 100),
  'text of 10,000': (random) => asciiText(random, 10_000),
  'text of 100,000': (random) => asciiText(random, 100_000),
  'Latin-1 text of 100': (random) => text(random, 'aeiouäöüéè', 100),
  'Cyrillic text of 100': (random) => text(random, 'абвгдежзий', 100),
  'Cyrillic text of 10,000': (random) => text(random, 'абвгдежзий', 10_000),

  'an empty object': () => ({}),
  'a record of 3': record,
  'a record of 30': (random) => fields(random, 30),
  'a record of 200': (random) => fields(random, 200),
  'records in a record': (random) => ({ user: record(random), place: { at: { x: random.next(), y: random.next() } } }),
  'a call': (random) => [random.integer(0, 1e6), 'method', [record(random), random.next()]],
  'a reply': (random) => ({ id: random.integer(0, 1e6), result: { rows: list(3, () => record(random)) }, error: null }),
  'a dictionary of 20': (random) => Object.fromEntries(list(20, () => [key(random), random.integer(0, 1000)])),
  'a dictionary of records': (random) => Object.fromEntries(list(20, () => [key(random), record(random)])),
  'keys that are numbers': (random) => Object.fromEntries(list(20, () => [random.integer(0, 1e6), random.next()])),
  'a tree of 255': (random) => tree(random, 7),
  'a list of 100': (random) => linkedList(random, 100),
  'a ring of 6': ring,
  'the same ten times': (random) => times(10, record(random)),

  'an empty array': () => [],
  '10 integers': (random) => list(10, () => random.integer(0, 1000)),
  '1,000 integers': (random) => list(1000, () => random.integer(0, 1e6)),
  '1,000 fractions': (random) => list(1000, () => random.next()),
  '100 texts': (random) => list(100, () => asciiText(random, 12)),
  '100 equal texts': (random) => times(100, asciiText(random, 12)),
  '100 records': (random) => list(100, () => record(random)),
  '10 × 10 integers': (random) => list(10, () => list(10, () => random.integer(0, 1000))),
  'an array of everything': (random) => [1, 'two', random.next(), null, undefined, true, { x: 1 }, [2]],
  'an array with holes': (random) => Object.assign([], { 3: random.next(), 17: 1, 40: 'x' }),

  'a Map of numbers': (random) => new Map(list(20, (place) => [place, random.next()])),
  'a Map of records': (random) => new Map(list(20, () => [key(random), record(random)])),
  'a Set of texts': (random) => new Set(list(20, () => key(random))),
  'a Date': (random) => new Date(random.integer(0, 2 ** 40)),
  'a RegExp': (random) => new RegExp(`^${key(random)}$`, 'iu'),
  'an Error': (random) => new TypeError(asciiText(random, 30)),

  '16 bytes': (random) => bytes(random, 16),
  '1,024 bytes': (random) => bytes(random, 1024),
  '4,096 bytes': (random) => bytes(random, 4096),
  '16,384 bytes': (random) => bytes(random, 16_384),
  'a buffer of 1,024': (random) => bytes(random, 1024).buffer,
  'a Float32Array of 16': (random) => Float32Array.from(list(16, () => random.next())),
  'a Float64Array of 1,000': (random) => Float64Array.from(list(1000, () => random.next())),
  'bytes in a record': (random) => ({ id: random.integer(0, 100), pixels: bytes(random, 256), at: new Date(0) }),
  'two views of a buffer': (random) =>
    ((buffer) => [new Uint8Array(buffer), new Float64Array(buffer)])(bytes(random, 64).buffer),
}

export const kindWorkloads: readonly Workload[] = Object.entries(KINDS).map(([name, make], place) => ({
  name,
  index: FIRST_INDEX + place,
  pool: POOL,
  make,
}))

function bytes(random: Random, length: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length }, () => random.integer(0, 255))
}
