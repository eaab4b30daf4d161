/** Dates: the time value, NaN for an invalid one. */
import { writeByte, writeFloat64 } from '../writer.ts'
import { readFloat64 } from '../reader.ts'
import { track } from '../identity.ts'
import { DATE } from '../tags.ts'

const getTime = Date.prototype.getTime

export function writeDate(value: object): void {
  writeByte(DATE)
  writeFloat64(getTime.call(value as Date))
}

export function readDate(): Date {
  return track(new Date(readFloat64()))
}
