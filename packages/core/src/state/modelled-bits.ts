/**
 * Bits that were expected take less than a bit: arithmetic coding with probabilities that learn (as lpaq does it). And bits of which
 * nothing is known, as they are.
 */

import { DecodeError } from '../errors.ts'

/** Probabilities are parts of 2^16. */
const EVEN = 1 << 15
const RATE = 5

/** How likely each of some bits is a 1. Both sides learn the same. */
export function probabilitiesOf(count: number): Uint16Array {
  return new Uint16Array(count).fill(EVEN)
}

function learn(probabilities: Uint16Array, index: number, bit: number): void {
  const before = probabilities[index]!
  probabilities[index] = bit === 1 ? before + ((65_535 - before) >> RATE) : before - (before >> RATE)
}

/** The part of the range from `low` to `high` that stands for a 1. Never all of it. */
function middle(low: number, high: number, probability: number): number {
  const range = high - low
  return low + (range >>> 16) * probability + (((range & 0xffff) * probability) >>> 16)
}

export class ModelledBits {
  #bytes: Uint8Array = new Uint8Array(4096)
  #length = 0
  #low = 0
  #high = 0xffff_ffff

  write(bit: number, probabilities: Uint16Array, index: number): void {
    const split = middle(this.#low, this.#high, probabilities[index]!)
    learn(probabilities, index, bit)
    if (bit === 1) this.#high = split
    else this.#low = split + 1
    while ((this.#low ^ this.#high) >>> 24 === 0) {
      this.#put(this.#high >>> 24)
      this.#low = (this.#low << 8) >>> 0
      this.#high = ((this.#high << 8) | 0xff) >>> 0
    }
  }

  /** All bytes, until the next call of `write`. Then it begins anew. */
  end(): Uint8Array {
    for (let shift = 24; shift >= 0; shift -= 8) this.#put((this.#low >>> shift) & 0xff)
    const bytes = this.#bytes.subarray(0, this.#length)
    this.#length = 0
    this.#low = 0
    this.#high = 0xffff_ffff
    return bytes
  }

  #put(byte: number): void {
    if (this.#length === this.#bytes.length) this.#bytes = doubled(this.#bytes)
    this.#bytes[this.#length++] = byte
  }
}

export class ModelledBitReader {
  readonly #bytes: Uint8Array
  readonly #end: number
  #at: number
  #low = 0
  #high = 0xffff_ffff
  #code = 0

  /** Over bytes `[start, end)`. */
  constructor(bytes: Uint8Array, start: number, end: number) {
    this.#bytes = bytes
    this.#at = start
    this.#end = end
    for (let byte = 0; byte < 4; byte++) this.#take()
  }

  /** Throws `DecodeError` behind the end. */
  read(probabilities: Uint16Array, index: number): number {
    const split = middle(this.#low, this.#high, probabilities[index]!)
    const bit = this.#code <= split ? 1 : 0
    learn(probabilities, index, bit)
    if (bit === 1) this.#high = split
    else this.#low = split + 1
    while ((this.#low ^ this.#high) >>> 24 === 0) {
      this.#low = (this.#low << 8) >>> 0
      this.#high = ((this.#high << 8) | 0xff) >>> 0
      this.#take()
    }
    return bit
  }

  #take(): void {
    if (this.#at >= this.#end) throwSpoiled(this.#at)
    this.#code = ((this.#code << 8) | this.#bytes[this.#at++]!) >>> 0
  }
}

/** The lowest bit first. */
export class PlainBits {
  #bytes: Uint8Array = new Uint8Array(4096)
  #length = 0
  #bits = 0
  #count = 0

  /** Writes the low `count` bits of `value`, at most 31. */
  write(value: number, count: number): void {
    if (this.#count + count > 31) this.#flush()
    if (this.#count + count > 31) {
      const first = 31 - this.#count
      this.write(value & (2 ** first - 1), first)
      return this.write(value >>> first, count - first)
    }
    this.#bits |= (value & (2 ** count - 1)) << this.#count
    this.#count += count
  }

  /** All bytes, until the next call of `write`. Then it begins anew. */
  end(): Uint8Array {
    this.#flush()
    if (this.#count > 0) this.#put(this.#bits)
    const bytes = this.#bytes.subarray(0, this.#length)
    this.#length = this.#bits = this.#count = 0
    return bytes
  }

  #flush(): void {
    for (; this.#count >= 8; this.#count -= 8) {
      this.#put(this.#bits & 0xff)
      this.#bits >>>= 8
    }
  }

  #put(byte: number): void {
    if (this.#length === this.#bytes.length) this.#bytes = doubled(this.#bytes)
    this.#bytes[this.#length++] = byte
  }
}

export class PlainBitReader {
  readonly #bytes: Uint8Array
  readonly #end: number
  #at: number
  #bits = 0
  #count = 0

  constructor(bytes: Uint8Array, start: number, end: number) {
    this.#bytes = bytes
    this.#at = start
    this.#end = end
  }

  /** Throws `DecodeError` behind the end. */
  read(count: number): number {
    let value = 0
    for (let have = 0; have < count;) {
      if (this.#count === 0) {
        if (this.#at >= this.#end) throwSpoiled(this.#at)
        this.#bits = this.#bytes[this.#at++]!
        this.#count = 8
      }
      const taken = Math.min(this.#count, count - have)
      value |= (this.#bits & ((1 << taken) - 1)) << have
      this.#bits >>>= taken
      this.#count -= taken
      have += taken
    }
    return value >>> 0
  }
}

function doubled(bytes: Uint8Array): Uint8Array {
  const larger = new Uint8Array(2 * bytes.length)
  larger.set(bytes)
  return larger
}

function throwSpoiled(offset: number): never {
  throw new DecodeError(
    'Cannot replay: the recording is spoiled, a state of it has fewer bits than it needs',
    offset,
    -1,
  )
}
