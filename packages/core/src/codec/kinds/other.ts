/** Objects that are neither arrays nor plain, by their real kind, whatever their prototypes say. */
import { type Brand, brandOf, quickBrandOf, unbox } from '../brand.ts'
import { isDate } from '../engine.ts'
import { ancestryOf } from '../prototype.ts'
import { throwUncloneable } from '../uncloneable.ts'
import type { Writer } from '../writer.ts'
import { writeBoxed } from './boxed.ts'
import { writeBuffer } from './buffer.ts'
import { writeDate } from './date.ts'
import { writeError } from './error.ts'
import { writeInstance } from './instance.ts'
import { writeMap, writeSet } from './map-set.ts'
import { writePlatformObject } from './platform-object.ts'
import { writeRegExp } from './regexp.ts'
import { writeKeyed } from './shaped.ts'
import { writeView } from './view.ts'

const datePrototype = Date.prototype

export function writeOther(out: Writer, value: object, prototype: object | null): void {
  if (out.registry !== undefined && writeInstance(out, value, prototype)) return
  // Most of what is neither an array nor plain: all other questions are about other kinds.
  if (prototype === datePrototype && isDate(value)) return writeDate(out, value)
  if (ArrayBuffer.isView(value)) return writeView(out, value)
  const ancestry = ancestryOf(prototype, value)
  if (ancestry === 'platform' || out.platformObjects.isTransferred(value)) return writePlatformObject(out, value)
  writeBranded(out, value, ancestry === 'user' ? quickBrandOf(value) : brandOf(value))
}

/** Writes an object that only looks plain; false for one that is. */
export function writeDisguised(out: Writer, value: object): boolean {
  if (ArrayBuffer.isView(value)) {
    writeView(out, value)
    return true
  }
  const brand = quickBrandOf(value)
  if (brand === 'Object') return false
  writeBranded(out, value, brand)
  return true
}

export function writeBranded(out: Writer, value: object, brand: Brand): void {
  switch (brand) {
    case 'Object':
      return writeKeyed(out, value)
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
