/**
 * Values nested too deep for the stack: in their place stands an empty object, array, Map or Set, and what is in it comes
 * at the end of the message, where the stack is empty again.
 */
import type { Reader } from '../reader.ts'
import type { Writer } from '../writer.ts'
import type { Brand } from '../brand.ts'
import {
  ARRAY,
  LATER_ARRAY,
  LATER_MAP,
  LATER_OBJECT,
  LATER_SET,
  MAP,
  OBJECT,
  SET,
  SHAPE,
  SHAPE_DEFINITION,
  SPARSE_ARRAY,
} from '../tags.ts'
import { readArrayInto, readSparseElements } from './array.ts'
import { readEntries, readMembers } from './map-set.ts'
import { readProperties } from './object.ts'
import { readShapeInto } from './shaped.ts'

const TAGS: Partial<Record<Brand, number>> = { Object: LATER_OBJECT, Map: LATER_MAP, Set: LATER_SET }

/** Puts the contents of `value` at the end of the message; false for a kind that has to be written in its place. */
export function writeLater(out: Writer, value: object, brand: Brand): boolean {
  const tag = Array.isArray(value) ? LATER_ARRAY : TAGS[brand]
  if (tag === undefined) return false
  out.byte(tag)
  out.isUsual = false
  out.later.push(value)
  return true
}

/** Reads the contents of an object that was left empty. */
export function readContents(input: Reader, value: object): void {
  const tag = input.byte()
  if (Array.isArray(value)) {
    if (tag === ARRAY) readArrayInto(input, value)
    else if (tag === SPARSE_ARRAY) readSparseElements(input, value)
    else refuse(input, tag)
  } else if (value instanceof Map) {
    if (tag === MAP) readEntries(input, value)
    else refuse(input, tag)
  } else if (value instanceof Set) {
    if (tag === SET) readMembers(input, value)
    else refuse(input, tag)
  } else if (tag === OBJECT) readProperties(input, value)
  else if (tag === SHAPE || tag === SHAPE_DEFINITION) readShapeInto(input, value, tag === SHAPE_DEFINITION)
  else refuse(input, tag)
}

function refuse(input: Reader, tag: number): never {
  input.refuse('other contents than announced', tag)
}
