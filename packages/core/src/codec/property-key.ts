/** Names of properties that need care. */

const INDEX_MAX = 0xfffffffe

/** Whether a key is an array index: objects list those first and in ascending order. */
export function isIndex(key: string): boolean {
  const first = key.charCodeAt(0)
  if (!(first >= 0x30 && first <= 0x39)) return false
  const number = Number(key) >>> 0
  return number <= INDEX_MAX && String(number) === key
}

/**
 * Whether a plain assignment or an object literal makes this an own property like any other. A literal takes `__proto__` for
 * the prototype also where the engine was told to have no such property.
 */
export function isOrdinary(key: string): boolean {
  return key !== '__proto__' && !(key in Object.prototype)
}
