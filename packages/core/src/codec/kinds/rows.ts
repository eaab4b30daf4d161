/** Rows: objects of one shape in a row in an array. One head for all, and one generated loop on each side. */
import { code, type Constructor, type Make, type MakeRows, nextLoop } from '../constructors.ts'
import type { Reader } from '../reader.ts'
import type { Shape } from '../shapes.ts'
import { ROWS } from '../tags.ts'
import type { Writer } from '../writer.ts'
import { codeWeight, lookUp, readRow, writeSlots } from './shaped.ts'
import { compileRowsMaker, compileRowsWriter, isRow } from './slots.ts'

// Rows follow more often than not where there were so many; compiling costs some tens of microseconds.
const ROWS_TO_COMPILE = 16
// Objects in one `ROWS`: their count is two bytes.
const ROWS_MAX = 0xffff

/** Writes the run of objects of one shape that begins with `first` and returns how many there are. */
export function writeRows(
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
  if (shape.writeRows === undefined && length - start >= ROWS_TO_COMPILE && mayCompile(out, shape))
    shape.writeRows = compileRowsWriter(shape) ?? writeEachRow
  const write = shape.writeRows ?? writeEachRow
  out.depth++
  const count = write(out, value, start, Math.min(length, start + ROWS_MAX), first, shape)
  out.depth--
  out.patchByte(countAt, count & 0xff)
  out.patchByte(countAt + 1, count >> 8)
  return count
}

function mayCompile({ shapes }: Writer, shape: Shape): boolean {
  return shapes.code.admits(shape, codeWeight(shape.keys), shapes.loops)
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

/** Reads the run into `value` from `index` on, and returns the index after it. */
export function readRows(input: Reader, value: unknown[], index: number, length: number): number {
  const count = input.view.getUint16(input.take(2), true)
  if (count === 0 || count > length - index) input.refuse(`${count} rows in an array`, ROWS)
  const constructor = lookUp(input)
  input.enter()
  const { make, makeRows, depthMax } = constructor
  if (make === undefined || input.isTracking || input.mayHaveAbsentSlots || input.depth > depthMax) {
    for (let row = 0; row < count; row++) value[index + row] = readRow(input, constructor)
  } else (makeRows ?? rowsMakerOf(constructor, make))(input, value, index, count)
  input.leave()
  return index + count
}

function rowsMakerOf(constructor: Constructor, make: Make): MakeRows {
  const { keys } = constructor
  if (!code.admits(constructor, codeWeight(keys), nextLoop())) return makeEachRow(make)
  return (constructor.makeRows = compileRowsMaker(keys) ?? makeEachRow(make))
}

// Where code may not be generated, or these keys may not stand in a literal.
function makeEachRow(make: Make): MakeRows {
  return (input, array, index, count) => {
    for (let row = 0; row < count; row++) array[index + row] = make(input)
  }
}
