/** Deep equality of what the workloads are made of: primitives, plain objects, arrays and typed arrays. */

/** Whether `actual` is what structured clone would have made of `expected`: same kinds, keys, order and numbers. */
export function isEqual(actual: unknown, expected: unknown): boolean {
  if (Object.is(actual, expected)) return true
  if (!isObject(actual) || !isObject(expected)) return false
  const prototype = Object.getPrototypeOf(expected) as unknown
  if (Object.getPrototypeOf(actual) !== prototype) return false
  if (prototype !== Object.prototype && prototype !== Array.prototype && !ArrayBuffer.isView(expected as object)) {
    throw new TypeError(`Cannot compare ${Object.prototype.toString.call(expected)}`)
  }
  // The length of an array is no key of it, and a hole has none.
  if (actual.length !== expected.length) return false
  const keys = Object.keys(expected)
  const actualKeys = Object.keys(actual)
  return (
    keys.length === actualKeys.length &&
    keys.every((key, position) => actualKeys[position] === key && isEqual(actual[key], expected[key]))
  )
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
