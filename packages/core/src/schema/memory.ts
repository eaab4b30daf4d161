/** The memory that messages are written to and read from. */
import { freshSpan, type Span } from '../codec/span.ts'
import { bufferOf, byteOffsetOf, bytesIn, plainBytes } from '../codec/typed-slots.ts'
import type { Write } from './program.ts'

/** Bytes to write to or to read from. A span costs nothing to use; of arrays only the last one is known again. */
export type Memory = Uint8Array | Span

const FIRST_BYTES = 4096
const SCRATCH_BYTES = 1 << 20
const MOST_BYTES = 2 ** 31 - 1
// A small message is copied in less time than a DataView over it takes to make.
const COPIED_MAX = 1024

const EMPTY: Span = freshSpan(0)
let last: Span = EMPTY
let lastMemory: Uint8Array | undefined
// Not asked of the view, which throws when its buffer has shrunk or is detached.
let lastLength = 0
let scratch: Span | undefined
let copied: Span | undefined

/** The views over a memory. */
export function spanOf(memory: Memory): Span {
  if ('view' in memory) return memory
  // A length that has changed is that of a growable buffer, whose views must be made again.
  const byteLength = lengthOfArray(memory)
  if (memory === lastMemory && byteLength === lastLength) return last
  // Also of a detached buffer, over which there are no views.
  if (byteLength === 0) return EMPTY
  const bytes = plainBytes(memory)
  last = { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, byteLength) }
  lastMemory = memory
  lastLength = byteLength
  return last
}

/** Bytes in a memory. */
export function lengthOf(memory: Memory): number {
  return 'view' in memory ? memory.bytes.length : lengthOfArray(memory)
}

/** Throws `TypeError` for what is no array, such as the buffer of one. */
function lengthOfArray(memory: Uint8Array): number {
  try {
    return bytesIn(memory)
  } catch (error) {
    // It says what to use.
    plainBytes(memory)
    throw error
  }
}

/** A span with the bytes from `offset` to `end`, and where they are in it. */
export function readable(memory: Memory, offset: number, end: number): { span: Span; offset: number } {
  const byteLength = end - offset
  const isCopied = byteLength > 0 && byteLength <= COPIED_MAX && memory !== lastMemory
  if ('view' in memory || !isCopied) return { span: spanOf(memory), offset }
  copied ??= freshSpan(COPIED_MAX)
  const isWhole = byteLength === bytesIn(memory)
  const part = isWhole ? memory : new Uint8Array(bufferOf.call(memory), byteOffsetOf.call(memory) + offset, byteLength)
  copied.bytes.set(part)
  return { span: copied, offset: 0 }
}

/** The bytes that `write` writes, as an array of their own. A value that outgrows the memory at hand is read again. */
export function writeNew(write: Write, value: unknown): Uint8Array {
  // A getter may encode something while this one is out.
  let room = scratch ?? freshSpan(FIRST_BYTES)
  scratch = undefined
  let end = write(value, room.bytes, room.view, 0, room.bytes.length)
  while (end === -1) {
    const byteLength = room.bytes.length * 4
    if (byteLength > MOST_BYTES) throw new RangeError(`Cannot encode more than ${room.bytes.length} bytes`)
    room = freshSpan(byteLength)
    end = write(value, room.bytes, room.view, 0, byteLength)
  }
  const message = room.bytes.slice(0, end)
  if (room.bytes.length <= SCRATCH_BYTES) scratch = room
  return message
}

export function isRange(offset: number, end: number, length: number): boolean {
  return Number.isInteger(offset) && Number.isInteger(end) && offset >= 0 && offset <= end && end <= length
}

export function throwOutside(verb: string, offset: number, end: number, length: number): never {
  throw new RangeError(`Cannot ${verb} bytes ${offset} to ${end} of a memory of ${length}`)
}
