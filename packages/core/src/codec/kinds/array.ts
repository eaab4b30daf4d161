/**
 * Arrays. Dense ones are a length and their elements, with a mark for each hole; mostly empty ones, and those with
 * properties beside their elements, are a length and their own keys and values. Several doubles in a row share a tag.
 */
import type { Writer } from '../writer.ts'
import type { Reader } from '../reader.ts'
import { ABSENT, ARRAY, NUMBERS, NUMBERS_MAX, SPARSE_ARRAY } from '../tags.ts'
import { isIndex } from '../property-key.ts'
import { readTagged } from '../read.ts'
import { writeValue } from '../write.ts'
import { readProperties, writeProperties } from './object.ts'

const isEnumerable = Object.prototype.propertyIsEnumerable
const LENGTH_MAX = 0xffffffff
// A hole costs one byte in a dense array; a key costs about four in a sparse one.
const HOLES_PER_ELEMENT = 4
const HOLES_ALWAYS_DENSE = 16
const END_OF_ROW = Symbol('end of row')

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

// Each element is read once, since a getter may stand there: so the one that ends a row of numbers is written next.
function writeDense(out: Writer, value: readonly unknown[], length: number, hasHoles: boolean): void {
  out.tagged(ARRAY, length)
  let index = 0
  while (index < length) {
    let element = value[index]
    if (!hasHoles && isDouble(element)) {
      out.twoBytes(NUMBERS, 0)
      const countAt = out.distance() - 1
      let count = 0
      do {
        out.float64(element as number)
        count++
        index++
        element = index < length && count < NUMBERS_MAX ? value[index] : END_OF_ROW
      } while (typeof element === 'number')
      out.patchByte(countAt, count)
      if (element === END_OF_ROW) continue
    }
    // Without holes at the start, only a getter can have made one since.
    if ((hasHoles || element === undefined) && !isEnumerable.call(value, index)) out.byte(ABSENT)
    else writeValue(out, element)
    index++
  }
}

function isDouble(value: unknown): boolean {
  return typeof value === 'number' && (value | 0) !== value
}

export function readArray(input: Reader): unknown[] {
  return readElements(input, input.track([]))
}

/** Reads what follows `ARRAY` into an empty array. */
export function readElements(input: Reader, value: unknown[]): unknown[] {
  const length = input.count(1)
  input.enter()
  while (value.length < length) {
    const tag = input.byte()
    if (tag === ABSENT) value.length++
    else if (tag === NUMBERS) readNumbers(input, value, length)
    else value.push(readTagged(input, tag))
  }
  input.leave()
  return value
}

function readNumbers(input: Reader, value: unknown[], length: number): void {
  const count = input.byte()
  if (count === 0 || count > length - value.length) input.refuse(`${count} numbers in an array`, NUMBERS)
  const at = input.take(count * 8)
  const end = at + count * 8
  const { view } = input
  for (let from = at; from < end; from += 8) value.push(view.getFloat64(from, true))
}

export function readSparseArray(input: Reader): unknown[] {
  return readSparseElements(input, input.track([]))
}

/** Reads what follows `SPARSE_ARRAY` into an empty array. */
export function readSparseElements(input: Reader, value: unknown[]): unknown[] {
  const length = input.varint()
  if (length > LENGTH_MAX) input.refuse(`array length ${length}`, SPARSE_ARRAY)
  // The largest length first: engines then keep the elements in a dictionary, so that a length alone costs no memory.
  value.length = LENGTH_MAX
  value.length = length
  readProperties(input, value)
  if (value.length !== length) input.refuse(`an element beyond array length ${length}`, SPARSE_ARRAY)
  return value
}
