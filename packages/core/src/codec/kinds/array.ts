/**
 * Arrays. Dense ones are a length and their elements, with a mark for each hole; mostly empty ones, and those with
 * properties beside their elements, are a length and their own keys and values.
 */
import type { Writer } from '../writer.ts'
import type { Reader } from '../reader.ts'
import { ABSENT, ARRAY, SPARSE_ARRAY } from '../tags.ts'
import { isIndex } from '../property-key.ts'
import { readTagged } from '../read.ts'
import { writeValue } from '../write.ts'
import { readProperties, writeProperties } from './object.ts'

const isEnumerable = Object.prototype.propertyIsEnumerable
const LENGTH_MAX = 0xffffffff
// A hole costs one byte in a dense array; a key costs about four in a sparse one.
const HOLES_PER_ELEMENT = 4
const HOLES_ALWAYS_DENSE = 16

export function writeArray(out: Writer, value: readonly unknown[]): void {
  const length = value.length
  // The only way to learn of properties beside the elements is to list all keys. Indices come first, in order: if the
  // last key is an index, all are.
  const keys = Object.keys(value)
  const count = keys.length
  const isPlain = count === 0 || isIndex(keys[count - 1]!)
  if (isPlain && length - count <= count * HOLES_PER_ELEMENT + HOLES_ALWAYS_DENSE)
    return writeDense(out, value, length, length > count)
  out.tagged(SPARSE_ARRAY, length)
  writeProperties(out, value, keys)
}

function writeDense(out: Writer, value: readonly unknown[], length: number, hasHoles: boolean): void {
  out.tagged(ARRAY, length)
  for (let index = 0; index < length; index++) {
    const element = value[index]
    // Without holes at the start, only a getter can have made one since.
    if ((hasHoles || element === undefined) && !isEnumerable.call(value, index)) out.byte(ABSENT)
    else writeValue(out, element)
  }
}

export function readArray(input: Reader): unknown[] {
  const length = input.count(1)
  const value: unknown[] = input.track([])
  input.enter()
  for (let index = 0; index < length; index++) {
    const tag = input.byte()
    if (tag === ABSENT) value.length = index + 1
    else value.push(readTagged(input, tag))
  }
  input.leave()
  return value
}

export function readSparseArray(input: Reader): unknown[] {
  const length = input.varint()
  if (length > LENGTH_MAX) input.refuse(`array length ${length}`, SPARSE_ARRAY)
  const value: unknown[] = input.track([])
  // The largest length first: engines then keep the elements in a dictionary, so that a length alone costs no memory.
  value.length = LENGTH_MAX
  value.length = length
  readProperties(input, value)
  if (value.length !== length) input.refuse(`an element beyond array length ${length}`, SPARSE_ARRAY)
  return value
}
