/** BigInts: 64 bits in place, larger ones as a sign and their magnitude, lowest byte first. */
import { bytes, reserve, view, writeTagged } from '../writer.ts'
import * as reader from '../reader.ts'
import { BIGINT64, BIGINT_NEGATIVE, BIGINT_POSITIVE } from '../tags.ts'

const HEX: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

export function writeBigInt(value: bigint): void {
  if (BigInt.asIntN(64, value) !== value) return writeLargeBigInt(value)
  const at = reserve(9)
  bytes[at] = BIGINT64
  view.setBigInt64(at + 1, value, true)
}

// Through hexadecimal text: engines convert powers of two in linear time, while shifting limb by limb is quadratic.
function writeLargeBigInt(value: bigint): void {
  const digits = (value < 0n ? -value : value).toString(16)
  const count = (digits.length + 1) >> 1
  writeTagged(value < 0n ? BIGINT_NEGATIVE : BIGINT_POSITIVE, count)
  const at = reserve(count)
  for (let index = 0, stop = digits.length; index < count; index++, stop -= 2) {
    bytes[at + index] = Number.parseInt(digits.slice(stop > 2 ? stop - 2 : 0, stop), 16)
  }
}

export function readBigInt64(): bigint {
  return reader.view.getBigInt64(reader.take(8), true)
}

export function readLargeBigInt(isNegative: boolean): bigint {
  const count = reader.readCount(1)
  const at = reader.take(count)
  let digits = '0x0'
  for (let index = at + count - 1; index >= at; index--) digits += HEX[reader.bytes[index]!]
  const magnitude = BigInt(digits)
  return isNegative ? -magnitude : magnitude
}
