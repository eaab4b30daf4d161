/**
 * Arrays. Dense ones are a length and their elements, with a mark for each hole; mostly empty ones, and those with
 * properties beside their elements, are a length and their own keys and values. Several doubles in a row share a tag.
 */
import type { Writer } from '../writer.ts'
import type { Reader } from '../reader.ts'
import {
  ABSENT,
  ARRAY,
  INT16,
  INT32,
  MAX_DEPTH,
  NUMBERS,
  NUMBERS_MAX,
  ROWS,
  SMALL_INT_MAX,
  SPARSE_ARRAY,
} from '../tags.ts'
import { writeInstance } from './instance.ts'
import { isIndex } from '../property-key.ts'
import { readTagged } from '../read.ts'
import { isWhole, LONG } from '../whole.ts'
import { writeValue } from '../write.ts'
import { readProperties, writeProperties } from './object.ts'
import { readRows, ROWS_MIN, writeRows } from './rows.ts'

const hasOwn = Object.prototype.hasOwnProperty
/** Fewer numbers are written one by one. */
const RUN_MIN = 8
/** The most that an integer takes: its tag and four bytes. */
const INTEGER_BYTES = 5
const LENGTH_MAX = 0xffffffff
// A hole costs one byte in a dense array; a key costs about four in a sparse one.
const HOLES_PER_ELEMENT = 4
const HOLES_ALWAYS_DENSE = 16

export function writeArray(out: Writer, value: readonly unknown[]): void {
  if (out.registry !== undefined && writeInstance(out, value, Object.getPrototypeOf(value) as object)) return
  writeElements(out, value)
}

/** Writes an array that is no instance of an own class. */
export function writeElements(out: Writer, value: readonly unknown[]): void {
  const length = value.length
  if (length >= LONG && isWhole(value, length)) return writeDense(out, value, length)
  // The only other way to learn of properties beside the elements is to list all keys. Indices come first, in order: if the
  // last key is an index, all are.
  const keys = Object.keys(value)
  const count = keys.length
  if (count === length && (count === 0 || keys[count - 1] === String(count - 1))) return writeDense(out, value, length)
  const isPlain = count === 0 || isIndex(keys[count - 1]!)
  if (isPlain && length - count <= count * HOLES_PER_ELEMENT + HOLES_ALWAYS_DENSE)
    return writeWithHoles(out, value, length, keys)
  out.tagged(SPARSE_ARRAY, length)
  writeProperties(out, value, keys)
}

// Each element is read once, since a getter may stand there: so the one that ends a run has been read, and comes next.
function writeDense(out: Writer, value: readonly unknown[], length: number): void {
  if (length > 0x7f || out.limit - out.position < 2) out.tagged(ARRAY, length)
  else {
    const { bytes, position } = out
    bytes[position] = ARRAY
    bytes[position + 1] = length
    out.position = position + 2
  }
  const hasRows = length >= ROWS_MIN && out.shapes.hasRows
  let index = 0
  let element = length > 0 ? value[0] : undefined
  while (index < length) {
    if (typeof element === 'number' && length - index >= RUN_MIN) {
      if (isInteger(element)) index += writeIntegers(out, value, index, length, element)
      else index += writeNumbers(out, value, index, length, element)
      element = out.ender
      continue
    }
    if (hasRows && typeof element === 'object' && element !== null) {
      const rows = writeRows(out, value, index, length, element)
      if (rows > 0) {
        index += rows
        element = out.ender
        continue
      }
    }
    if (element === undefined && !hasOwn.call(value, index)) out.byte(ABSENT)
    else writeValue(out, element)
    element = ++index < length ? value[index] : undefined
  }
  // It keeps nothing alive.
  out.ender = undefined
}

// A hole that a getter fills meanwhile stays one, since its index is not among the keys.
function writeWithHoles(out: Writer, value: readonly unknown[], length: number, keys: readonly string[]): void {
  out.tagged(ARRAY, length)
  let index = 0
  for (const key of keys) {
    for (const next = Number(key); index < next; index++) out.byte(ABSENT)
    // Before its getter runs, which may delete it.
    if (hasOwn.call(value, index)) writeValue(out, value[index])
    else out.byte(ABSENT)
    index++
  }
  for (; index < length; index++) out.byte(ABSENT)
}

// -0 is a double to this format.
function isInteger(value: unknown): value is number {
  return typeof value === 'number' && (value | 0) === value && (value !== 0 || 1 / value > 0)
}

/** Writes the run of integers that begins with `first`, each with its tag, and returns how many there are. */
function writeIntegers(out: Writer, value: readonly unknown[], start: number, length: number, first: number): number {
  const end = Math.min(length, start + NUMBERS_MAX)
  out.ensure((end - start) * INTEGER_BYTES)
  const { bytes, view } = out
  let at = out.position
  let index = start
  let element: unknown = first
  do {
    const integer = element as number
    if (integer >= 0 && integer <= SMALL_INT_MAX) bytes[at++] = integer
    else if (integer >= -0x8000 && integer <= 0x7fff) {
      bytes[at] = INT16
      view.setInt16(at + 1, integer, true)
      at += 3
    } else {
      bytes[at] = INT32
      view.setInt32(at + 1, integer, true)
      at += 5
    }
    element = ++index < length ? value[index] : undefined
  } while (index < end && isInteger(element))
  out.position = at
  out.ender = element
  return index - start
}

/** Writes the run of numbers that begins with `first`, a double, and returns how many there are. */
function writeNumbers(out: Writer, value: readonly unknown[], start: number, length: number, first: number): number {
  out.twoBytes(NUMBERS, 0)
  const countAt = out.distance() - 1
  const end = Math.min(length, start + NUMBERS_MAX)
  let index = start
  let element: unknown = first
  out.ensure((end - start) * 8)
  const { view } = out
  let at = out.position
  do {
    view.setFloat64(at, element as number, true)
    at += 8
    element = ++index < length ? value[index] : undefined
  } while (index < end && typeof element === 'number')
  out.position = at
  out.patchByte(countAt, index - start)
  out.ender = element
  return index - start
}

export function readArray(input: Reader): unknown[] {
  const length = input.count(1)
  // oxlint-disable-next-line unicorn/no-new-array -- an array made at its size need not grow
  const value = input.mayPresize(length) ? new Array<unknown>(length) : []
  if (input.isTracking) input.track(value)
  return readElements(input, value, length)
}

/** Reads what follows `ARRAY` into an empty array. */
export function readArrayInto(input: Reader, value: unknown[]): void {
  readElements(input, value, input.count(1))
}

function readElements(input: Reader, value: unknown[], length: number): unknown[] {
  if (++input.depth > MAX_DEPTH) input.refuseDepth()
  const { bytes, end } = input
  let index = 0
  while (index < length) {
    const at = input.position
    if (at >= end) input.refuseTruncated(1)
    input.position = at + 1
    const tag = bytes[at]!
    if (tag === NUMBERS) index = readNumbers(input, value, index, length)
    else if (tag === ABSENT) index++
    else if (tag === ROWS) index = readRows(input, value, index, length)
    else value[index++] = readTagged(input, tag)
  }
  // After holes at the end.
  if (value.length !== length) value.length = length
  input.depth--
  return value
}

function readNumbers(input: Reader, value: unknown[], index: number, length: number): number {
  const count = input.byte()
  if (count === 0 || count > length - index) input.refuse(`${count} numbers in an array`, NUMBERS)
  const at = input.take(count * 8)
  const { view } = input
  for (let number = 0; number < count; number++) value[index + number] = view.getFloat64(at + number * 8, true)
  return index + count
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
