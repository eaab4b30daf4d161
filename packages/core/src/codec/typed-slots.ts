/** The real kind of a typed array: by its internal slots, never by its properties, which may lie. */
import { getterOf } from './brand.ts'
import { bufferPrototype } from './engine.ts'

const typedPrototype = Object.getPrototypeOf(Uint8Array.prototype) as object

/** The name of its kind; undefined for anything else. */
export const kindOf = getterOf(typedPrototype, Symbol.toStringTag) as (this: unknown) => string | undefined
export const bufferOf = getterOf(typedPrototype, 'buffer') as (this: unknown) => ArrayBufferLike
export const byteOffsetOf = getterOf(typedPrototype, 'byteOffset') as (this: unknown) => number
const byteLengthOf = getterOf(typedPrototype, 'byteLength') as (this: unknown) => number
export const lengthOf = getterOf(typedPrototype, 'length') as (this: unknown) => number

/** Whether a value is a Uint8Array, of whatever realm. */
export function isBytes(value: unknown): value is Uint8Array {
  return kindOf.call(value) === 'Uint8Array'
}

/** Bytes in a typed array. */
export function bytesIn(array: { readonly byteLength: number }): number {
  // The property too, though nobody believes it: having read it, the engine knows the class of the array, and reads the slot
  // without a call, which would take 9 ns.
  const claimed = array.byteLength
  const byteLength = byteLengthOf.call(array)
  return claimed === byteLength ? claimed : byteLength
}

/**
 * The same bytes in an array without methods of the program: a subclass may make arrays of its own in `subarray`. Throws
 * `TypeError` for what is no typed array.
 */
export function plainBytes(memory: Uint8Array): Uint8Array {
  const prototype: unknown = Object.getPrototypeOf(memory)
  if (prototype === Uint8Array.prototype || prototype === bufferPrototype) return memory
  if (kindOf.call(memory) === undefined)
    throw new TypeError(`Cannot use ${Object.prototype.toString.call(memory)} as bytes: use a Uint8Array`)
  return new Uint8Array(bufferOf.call(memory), byteOffsetOf.call(memory), bytesIn(memory))
}
