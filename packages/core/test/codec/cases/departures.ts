/**
 * The known differences between the codec and an engine's structured clone, with the reasons. Tests fail when one of these
 * no longer differs, so the lists only shrink. The engine itself is asked what it does.
 */

interface Departure {
  readonly why: string
  /** Whether this holds in an engine without a test of kinds (Node, Bun and Deno have one). */
  readonly isHere: () => boolean
  readonly names: readonly string[]
}

const DEPARTURES: readonly Departure[] = [
  {
    why: 'only a test of kinds tells a Proxy from its target',
    isHere: () => true,
    names: [
      'a Proxy of an object',
      'a Proxy of an array',
      'a Proxy of a Map',
      'a Proxy deep inside',
      'a revoked Proxy',
    ],
  },
  {
    why: 'without a test of kinds, an object whose prototypes are all the program’s own is believed',
    isHere: () => true,
    names: [
      'map with the prototype of Object',
      'map without a prototype',
      'Map with the prototype of a program',
      'Set with the prototype of Object',
      'Set without a prototype',
      'ArrayBuffer with the prototype of Object',
      'ArrayBuffer without a prototype',
      'view of a resizable buffer without a prototype',
      'boxed bigint with the prototype of Object',
      'boxed bigint without a prototype',
      'WeakMap with the prototype of Object',
      'WeakMap without a prototype',
      'Promise with the prototype of Object',
    ],
  },
  {
    why: 'the engine asks only strings for the name of an error',
    isHere: () => cloneOf(Object.assign(new Error('x'), { name: { toString: () => 'TypeError' } })).name === 'Error',
    names: ['an error whose name is an object', 'a symbol as the name of an error'],
  },
  {
    why: 'the engine takes any error of that name for an AggregateError, and fails',
    isHere: () => cloneOf(new AggregateError([])).name === 'AggregateError',
    names: ['error named AggregateError'],
  },
  {
    why: 'against the standard, the engine refuses ordinary objects that belong to the language',
    isHere: () => !isCloneable(Math),
    names: [
      'prototypes of the language',
      'prototypes of boxes',
      'prototypes of buffers',
      'prototypes of what cannot be cloned',
      'a namespace of the language, Math',
      'a namespace of the language, JSON',
      'a namespace of the language, Intl',
    ],
  },
  {
    why: 'against the standard, the engine reads the value of a map entry before its key',
    isHere: () => readsValuesFirst(),
    names: ['getters in map entries run key before value'],
  },
]

/** The names of the cases that are known to depart here, when the codec has no test of kinds. In Node none departs. */
export function knownDepartures(): ReadonlySet<string> {
  return new Set(DEPARTURES.filter(({ isHere }) => isHere()).flatMap(({ names }) => names))
}

/** All of them, wherever they hold. */
export const departing: readonly string[] = DEPARTURES.flatMap(({ names }) => names)

function cloneOf(error: Error): Error {
  return structuredClone(error)
}

function isCloneable(value: object): boolean {
  try {
    return structuredClone(value) !== undefined
  } catch {
    return false
  }
}

function readsValuesFirst(): boolean {
  const read: string[] = []
  const trap = (name: string): object =>
    Object.defineProperty({}, 'a', { get: () => read.push(name), enumerable: true })
  structuredClone(new Map([[trap('key'), trap('value')]]))
  return read[0] === 'value'
}
