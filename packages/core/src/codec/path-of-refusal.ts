/** Where in a message the value is that cannot be cloned. Looked for only once a message was refused. */

import { dataCloneError } from '../errors.ts'
import { isProxy } from './engine.ts'
import { culpritOf } from './uncloneable.ts'

/** A message of more values than this is not searched to its end. */
const MOST_VALUES = 100_000
/** Of a longer path the last part is shown. */
const SHOWN_PATH = 200

const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u

/**
 * `error`, or for a `DataCloneError` one that names the path to the value, such as `payload.users[3].onClick`. `root` is the
 * message. No code of the program runs: a value behind a getter has no path.
 */
export function withPath(error: unknown, root: unknown): unknown {
  if (typeof root !== 'object' || root === null || !isDataCloneError(error)) return error
  const culprit = culpritOf(error)
  const path = pathTo(root, culprit === undefined ? isNeverCloneable : (value) => value === culprit.value)
  if (path === undefined || path === '') return error
  const end = path.length > SHOWN_PATH ? `…${path.slice(-SHOWN_PATH)}` : path
  return dataCloneError(`${error.message.replace(/\.$/, '')} (at ${end})`)
}

function isDataCloneError(error: unknown): error is Error {
  return (error as Partial<Error> | null)?.name === 'DataCloneError' && error instanceof Error
}

// A platform's own refusal does not say of which value.
function isNeverCloneable(value: unknown): boolean {
  return typeof value === 'function' || typeof value === 'symbol'
}

interface Place {
  readonly value: object
  readonly path: string
}

function pathTo(root: object, isFound: (value: unknown) => boolean): string | undefined {
  const seen = new Set<object>([root])
  const places: Place[] = [{ value: root, path: '' }]
  let left = MOST_VALUES
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    const inner: Place[] = []
    for (const [path, value] of partsOf(place)) {
      if (isFound(value)) return path
      if (--left === 0) return undefined
      if (typeof value !== 'object' || value === null || seen.has(value)) continue
      seen.add(value)
      inner.push({ value, path })
    }
    // The first part is looked at first, with all that is in it.
    for (const one of inner.toReversed()) places.push(one)
  }
  return undefined
}

function* partsOf({ value, path }: Place): Generator<[path: string, value: unknown]> {
  if (ArrayBuffer.isView(value) || isProxy(value) || (Array.isArray(value) && value.length > MOST_VALUES)) return
  try {
    if (value instanceof Map) yield* entriesOf(value, path)
    else if (value instanceof Set)
      for (const one of Set.prototype.values.call(value)) yield [`${path}{${shown(one)}}`, one]
    for (const key of Object.keys(value)) {
      const descriptor = Object.getOwnPropertyDescriptor(value, key)
      if (descriptor !== undefined && 'value' in descriptor)
        yield [`${path}${stepTo(key, path === '')}`, descriptor.value]
    }
  } catch {
    // A Proxy whose traps throw, or an object that only looks like a Map.
  }
}

function* entriesOf(map: Map<unknown, unknown>, path: string): Generator<[path: string, value: unknown]> {
  for (const [key, value] of Map.prototype.entries.call(map) as IterableIterator<[unknown, unknown]>) {
    yield [`${path}{key ${shown(key)}}`, key]
    yield [`${path}.get(${shown(key)})`.replace(/^\./, ''), value]
  }
}

function stepTo(key: string, isFirst: boolean): string {
  if (/^\d+$/.test(key)) return `[${key}]`
  if (!IDENTIFIER.test(key)) return `[${JSON.stringify(key)}]`
  return isFirst ? key : `.${key}`
}

function shown(key: unknown): string {
  if (typeof key === 'string') return JSON.stringify(key.slice(0, 40))
  return typeof key === 'object' && key !== null ? 'an object' : String(key).slice(0, 40)
}
