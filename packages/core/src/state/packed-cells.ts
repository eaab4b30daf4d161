/**
 * Packs numbers that change from state to state: each is predicted by the last three in its place, and what is written is the
 * difference. Both sides learn from each number how it may be predicted, and how long its differences are.
 *
 *   4 bytes       length of the first part
 *   first part    each block of 64 numbers: a bit, which is 0 if all are as predicted. Else the length of each difference
 *   second part   the bits of each difference without the first, which is 1
 */

import { DecodeError } from '../errors.ts'
import { ModelledBitReader, ModelledBits, PlainBitReader, PlainBits, probabilitiesOf } from './modelled-bits.ts'

const BLOCK = 64
/** By the last number, by a line through two, and by a curve through three. */
const ORDERS = 3
const MOST_BITS = 32
/** A length is the way through a tree of bits. */
const DEPTH = 6
const FIRST_LENGTH = 8 * 16
const SIZE_BYTES = 4

abstract class Predictor {
  #before = new Int32Array(0)
  #errors = new Uint8Array(0)
  /** Sixteenths of a bit. */
  #lengths = new Uint16Array(0)
  /** For each length that is expected, the tree of the lengths that come. */
  protected readonly trees: Uint16Array = probabilitiesOf((MOST_BITS + 1) << DEPTH)
  /** After a block with news, and after one without. */
  protected readonly news: Uint16Array = probabilitiesOf(2)

  /** Room for so many numbers. Those that are new were 0 before. */
  protected fit(count: number): void {
    if (count <= this.#lengths.length) return
    const lengths = new Uint16Array(count).fill(FIRST_LENGTH)
    lengths.set(this.#lengths)
    this.#lengths = lengths
    const before = new Int32Array(ORDERS * count)
    before.set(this.#before)
    this.#before = before
    const errors = new Uint8Array(ORDERS * count)
    errors.set(this.#errors)
    this.#errors = errors
  }

  protected predict(cell: number): number {
    const at = ORDERS * cell
    const errors = this.#errors
    const before = this.#before
    const [last, line, curve] = [errors[at]!, errors[at + 1]!, errors[at + 2]!]
    const one = before[at]!
    if (last <= line && last <= curve) return one
    const two = before[at + 1]!
    if (line <= curve) return (2 * one - two) | 0
    return (3 * (one - two) + before[at + 2]!) | 0
  }

  /** Where the tree for a number begins. */
  protected treeFor(cell: number): number {
    return ((this.#lengths[cell]! + 8) >> 4) << DEPTH
  }

  /** The number that came. Its difference was so long. */
  protected learn(cell: number, value: number, length: number): void {
    const at = ORDERS * cell
    const errors = this.#errors
    const before = this.#before
    const [one, two, three] = [before[at]!, before[at + 1]!, before[at + 2]!]
    errors[at] = ((errors[at]! * 5) >> 3) + lengthOf((value - one) | 0)
    errors[at + 1] = ((errors[at + 1]! * 5) >> 3) + lengthOf((value - (2 * one - two)) | 0)
    errors[at + 2] = ((errors[at + 2]! * 5) >> 3) + lengthOf((value - (3 * (one - two) + three)) | 0)
    this.#lengths[cell] = (this.#lengths[cell]! * 5 + length * 16 * 3) >> 3
    before[at + 2] = two
    before[at + 1] = one
    before[at] = value
  }
}

export class CellPacker extends Predictor {
  readonly #lengths = new ModelledBits()
  readonly #bits = new PlainBits()

  pack(cells: Int32Array, count: number): Uint8Array {
    this.fit(count)
    let isNews = 1
    for (let start = 0; start < count; start += BLOCK) {
      const end = Math.min(count, start + BLOCK)
      const before = isNews
      isNews = this.#isNews(cells, start, end) ? 1 : 0
      this.#lengths.write(isNews, this.news, before)
      for (let cell = start; cell < end; cell++) this.#packOne(cells[cell]!, cell, isNews === 1)
    }
    const lengths = this.#lengths.end()
    const bits = this.#bits.end()
    const packed = new Uint8Array(SIZE_BYTES + lengths.length + bits.length)
    new DataView(packed.buffer).setUint32(0, lengths.length, true)
    packed.set(lengths, SIZE_BYTES)
    packed.set(bits, SIZE_BYTES + lengths.length)
    return packed
  }

  #isNews(cells: Int32Array, start: number, end: number): boolean {
    for (let cell = start; cell < end; cell++) if (cells[cell] !== this.predict(cell)) return true
    return false
  }

  #packOne(value: number, cell: number, isNews: boolean): void {
    const difference = zigzag((value - this.predict(cell)) | 0)
    const length = MOST_BITS - Math.clz32(difference)
    if (isNews) {
      const tree = this.treeFor(cell)
      for (let shift = DEPTH - 1, node = 1; shift >= 0; shift--) {
        const bit = (length >> shift) & 1
        this.#lengths.write(bit, this.trees, tree + node)
        node = 2 * node + bit
      }
      if (length > 1) this.#bits.write(difference & (2 ** (length - 1) - 1), length - 1)
    }
    this.learn(cell, value, length)
  }
}

export class CellUnpacker extends Predictor {
  /** From bytes `[start, end)`. Throws `DecodeError` for bytes that no packer has made. */
  unpack(cells: Int32Array, count: number, packed: Uint8Array, start: number, end: number): void {
    if (end - start < SIZE_BYTES) throwSpoiled(start)
    const split = start + SIZE_BYTES + new DataView(packed.buffer, packed.byteOffset + start).getUint32(0, true)
    if (split > end) throwSpoiled(start)
    const lengths = new ModelledBitReader(packed, start + SIZE_BYTES, split)
    const bits = new PlainBitReader(packed, split, end)
    this.fit(count)
    let isNews = 1
    for (let first = 0; first < count; first += BLOCK) {
      isNews = lengths.read(this.news, isNews)
      const last = Math.min(count, first + BLOCK)
      for (let cell = first; cell < last; cell++) {
        const length = isNews === 1 ? this.#length(cell, lengths, start) : 0
        const difference = length === 0 ? 0 : (2 ** (length - 1) + bits.read(length - 1)) | 0
        const value = (this.predict(cell) + unzigzag(difference)) | 0
        this.learn(cell, value, length)
        cells[cell] = value
      }
    }
  }

  #length(cell: number, lengths: ModelledBitReader, start: number): number {
    const tree = this.treeFor(cell)
    let node = 1
    for (let depth = 0; depth < DEPTH; depth++) node = 2 * node + lengths.read(this.trees, tree + node)
    const length = node - (1 << DEPTH)
    if (length > MOST_BITS) throwSpoiled(start)
    return length
  }
}

function zigzag(value: number): number {
  return (value << 1) ^ (value >> 31)
}

function unzigzag(value: number): number {
  return (value >>> 1) ^ -(value & 1)
}

function lengthOf(difference: number): number {
  return MOST_BITS - Math.clz32(zigzag(difference))
}

function throwSpoiled(offset: number): never {
  throw new DecodeError('Cannot replay: the recording is spoiled, a state of it is not packed as one', offset, -1)
}
