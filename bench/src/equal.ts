/** Deep equality of what the workloads are made of. */

/** Whether `actual` is what structured clone would have made of `expected`: same kinds, keys, order, numbers and references. */
export function isEqual(actual: unknown, expected: unknown): boolean {
  return isSame(actual, expected, new Map())
}

/** `met`: for each object of what is expected the one that stands for it. */
function isSame(actual: unknown, expected: unknown, met: Map<object, object>): boolean {
  if (!isObject(actual) || !isObject(expected)) return Object.is(actual, expected)
  const known = met.get(expected)
  if (known !== undefined) return known === actual
  met.set(expected, actual)
  if (Object.getPrototypeOf(actual) !== Object.getPrototypeOf(expected)) return false
  // The length of an array is no key of it, and a hole has none.
  if (actual.length !== expected.length) return false
  return areSame(contentsOf(actual), contentsOf(expected), met) && areSame(entriesOf(actual), entriesOf(expected), met)
}

function areSame(actual: readonly unknown[], expected: readonly unknown[], met: Map<object, object>): boolean {
  return actual.length === expected.length && expected.every((item, place) => isSame(actual[place], item, met))
}

function entriesOf(value: Record<string, unknown>): unknown[] {
  return isTypedArray(value) ? [] : Object.entries(value).flat()
}

/** The contents of an object besides its own properties. */
function contentsOf(value: object): unknown[] {
  if (isTypedArray(value)) return [...value]
  if (value instanceof ArrayBuffer) return [...new Uint8Array(value)]
  if (value instanceof Map) return [...value].flat()
  if (value instanceof Set) return [...value]
  if (value instanceof Date) return [value.getTime()]
  if (value instanceof RegExp) return [value.source, value.flags]
  if (value instanceof Error) return [value.name, value.message, value.stack, 'cause' in value, value.cause]
  const prototype = Object.getPrototypeOf(value) as unknown
  if (prototype === Object.prototype || prototype === Array.prototype) return []
  throw new TypeError(`Cannot compare ${Object.prototype.toString.call(value)}`)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function isTypedArray(value: object): value is Iterable<unknown> {
  return ArrayBuffer.isView(value) && !(value instanceof DataView)
}
