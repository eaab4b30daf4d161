/** BigInts: 64 bits in place, larger ones as a sign and their magnitude, lowest byte first. */
import { readCharacters } from '../latin1.ts'
import type { Writer } from '../writer.ts'
import type { Reader } from '../reader.ts'
import { BIGINT64, BIGINT_NEGATIVE, BIGINT_POSITIVE } from '../tags.ts'

const NINE = 0x39
const LETTERS = 0x61 - 10
/** Digits of most that are larger than 64 bits. */
const FEW = 256

const fewDigits = new Uint8Array(FEW)

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
  const { bytes } = out
  let stop = digits.length
  let index = at
  while (stop > 1) {
    stop -= 2
    bytes[index++] = (nibbleOf(digits.charCodeAt(stop)) << 4) | nibbleOf(digits.charCodeAt(stop + 1))
  }
  if (stop === 1) bytes[index] = nibbleOf(digits.charCodeAt(0))
}

function nibbleOf(digit: number): number {
  return digit <= NINE ? digit & 15 : digit - LETTERS
}

export function readBigInt64(input: Reader): bigint {
  return input.view.getBigInt64(input.take(8), true)
}

export function readLargeBigInt(input: Reader, isNegative: boolean): bigint {
  const count = input.count(1)
  const at = input.take(count)
  const { bytes } = input
  // Not one by one: an engine keeps such a text as a chain, which takes 32 bytes of memory for each of its own.
  const digits = count * 2 <= FEW ? fewDigits : new Uint8Array(count * 2)
  let stop = 0
  for (let index = at + count - 1; index >= at; index--) {
    const byte = bytes[index]!
    digits[stop++] = digitOf(byte >> 4)
    digits[stop++] = digitOf(byte & 15)
  }
  const magnitude = BigInt(`0x0${readCharacters(digits, 0, stop)}`)
  return isNegative ? -magnitude : magnitude
}

function digitOf(nibble: number): number {
  return nibble < 10 ? nibble | 0x30 : nibble + LETTERS
}
