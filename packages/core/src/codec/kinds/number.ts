/** Numbers: integers in one, three or five bytes, everything else (and -0) as a double. */
import type { Writer } from '../writer.ts'
import type { Reader } from '../reader.ts'
import { FLOAT64, INT16, INT32, SMALL_INT_MAX } from '../tags.ts'

/** Writes a number where there is room for its nine bytes. */
export function writeNumber(out: Writer, value: number): void {
  const { bytes, view, position } = out
  const integer = value | 0
  // -0 passes the comparison, so zero is told apart by its reciprocal.
  if (integer !== value || (integer === 0 && 1 / value < 0)) {
    bytes[position] = FLOAT64
    view.setFloat64(position + 1, value, true)
    out.position = position + 9
  } else if (integer >= 0 && integer <= SMALL_INT_MAX) {
    bytes[position] = integer
    out.position = position + 1
  } else if (integer >= -0x8000 && integer <= 0x7fff) {
    bytes[position] = INT16
    view.setInt16(position + 1, integer, true)
    out.position = position + 3
  } else {
    bytes[position] = INT32
    view.setInt32(position + 1, integer, true)
    out.position = position + 5
  }
}

export function readInt16(input: Reader): number {
  return input.view.getInt16(input.take(2), true)
}

export function readInt32(input: Reader): number {
  return input.view.getInt32(input.take(4), true)
}
