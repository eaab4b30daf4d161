/** One value of any kind to bytes: finds the kind, and hands over to it. */
import type { Writer } from './writer.ts'
import { type Brand, brandOf, quickBrandOf, unbox } from './brand.ts'
import { isDate, isProxy } from './engine.ts'
import { isIndex } from './property-key.ts'
import { ancestryOf } from './prototype.ts'
import { writeArray, writeElements } from './kinds/array.ts'
import { writeBigInt } from './kinds/bigint.ts'
import { writeBoxed } from './kinds/boxed.ts'
import { writeBuffer } from './kinds/buffer.ts'
import { writeDate } from './kinds/date.ts'
import { writeError } from './kinds/error.ts'
import { writePlatformObject } from './kinds/platform-object.ts'
import { requireComplete, writeInstance } from './kinds/instance.ts'
import { throwUncloneable } from './uncloneable.ts'
import { writeLater } from './kinds/later.ts'
import { writeMap, writeSet } from './kinds/map-set.ts'
import { writeNumber } from './kinds/number.ts'
import { writeExpected, writeExpectedRoot, writeKeyed } from './kinds/shaped.ts'
import { writeRegExp } from './kinds/regexp.ts'
import { writeText } from './kinds/string.ts'
import { writeView } from './kinds/view.ts'
import { FALSE, LATER_DEPTH, MAX_DEPTH, MAX_INSTANCE_DEPTH, NULL, REFERENCE, TRUE, UNDEFINED } from './tags.ts'

const objectPrototype = Object.prototype
const datePrototype = Date.prototype
const getPrototypeOf = Object.getPrototypeOf as (value: object) => object | null

export function writeValue(out: Writer, value: unknown): void {
  // Not a switch: engines ask for the name of the type, then.
  if (typeof value === 'number') return writeNumber(out, value)
  if (typeof value === 'string') return writeText(out, value)
  if (value === null) return out.byte(NULL)
  if (typeof value === 'object') return writeIdentified(out, value)
  if (typeof value === 'boolean') return out.byte(value ? TRUE : FALSE)
  if (value === undefined) return out.byte(UNDEFINED)
  if (typeof value === 'bigint') return writeBigInt(out, value)
  throwUncloneable(value)
}

/** Writes what can be in a box: a number, string, boolean or BigInt. */
export function writePrimitive(out: Writer, value: unknown): void {
  if (value === null || typeof value === 'object') throwUncloneable(value)
  writeValue(out, value)
}

/** Writes the object that is the message: mostly it has the shape of the one before it. */
export function writeRoot(out: Writer, value: object): void {
  if (!isProxy(value) && !Array.isArray(value) && writeExpectedRoot(out, value)) return
  writeIdentified(out, value)
}

/** Writes an object. One that the message already contains is a reference to it, whatever it is: so this question comes first. */
export function writeIdentified(out: Writer, value: object): void {
  const known = out.identities.identify(value)
  if (known >= 0) return writeReference(out, value, known)
  if (isProxy(value)) throwUncloneable(value)
  if (++out.depth <= LATER_DEPTH || !isWrittenLater(out, value)) writeContents(out, value)
  out.depth--
}

function writeReference(out: Writer, value: object, known: number): void {
  out.isUsual = false
  if (out.openInstances.length > 0) requireComplete(out, value)
  out.tagged(REFERENCE, known)
}

/** Writes an object that is not in the message yet. */
function writeContents(out: Writer, value: object): void {
  if (Array.isArray(value)) {
    writeArray(out, value)
    out.shape = undefined
    return
  }
  if (writeExpected(out, value)) return
  const prototype = getPrototypeOf(value)
  if (prototype === objectPrototype) return writePlain(out, value)
  writeOther(out, value, prototype)
  out.shape = undefined
}

function isWrittenLater(out: Writer, value: object): boolean {
  if (out.depth > MAX_DEPTH) throwTooDeep(MAX_DEPTH)
  // An instance is made as soon as its contents are read: they cannot come later.
  if (out.openInstances.length > 0) {
    if (out.depth > MAX_INSTANCE_DEPTH) throwTooDeep(MAX_INSTANCE_DEPTH)
    return false
  }
  if (out.registry?.ofPrototype(getPrototypeOf(value)) !== undefined) return false
  if (ArrayBuffer.isView(value) || ancestryOf(getPrototypeOf(value), value) === 'platform') return false
  return writeLater(out, value, brandOf(value))
}

/** Writes an object that was announced, by its kind. Its looks may mislead, and may have changed since. */
export function writeAnnounced(out: Writer, value: object): void {
  if (Array.isArray(value)) return writeElements(out, value)
  const brand = brandOf(value)
  if (brand !== 'Object' || !writeExpected(out, value)) writeBranded(out, value, brand)
}

function writePlain(out: Writer, value: object): void {
  const keys = Object.keys(value)
  // An array, Map, Date or `arguments` whose prototype was set to this shows no keys, or indices first.
  const isSuspect = keys.length === 0 || isIndex(keys[0]!)
  const shape = isSuspect ? undefined : out.shapes.find(keys)
  // The object that gives a new shape is looked at closely. Later objects of that shape, and objects without one, are not:
  // the look would cost a tenth of writing such an object.
  const isAsked = shape === undefined ? isSuspect : shape.id < 0
  if (isAsked && writeDisguised(out, value)) out.shape = undefined
  else if (!writeKeyed(out, value, keys, shape)) out.shape = undefined
}

/** Writes an object that only looks plain; false for one that is. */
function writeDisguised(out: Writer, value: object): boolean {
  if (ArrayBuffer.isView(value)) {
    writeView(out, value)
    return true
  }
  const brand = quickBrandOf(value)
  if (brand === 'Object') return false
  writeBranded(out, value, brand)
  return true
}

function writeOther(out: Writer, value: object, prototype: object | null): void {
  if (out.registry !== undefined && writeInstance(out, value, prototype)) return
  // Most of what is neither an array nor plain: all other questions are about other kinds.
  if (prototype === datePrototype && isDate(value)) return writeDate(out, value)
  if (ArrayBuffer.isView(value)) return writeView(out, value)
  const ancestry = ancestryOf(prototype, value)
  if (ancestry === 'platform' || out.platformObjects.isTransferred(value)) return writePlatformObject(out, value)
  writeBranded(out, value, ancestry === 'user' ? quickBrandOf(value) : brandOf(value))
}

function writeBranded(out: Writer, value: object, brand: Brand): void {
  switch (brand) {
    case 'Object':
      return writeUserObject(out, value)
    case 'Map':
      return writeMap(out, value)
    case 'Set':
      return writeSet(out, value)
    case 'Date':
      return writeDate(out, value)
    case 'RegExp':
      return writeRegExp(out, value)
    case 'Error':
      return writeError(out, value)
    case 'ArrayBuffer':
      return writeBuffer(out, value)
    case 'Boxed':
      return writeUnboxed(out, value)
    default:
      return writePlatformObject(out, value)
  }
}

function writeUnboxed(out: Writer, value: object): void {
  const primitive = unbox(value)
  if (typeof primitive === 'symbol') throwUncloneable(value)
  writeBoxed(out, primitive)
}

function writeUserObject(out: Writer, value: object): void {
  const keys = Object.keys(value)
  writeKeyed(out, value, keys, keys.length === 0 || isIndex(keys[0]!) ? undefined : out.shapes.find(keys))
}

function throwTooDeep(limit: number): never {
  throw new RangeError(`Cannot encode a value nested deeper than ${limit} objects`)
}
