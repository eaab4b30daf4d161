/** One value of any kind to bytes: plain values here, everything else in the last branch. */
import type { Writer } from './writer.ts'
import { brandOf } from './brand.ts'
import { isProxy } from './engine.ts'
import { ancestryOf } from './prototype.ts'
import { writeArray, writeElements } from './kinds/array.ts'
import { writeBigInt } from './kinds/bigint.ts'
import { requireComplete } from './kinds/instance.ts'
import { writeLater } from './kinds/later.ts'
import { writeNumber } from './kinds/number.ts'
import { writeBranded, writeOther } from './kinds/other.ts'
import { writePlain } from './kinds/shaped.ts'
import { writeText } from './kinds/string.ts'
import { throwUncloneable } from './uncloneable.ts'
import { FALSE, LATER_DEPTH, MAX_DEPTH, MAX_INSTANCE_DEPTH, NULL, REFERENCE, TRUE, UNDEFINED } from './tags.ts'

const objectPrototype = Object.prototype
const getPrototypeOf = Object.getPrototypeOf as (value: object) => object | null

/** Room for every value of fixed size, for a short text, and for the head of any other value: asked for once a value. */
const ROOM = 32

export function writeValue(out: Writer, value: unknown): void {
  if (out.limit - out.position < ROOM) out.ensure(ROOM)
  // Not a switch: engines ask for the name of the type, then.
  if (typeof value === 'number') writeNumber(out, value)
  else if (typeof value === 'string') writeText(out, value)
  else if (value === null) out.bytes[out.position++] = NULL
  else if (typeof value === 'object') writeIdentified(out, value)
  else if (typeof value === 'boolean') out.bytes[out.position++] = value ? TRUE : FALSE
  else if (value === undefined) out.bytes[out.position++] = UNDEFINED
  else if (typeof value === 'bigint') writeBigInt(out, value)
  else throwUncloneable(value)
}

/** Writes what can be in a box: a number, string, boolean or BigInt. */
export function writePrimitive(out: Writer, value: unknown): void {
  if (value === null || typeof value === 'object') throwUncloneable(value)
  writeValue(out, value)
}

/** Writes an object. One that the message already contains is a reference to it, whatever it is: so this question comes first. */
function writeIdentified(out: Writer, value: object): void {
  const known = out.identities.identify(value)
  if (known >= 0) return writeReference(out, value, known)
  if (isProxy(value)) throwUncloneable(value)
  if (++out.depth <= LATER_DEPTH || !isWrittenLater(out, value)) {
    if (Array.isArray(value)) writeArray(out, value)
    else {
      const prototype = getPrototypeOf(value)
      if (prototype === objectPrototype) writePlain(out, value)
      else writeOther(out, value, prototype)
    }
  }
  out.depth--
}

function writeReference(out: Writer, value: object, known: number): void {
  out.isUsual = false
  if (out.openInstances.length > 0) requireComplete(out, value)
  out.tagged(REFERENCE, known)
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
  if (Array.isArray(value)) writeElements(out, value)
  else writeBranded(out, value, brandOf(value))
}

function throwTooDeep(limit: number): never {
  throw new RangeError(`Cannot encode a value nested deeper than ${limit} objects`)
}
