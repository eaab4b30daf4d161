/** Numbers: integers in one, three or five bytes, everything else (and -0) as a double. */
import type { Writer } from '../writer.ts'
import type { Reader } from '../reader.ts'
import { FLOAT64, INT16, INT32, SMALL_INT_MAX } from '../tags.ts'

export function writeNumber(out: Writer, value: number): void {
  const integer = value | 0
  // -0 passes the comparison, so zero is told apart by its reciprocal.
  if (integer !== value || (integer === 0 && 1 / value < 0)) return writeDouble(out, value)
  if (integer >= 0 && integer <= SMALL_INT_MAX) {
    const at = out.reserve(1)
    out.bytes[at] = integer
    return
  }
  writeInteger(out, integer)
}

function writeDouble(out: Writer, value: number): void {
  const at = out.reserve(9)
  out.bytes[at] = FLOAT64
  out.view.setFloat64(at + 1, value, true)
}

function writeInteger(out: Writer, value: number): void {
  if (value >= -0x8000 && value <= 0x7fff) {
    const at = out.reserve(3)
    out.bytes[at] = INT16
    out.view.setInt16(at + 1, value, true)
    return
  }
  const at = out.reserve(5)
  out.bytes[at] = INT32
  out.view.setInt32(at + 1, value, true)
}

export function readInt16(input: Reader): number {
  return input.view.getInt16(input.take(2), true)
}

export function readInt32(input: Reader): number {
  return input.view.getInt32(input.take(4), true)
}
