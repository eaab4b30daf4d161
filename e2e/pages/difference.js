/** Compares a message with what `structuredClone` made of the same value. */

/**
 * The first difference, as a path and what differs; undefined when there is none.
 * @param {any} left
 * @param {any} right
 * @param {string} [path]
 * @param {Map<object, object>} [seen]
 * @returns {string | undefined}
 */
export function difference(left, right, path = '$', seen = new Map()) {
  if (typeof left !== 'object' || left === null) return Object.is(left, right) ? undefined : `${path}: ${String(right)}`
  if (typeof right !== 'object' || right === null) return `${path}: ${String(right)} for an object`
  if (seen.has(left)) return seen.get(left) === right ? undefined : `${path}: another identity`
  seen.set(left, right)
  const kind = kindOf(left)
  if (kind !== kindOf(right)) return `${path}: ${kindOf(right)} for ${kind}`
  if (Object.getPrototypeOf(left) !== Object.getPrototypeOf(right)) return `${path}: another prototype`
  const [a, b] = [slotsOf(left), slotsOf(right)]
  if (a.length !== b.length) return `${path}: ${b.length} entries for ${a.length}`
  for (const [index, slot] of a.entries()) {
    const found = difference(slot, b[index], `${path}<${index}>`, seen)
    if (found !== undefined) return found
  }
  return ArrayBuffer.isView(left) ? undefined : differentProperty(left, right, path, seen)
}

/**
 * @param {any} left
 * @param {any} right
 * @param {string} path
 * @param {Map<object, object>} seen
 */
function differentProperty(left, right, path, seen) {
  // An engine adds notes to an error by itself, and a stack depends on where it was made.
  const isOwn = (/** @type {PropertyKey} */ key) => !(left instanceof Error) || !ENGINE_NOTES.has(key)
  const keys = Reflect.ownKeys(left).filter(isOwn)
  const others = Reflect.ownKeys(right).filter(isOwn)
  if (keys.map(String).join() !== others.map(String).join())
    return `${path}: keys ${others.map(String).join()} for ${keys.map(String).join()}`
  for (const key of keys) {
    const found = difference(left[key], right[key], `${path}.${String(key)}`, seen)
    if (found !== undefined) return found
  }
  return undefined
}

/** @type {Set<PropertyKey>} */
const ENGINE_NOTES = new Set(['stack', 'fileName', 'lineNumber', 'columnNumber'])

/** @param {object} value */
function kindOf(value) {
  return Object.prototype.toString.call(value)
}

/**
 * The contents of a value beside its properties.
 * @param {any} value
 * @returns {unknown[]}
 */
function slotsOf(value) {
  if (value instanceof Map) return [...value].flat()
  if (value instanceof Set) return [...value]
  if (value instanceof Date) return [value.getTime()]
  if (value instanceof RegExp) return [value.source, value.flags, value.lastIndex]
  if (value instanceof ArrayBuffer) return [value.byteLength, value.maxByteLength, ...new Uint8Array(value)]
  if (ArrayBuffer.isView(value)) return [value.byteOffset, value.byteLength, value.buffer]
  if (value instanceof File) return [value.size, value.type, value.name, value.lastModified]
  if (value instanceof Blob) return [value.size, value.type]
  if (value instanceof ImageData) return [value.width, value.height, ...value.data]
  if (value instanceof DOMException) return [value.name, value.message, value.code]
  if (value instanceof DOMRect || value instanceof DOMPoint || value instanceof DOMMatrix)
    return [JSON.stringify(value)]
  if (/^\[object (Number|String|Boolean|BigInt)]$/.test(kindOf(value))) return [value.valueOf()]
  return []
}
