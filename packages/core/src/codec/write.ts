/** One value of any kind to bytes: finds the kind, and hands over to it. */
import { identify, writeReference } from './identity.ts'
import { writeByte } from './writer.ts'
import { brandOf, quickBrandOf, unbox } from './brand.ts'
import { isProxy } from './engine.ts'
import { isIndex } from './property-key.ts'
import { ancestryOf } from './prototype.ts'
import { writeArray } from './kinds/array.ts'
import { writeBigInt } from './kinds/bigint.ts'
import { writeBoxed } from './kinds/boxed.ts'
import { writeBuffer } from './kinds/buffer.ts'
import { writeDate } from './kinds/date.ts'
import { writeError } from './kinds/error.ts'
import { isTransferred, throwUncloneable, writeHost } from './kinds/host.ts'
import { writeMap, writeSet } from './kinds/map-set.ts'
import { writeNumber } from './kinds/number.ts'
import { writeExpected, writeKeyed, writeObject } from './kinds/object.ts'
import { writeRegExp } from './kinds/regexp.ts'
import { writeString } from './kinds/string.ts'
import { writeView } from './kinds/view.ts'
import { FALSE, MAX_DEPTH, NULL, TRUE, UNDEFINED } from './tags.ts'

const objectPrototype = Object.prototype
const getPrototypeOf = Object.getPrototypeOf as (value: object) => object | null

let depth = 0

/** Starts at the depth of `from` containers, and returns the depth so far. */
export function setDepth(from: number): number {
  const before = depth
  depth = from
  return before
}

export function writeValue(value: unknown): void {
  switch (typeof value) {
    case 'number':
      return writeNumber(value)
    case 'string':
      return writeString(value)
    case 'object':
      if (value !== null) return writeIdentified(value)
      return writeByte(NULL)
    case 'boolean':
      return writeByte(value ? TRUE : FALSE)
    case 'undefined':
      return writeByte(UNDEFINED)
    case 'bigint':
      return writeBigInt(value)
    default:
      return throwUncloneable(value)
  }
}

/** Writes what can be in a box: a number, string, boolean or BigInt. */
export function writePrimitive(value: unknown): void {
  if (value === null || typeof value === 'object') throwUncloneable(value)
  writeValue(value)
}

// An object that the message already contains is a reference to it, whatever it is: so this question comes first.
function writeIdentified(value: object): void {
  const known = identify(value)
  if (known >= 0) return writeReference(known)
  if (++depth > MAX_DEPTH) throwTooDeep()
  if (isProxy(value)) throwUncloneable(value)
  const prototype = getPrototypeOf(value)
  if (prototype === objectPrototype) writePlain(value)
  else writeOther(value, prototype)
  depth--
}

function writePlain(value: object): void {
  if (writeExpected(value)) return
  const keys = Object.keys(value)
  // An array, Map, Date or `arguments` whose prototype was set to this shows no keys, or indices first.
  if (keys.length === 0 || isIndex(keys[0]!)) return writeSuspect(value, keys)
  writeKeyed(value, keys)
}

function writeSuspect(value: object, keys: readonly string[]): void {
  if (Array.isArray(value)) return writeArray(value)
  if (ArrayBuffer.isView(value)) return writeView(value)
  const brand = quickBrandOf(value)
  if (brand === 'Object') return writeObject(value, keys)
  writeBranded(value, brand)
}

function writeOther(value: object, prototype: object | null): void {
  if (Array.isArray(value)) return writeArray(value)
  if (ArrayBuffer.isView(value)) return writeView(value)
  const ancestry = ancestryOf(prototype)
  if (ancestry === 'platform' || isTransferred(value)) return writeHost(value)
  writeBranded(value, ancestry === 'user' ? quickBrandOf(value) : brandOf(value))
}

function writeBranded(value: object, brand: ReturnType<typeof brandOf>): void {
  switch (brand) {
    case 'Object':
      return writeInstance(value)
    case 'Map':
      return writeMap(value)
    case 'Set':
      return writeSet(value)
    case 'Date':
      return writeDate(value)
    case 'RegExp':
      return writeRegExp(value)
    case 'Error':
      return writeError(value)
    case 'ArrayBuffer':
      return writeBuffer(value)
    case 'Boxed':
      return writeUnboxed(value)
    default:
      return writeHost(value)
  }
}

function writeUnboxed(value: object): void {
  const primitive = unbox(value)
  if (typeof primitive === 'symbol') throwUncloneable(value)
  writeBoxed(primitive)
}

function writeInstance(value: object): void {
  const keys = Object.keys(value)
  if (keys.length === 0 || isIndex(keys[0]!)) return writeObject(value, keys)
  writeKeyed(value, keys)
}

function throwTooDeep(): never {
  throw new RangeError(`Cannot encode a value nested deeper than ${MAX_DEPTH} objects`)
}
