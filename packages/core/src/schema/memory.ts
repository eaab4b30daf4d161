/** The memory that messages are written to and read from. */
import { createSpan, type Span } from '../codec/span.ts'
import type { Write } from './compile.ts'

/** Bytes to write to or to read from. A span costs nothing to use; of arrays only the last one is known again. */
export type Memory = Uint8Array | Span

const FIRST_BYTES = 4096
const KEPT_BYTES = 1 << 20
const MOST_BYTES = 2 ** 31 - 1
// A small message is copied in less time than a DataView over it takes to make.
const COPIED_MAX = 1024

let last: Span = createSpan(new ArrayBuffer(0), 0, 0)
let scratch: Span | undefined
let copied: Span | undefined

/** The views over a memory. */
export function spanOf(memory: Memory): Span {
  if ('view' in memory) return memory
  // A length that has changed is that of a growable buffer, whose views must be made again.
  if (memory === last.bytes && memory.byteLength === last.view.byteLength) return last
  return (last = spanOver(memory))
}

/** A span with the bytes from `offset` to `end`, and where they are in it. */
export function readable(memory: Memory, offset: number, end: number): { span: Span; offset: number } {
  if ('view' in memory || memory === last.bytes || end - offset > COPIED_MAX) return { span: spanOf(memory), offset }
  copied ??= createSpan(new ArrayBuffer(COPIED_MAX), 0, COPIED_MAX)
  copied.bytes.set(offset === 0 && end === memory.length ? memory : memory.subarray(offset, end))
  return { span: copied, offset: 0 }
}

/** What `write` writes, as an array of its own. A value that outgrows the memory at hand is read again. */
export function writeNew(write: Write, value: unknown): Uint8Array {
  // A getter may encode something while this one is out.
  let room = scratch ?? createSpan(new ArrayBuffer(FIRST_BYTES), 0, FIRST_BYTES)
  scratch = undefined
  let end = write(value, room.bytes, room.view, 0, room.bytes.length)
  while (end === -1) {
    const byteLength = room.bytes.length * 4
    if (byteLength > MOST_BYTES) throw new RangeError(`Cannot encode more than ${room.bytes.length} bytes`)
    room = createSpan(new ArrayBuffer(byteLength), 0, byteLength)
    end = write(value, room.bytes, room.view, 0, byteLength)
  }
  const message = room.bytes.slice(0, end)
  if (room.bytes.length <= KEPT_BYTES) scratch = room
  return message
}

function spanOver(bytes: Uint8Array): Span {
  return { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength) }
}
