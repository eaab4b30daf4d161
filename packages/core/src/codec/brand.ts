/**
 * The real kind of an object: by its internal slots, never by its constructor or prototype, which may lie.
 *
 * Node, Bun and Deno tell (`util.types`). Elsewhere a getter that needs the slot is called and throws without it; that is
 * slow, so there an object whose prototypes are all the program's own classes counts as plain without being asked.
 */
import { engineTypes } from './engine.ts'
import { isStackOverflow } from './stack-overflow.ts'

export type Brand =
  | 'Object'
  | 'Map'
  | 'Set'
  | 'Date'
  | 'RegExp'
  | 'Error'
  | 'ArrayBuffer'
  | 'SharedArrayBuffer'
  | 'Boxed'
  | 'Other'

type Getter = (this: unknown) => unknown
type Method = (this: unknown, argument: object) => unknown

/** The getter of an accessor property, to be called on anything; undefined where the engine has no such property. */
export function getterOf(prototype: object, name: string | symbol): Getter | undefined {
  return Object.getOwnPropertyDescriptor(prototype, name)?.get
}

const objectToString = Object.prototype.toString
const SharedBuffer = (globalThis as { SharedArrayBuffer?: { prototype: object } }).SharedArrayBuffer

const slots: readonly (readonly [Brand, Getter | undefined])[] = [
  ['Map', getterOf(Map.prototype, 'size')],
  ['Set', getterOf(Set.prototype, 'size')],
  ['Date', Date.prototype.getTime],
  ['RegExp', getterOf(RegExp.prototype, 'source')],
  ['ArrayBuffer', getterOf(ArrayBuffer.prototype, 'byteLength')],
  ['SharedArrayBuffer', SharedBuffer && getterOf(SharedBuffer.prototype, 'byteLength')],
]
const boxes: readonly { valueOf(): unknown }[] = [
  Number.prototype,
  String.prototype,
  Boolean.prototype,
  BigInt.prototype,
  Symbol.prototype,
]
const unboxers: readonly Getter[] = boxes.map(({ valueOf }) => valueOf)

// An error may have a `Symbol.toStringTag` of its own; younger engines tell all the same.
const { isError } = Error as { isError?: (value: unknown) => boolean }
// Text that `JSON.stringify` takes as it is: an object without a prototype, and with a slot of its own.
const { isRawJSON } = JSON as { isRawJSON?: (value: unknown) => boolean }

const NOBODY: object = Object.freeze({})
/** Classes that no test of kinds of an engine knows, each with a method that needs the slot and changes nothing. */
const weak: readonly (readonly [kind: Function, method: Method])[] = [
  [WeakMap, WeakMap.prototype.has],
  [WeakSet, WeakSet.prototype.has],
  [WeakRef, WeakRef.prototype.deref],
  [FinalizationRegistry, FinalizationRegistry.prototype.unregister],
]

/** The kind of an object that is neither an array nor a view. `Other` is what cannot be cloned from here. */
export function brandOf(value: object): Brand {
  const types = engineTypes
  if (types === undefined) return brandBySlots(value)
  if (types.isMap(value)) return 'Map'
  if (types.isSet(value)) return 'Set'
  if (types.isDate(value)) return 'Date'
  if (types.isNativeError(value)) return 'Error'
  if (types.isArrayBuffer(value)) return 'ArrayBuffer'
  if (types.isRegExp(value)) return 'RegExp'
  if (types.isBoxedPrimitive(value)) return 'Boxed'
  if (types.isSharedArrayBuffer(value)) return 'SharedArrayBuffer'
  if (types.isArgumentsObject(value) || types.isModuleNamespaceObject(value)) return 'Other'
  if (types.isPromise(value) || types.isWeakMap(value) || types.isWeakSet(value)) return 'Other'
  if (types.isExternal?.(value) === true) return 'Other'
  return isOther(value) ? 'Other' : 'Object'
}

/** As `brandOf` where the engine tells; elsewhere only what costs no exceptions. */
export function quickBrandOf(value: object): Brand {
  return engineTypes === undefined ? brandByTag(value) : brandOf(value)
}

/** Whether no platform clones this object, as far as it can be told from one that only has such a prototype. */
export function isUncloneable(value: object): boolean {
  if (quickBrandOf(value) === 'Other') return true
  const types = engineTypes
  if (
    types !== undefined &&
    (types.isGeneratorObject(value) || types.isMapIterator(value) || types.isSetIterator(value))
  )
    return true
  return weak.some(([kind, method]) => value instanceof kind && answers(method, value))
}

/** The primitive in a boxed primitive. */
export function unbox(value: object): unknown {
  // Mostly its prototype says which: each of the others costs an exception.
  const likely = unboxers[boxes.indexOf(Object.getPrototypeOf(value) as object)]
  const unboxed = likely && attempt(likely, value)
  if (unboxed !== undefined) return unboxed
  for (const unboxer of unboxers) {
    const primitive = attempt(unboxer, value)
    if (primitive !== undefined) return primitive
  }
  return undefined
}

function brandBySlots(value: object): Brand {
  const tagged = brandByTag(value)
  if (tagged !== 'Object') return tagged
  if (isError?.(value) === true) return 'Error'
  for (const [brand, getter] of slots) {
    if (getter !== undefined && attempt(getter, value) !== undefined && value !== RegExp.prototype) return brand
  }
  return unbox(value) === undefined ? 'Object' : 'Boxed'
}

// The built-in tag is the truth unless the object has a `Symbol.toStringTag`, and then it names no kind below.
function brandByTag(value: object): Brand {
  if (isOther(value)) return 'Other'
  switch (attempt(builtInTag, value)) {
    case '[object Arguments]':
      return 'Other'
    case '[object Error]':
      return 'Error'
    case '[object Date]':
      return 'Date'
    case '[object RegExp]':
      return 'RegExp'
    case '[object Number]':
    case '[object String]':
    case '[object Boolean]':
      return 'Boxed'
    default:
      return 'Object'
  }
}

function isOther(value: object): boolean {
  return value === globalThis || (isRawJSON !== undefined && Object.getPrototypeOf(value) === null && isRawJSON(value))
}

// Its prototypes may be Proxies whose traps throw.
function builtInTag(this: unknown): unknown {
  return Symbol.toStringTag in (this as object) ? undefined : objectToString.call(this)
}

function attempt(getter: Getter, value: object): unknown {
  try {
    return getter.call(value)
  } catch (error) {
    if (isStackOverflow(error)) throw error
    return undefined
  }
}

function answers(method: Method, value: object): boolean {
  try {
    method.call(value, NOBODY)
    return true
  } catch (error) {
    if (isStackOverflow(error)) throw error
    return false
  }
}
