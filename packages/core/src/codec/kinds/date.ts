/** Dates: the time value, NaN for an invalid one. */
import type { Writer } from '../writer.ts'
import type { Reader } from '../reader.ts'
import { DATE } from '../tags.ts'

// As it was when this module was loaded. A test that puts another in its place, to turn the clock by itself, means the dates
// that it makes: those that come are what was sent.
const PlatformDate = Date
const getTime = Date.prototype.getTime

export function writeDate(out: Writer, value: object): void {
  out.byte(DATE)
  out.float64(getTime.call(value as Date))
}

export function readDate(input: Reader): Date {
  return input.track(new PlatformDate(input.float64()))
}
