/** BigInts: 64 bits in place, larger ones as a sign and their magnitude, lowest byte first. */
import type { Writer } from '../writer.ts'
import type { Reader } from '../reader.ts'
import { BIGINT64, BIGINT_NEGATIVE, BIGINT_POSITIVE } from '../tags.ts'

const HEX: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

export function writeBigInt(out: Writer, value: bigint): void {
  if (BigInt.asIntN(64, value) !== value) return writeLargeBigInt(out, value)
  const at = out.reserve(9)
  out.bytes[at] = BIGINT64
  out.view.setBigInt64(at + 1, value, true)
}

// Through hexadecimal text: engines convert powers of two in linear time, while shifting limb by limb is quadratic.
function writeLargeBigInt(out: Writer, value: bigint): void {
  const digits = (value < 0n ? -value : value).toString(16)
  const count = (digits.length + 1) >> 1
  out.tagged(value < 0n ? BIGINT_NEGATIVE : BIGINT_POSITIVE, count)
  const at = out.reserve(count)
  for (let index = 0, stop = digits.length; index < count; index++, stop -= 2) {
    out.bytes[at + index] = Number.parseInt(digits.slice(stop > 2 ? stop - 2 : 0, stop), 16)
  }
}

export function readBigInt64(input: Reader): bigint {
  return input.view.getBigInt64(input.take(8), true)
}

export function readLargeBigInt(input: Reader, isNegative: boolean): bigint {
  const count = input.count(1)
  const at = input.take(count)
  let digits = '0x0'
  for (let index = at + count - 1; index >= at; index--) digits += HEX[input.bytes[index]!]
  const magnitude = BigInt(digits)
  return isNegative ? -magnitude : magnitude
}
