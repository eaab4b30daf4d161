/** A record of a typed channel on its way: what its schema writes, then the number of the channel. */

import type { StateMemory } from '../memory/state-region.ts'
import { freshSpan, type Span } from '../codec/span.ts'
import { RingCorruptError } from '../errors.ts'
import { TYPED_NUMBER_BYTES } from '../memory/layout.ts'

/** The typed channel that tells of new ones: each of its records is the opening of the next one. */
export const OPENINGS = 0
/** The numbers that fit. */
export const MAX_CHANNELS = 0xffff

const FIRST_SPILLED_BYTES = 4096
const SPARE_BYTES = 1 << 20
const MOST_SPILLED_BYTES = 2 ** 31 - 1

/** Writes a value or fills a record. Returns where it ends, or -1 if it does not fit: it is then called again with more room. */
export interface RecordContent {
  write(span: Span, offset: number, limit: number): number
}

let spare: Span | undefined

export class RecordWriter {
  readonly #number: number
  readonly #content: RecordContent
  /** The opening of another one: it is never refused for want of room. */
  readonly isOpening: boolean
  /** Goes with the opening of a state, so by the native lane. */
  readonly memory: StateMemory | undefined

  constructor(number: number, content: RecordContent, memory?: StateMemory) {
    this.#number = number
    this.#content = content
    this.isOpening = number === OPENINGS
    this.memory = memory
  }

  /** The end of the record in bytes `[offset, limit)`, or -1 when it does not fit. Throws what the content throws. */
  write(span: Span, offset: number, limit: number): number {
    const last = limit - TYPED_NUMBER_BYTES
    const end = last < offset ? -1 : this.#content.write(span, offset, last)
    if (end < 0) return -1
    span.bytes[end] = this.#number & 0xff
    span.bytes[end + 1] = this.#number >> 8
    return end + TYPED_NUMBER_BYTES
  }

  /** The record in private memory, valid until the next. */
  spilled(): Uint8Array {
    let room = spare ?? freshSpan(FIRST_SPILLED_BYTES)
    // A getter may write another record while this one is out.
    spare = undefined
    let end = this.write(room, 0, room.bytes.length)
    while (end < 0) {
      const byteLength = room.bytes.length * 4
      if (byteLength > MOST_SPILLED_BYTES)
        throw new RangeError(`Cannot write a record of more than ${MOST_SPILLED_BYTES} bytes: write several`)
      room = freshSpan(byteLength)
      end = this.write(room, 0, byteLength)
    }
    if (room.bytes.length <= SPARE_BYTES) spare = room
    return room.bytes.subarray(0, end)
  }
}

/** The number of the typed channel; the record's content is what is before it. Throws `RingCorruptError`. */
export function channelNumberIn(bytes: Uint8Array, offset: number, length: number): number {
  if (length < TYPED_NUMBER_BYTES)
    throw new RingCorruptError('length', length, offset, `a record of a typed channel has ${TYPED_NUMBER_BYTES} bytes`)
  const at = offset + length - TYPED_NUMBER_BYTES
  return bytes[at]! | (bytes[at + 1]! << 8)
}
