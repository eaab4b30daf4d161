/**
 * Arrays. Dense ones are a length and their elements, with a mark for each hole; mostly empty ones, and those with
 * properties beside their elements, are a length and their own keys and values. Several doubles in a row share a tag.
 */
import type { Writer } from '../writer.ts'
import type { Reader } from '../reader.ts'
import type { Make, MakeRows } from '../constructors.ts'
import type { Shape } from '../shapes.ts'
import {
  ABSENT,
  ARRAY,
  INT16,
  INT32,
  NUMBERS,
  NUMBERS_MAX,
  ROWS,
  SHORT_LATIN1,
  SHORT_LATIN1_MAX,
  SMALL_INT_MAX,
  SPARSE_ARRAY,
} from '../tags.ts'
import { readShortLatin1, writeString } from './string.ts'
import { isIndex } from '../property-key.ts'
import { readTagged } from '../read.ts'
import { writeValue } from '../write.ts'
import { compileRowsMaker, compileRowsWriter, isRow } from './slots.ts'
import { lookUp, readProperties, readRow, writeProperties, writeSlots } from './object.ts'

const isEnumerable = Object.prototype.propertyIsEnumerable
// Rows follow more often than not where there were so many; compiling costs some tens of microseconds.
const ROWS_TO_COMPILE = 16
// Objects in one `ROWS`: their count is two bytes.
const ROWS_MAX = 0xffff
/** The most that an integer takes: its tag and four bytes. */
const INTEGER_BYTES = 5
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
    return length > count ? writeWithHoles(out, value, length, keys) : writeDense(out, value, length)
  out.tagged(SPARSE_ARRAY, length)
  writeProperties(out, value, keys)
}

// Each element is read once, since a getter may stand there: so the one that ends a run has been read, and comes next.
function writeDense(out: Writer, value: readonly unknown[], length: number): void {
  out.tagged(ARRAY, length)
  let index = 0
  let element = length > 0 ? value[0] : undefined
  let shape: Shape | undefined
  while (index < length) {
    if (typeof element === 'object' && element !== null) {
      if (shape !== undefined && isRow(out, element, shape.matches)) {
        index += writeRows(out, value, index, length, element, shape)
        element = out.ender
        continue
      }
      out.shape = undefined
      writeValue(out, element)
      shape = out.shape
    } else if (typeof element === 'number') {
      if (isInteger(element)) index += writeIntegers(out, value, index, length, element)
      else index += writeNumbers(out, value, index, length, element)
      element = out.ender
      continue
    } else if (typeof element === 'string') writeString(out, element)
    else if (element === undefined && !isEnumerable.call(value, index)) out.byte(ABSENT)
    else writeValue(out, element)
    element = ++index < length ? value[index] : undefined
  }
}

// A hole that a getter fills meanwhile stays one, since its index is not among the keys.
function writeWithHoles(out: Writer, value: readonly unknown[], length: number, keys: readonly string[]): void {
  out.tagged(ARRAY, length)
  let index = 0
  for (const key of keys) {
    for (const next = Number(key); index < next; index++) out.byte(ABSENT)
    const element = value[index]
    if (isEnumerable.call(value, index)) writeValue(out, element)
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

/** Writes the run of objects of one shape that begins with `first` and returns how many there are. */
function writeRows(
  out: Writer,
  value: readonly unknown[],
  start: number,
  length: number,
  first: object,
  shape: Shape,
): number {
  out.byte(ROWS)
  const countAt = out.distance()
  out.twoBytes(0, 0)
  out.varint(shape.id)
  if (shape.writeRows === undefined && length - start >= ROWS_TO_COMPILE)
    shape.writeRows = compileRowsWriter(shape) ?? writeEachRow
  const write = shape.writeRows ?? writeEachRow
  out.depth++
  const count = write(out, value, start, Math.min(length, start + ROWS_MAX), first, shape)
  out.depth--
  out.patchByte(countAt, count & 0xff)
  out.patchByte(countAt + 1, count >> 8)
  return count
}

// Where code may not be generated, or is not worth it.
function writeEachRow(
  out: Writer,
  value: readonly unknown[],
  start: number,
  end: number,
  first: object,
  shape: Shape,
): number {
  let index = start
  let element: unknown = first
  do {
    writeSlots(out, element as object, shape)
    element = ++index < value.length ? value[index] : undefined
  } while (index < end && isRow(out, element, shape.matches))
  out.ender = element
  return index - start
}

export function readArray(input: Reader): unknown[] {
  return readElements(input, input.track([]))
}

/** Reads what follows `ARRAY` into an empty array. */
export function readElements(input: Reader, value: unknown[]): unknown[] {
  const length = input.count(1)
  const { bytes, end } = input
  input.enter()
  // The cursor in a local for what most arrays are made of.
  let at = input.position
  while (value.length < length) {
    const tag = at < end ? bytes[at]! : ABSENT
    if (tag <= SMALL_INT_MAX) {
      value.push(tag)
      at++
      continue
    }
    input.position = at
    if (tag <= SHORT_LATIN1 + SHORT_LATIN1_MAX) {
      input.position = at + 1
      value.push(readShortLatin1(input, tag))
    } else readElement(input, value, length)
    at = input.position
  }
  input.position = at
  input.leave()
  return value
}

function readElement(input: Reader, value: unknown[], length: number): void {
  const tag = input.byte()
  if (tag === ABSENT) value.length++
  else if (tag === NUMBERS) readNumbers(input, value, length)
  else if (tag === ROWS) readRows(input, value, length)
  else value.push(readTagged(input, tag))
}

function readNumbers(input: Reader, value: unknown[], length: number): void {
  const count = input.byte()
  if (count === 0 || count > length - value.length) input.refuse(`${count} numbers in an array`, NUMBERS)
  const at = input.take(count * 8)
  const end = at + count * 8
  const { view } = input
  for (let from = at; from < end; from += 8) value.push(view.getFloat64(from, true))
}

function readRows(input: Reader, value: unknown[], length: number): void {
  const count = input.view.getUint16(input.take(2), true)
  if (count === 0 || count > length - value.length) input.refuse(`${count} rows in an array`, ROWS)
  const constructor = lookUp(input)
  input.enter()
  const { make, keys } = constructor
  if (make === undefined || input.isTracking || input.mayHaveAbsentSlots) {
    for (let index = 0; index < count; index++) value.push(readRow(input, constructor))
  } else (constructor.makeRows ??= compileRowsMaker(keys) ?? makeEachRow(make))(input, value, count)
  input.leave()
}

// Where code may not be generated, or these keys may not stand in a literal.
function makeEachRow(make: Make): MakeRows {
  return (input, array, count) => {
    for (let index = 0; index < count; index++) array.push(make(input))
  }
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
