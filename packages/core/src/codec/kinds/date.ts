/** Dates: the time value, NaN for an invalid one. */
import type { Writer } from '../writer.ts'
import type { Reader } from '../reader.ts'
import { DATE } from '../tags.ts'

const getTime = Date.prototype.getTime

export function writeDate(out: Writer, value: object): void {
  out.byte(DATE)
  out.float64(getTime.call(value as Date))
}

export function readDate(input: Reader): Date {
  return input.track(new Date(input.float64()))
}
