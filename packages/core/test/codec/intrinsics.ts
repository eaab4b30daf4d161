/** Checks that decoding leaves the intrinsics as they are, and makes only objects that it may make. */

const MOST_LOOKED_AT = 200
const ORDINARY = new Set<unknown>(
  (
    'Object Array Map Set Date RegExp Number String Boolean BigInt ArrayBuffer SharedArrayBuffer DataView Error ' +
    'EvalError RangeError ReferenceError SyntaxError TypeError URIError Int8Array Uint8Array Uint8ClampedArray ' +
    'Int16Array Uint16Array Int32Array Uint32Array Float16Array Float32Array Float64Array BigInt64Array BigUint64Array'
  )
    .split(' ')
    .map((name) => (globalThis as Record<string, unknown>)[name]),
)

/** Says so if an object in a value has a prototype that decoding does not give. `own` are the registered classes. */
export function oddPrototypeIn(value: unknown, own: readonly unknown[] = []): string | undefined {
  const seen = new Set<unknown>([value])
  for (const part of seen) {
    if (typeof part !== 'object' || part === null) continue
    const prototype: unknown = Object.getPrototypeOf(part)
    const constructor: unknown = prototype && Object.getOwnPropertyDescriptor(prototype, 'constructor')?.value
    if (!ORDINARY.has(constructor) && !own.includes(constructor))
      return `a value with an odd prototype, ${String(constructor)},`
    if (seen.size > MOST_LOOKED_AT || ArrayBuffer.isView(part)) continue
    if (part instanceof Map) for (const [key, item] of part) seen.add(key).add(item)
    else if (part instanceof Set) for (const item of part) seen.add(item)
    else for (const key of Object.keys(part).slice(0, MOST_LOOKED_AT)) seen.add((part as Record<string, unknown>)[key])
  }
  return undefined
}

/** As text, the names of the properties of the global object and of those that all others inherit from. */
export function intrinsicsNow(): string {
  const shared = [globalThis, Object, Object.prototype, Function.prototype, Array.prototype, Map.prototype]
  const others = [
    Set.prototype,
    Error.prototype,
    RegExp.prototype,
    Date.prototype,
    String.prototype,
    ArrayBuffer.prototype,
  ]
  return [...shared, ...others].map((one) => Reflect.ownKeys(one).map(String).join()).join('\n')
}
