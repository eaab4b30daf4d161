/** Numbers: integers in one to five bytes, everything else (and -0) as a double. */
import { bytes, reserve, view, writeTwoBytes } from '../writer.ts'
import * as reader from '../reader.ts'
import { FLOAT64, INT16, INT32, INT8, SMALL_INT_MAX } from '../tags.ts'

export function writeNumber(value: number): void {
  const integer = value | 0
  // -0 passes the comparison, so zero is told apart by its reciprocal.
  if (integer !== value || (integer === 0 && 1 / value < 0)) return writeDouble(value)
  if (integer >= 0 && integer <= SMALL_INT_MAX) {
    const at = reserve(1)
    bytes[at] = integer
    return
  }
  writeInteger(integer)
}

function writeDouble(value: number): void {
  const at = reserve(9)
  bytes[at] = FLOAT64
  view.setFloat64(at + 1, value, true)
}

function writeInteger(value: number): void {
  if (value >= -0x80 && value < 0) return writeTwoBytes(INT8, value)
  if (value >= -0x8000 && value <= 0x7fff) {
    const at = reserve(3)
    bytes[at] = INT16
    view.setInt16(at + 1, value, true)
    return
  }
  const at = reserve(5)
  bytes[at] = INT32
  view.setInt32(at + 1, value, true)
}

export function readInt8(): number {
  return reader.view.getInt8(reader.take(1))
}

export function readInt16(): number {
  return reader.view.getInt16(reader.take(2), true)
}

export function readInt32(): number {
  return reader.view.getInt32(reader.take(4), true)
}

export { readFloat64 } from '../reader.ts'
