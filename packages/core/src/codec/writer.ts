/**
 * The write cursor: where the next byte of the message being encoded goes.
 *
 * One message is encoded at a time, so the cursor is the state of this module and not an object: every access is one
 * load. Code run in the middle of a message (a getter that encodes something else) suspends it and resumes it.
 */
import type { Span } from './span.ts'

const SCRATCH_BYTES = 1024
const KEPT_SCRATCH_BYTES = 1 << 20

const EMPTY = new Uint8Array(0)
const EMPTY_VIEW = new DataView(EMPTY.buffer)

/** The memory written to; it changes when the message outgrows its place, so read it again after each `reserve`. */
export let bytes: Uint8Array = EMPTY
export let view: DataView = EMPTY_VIEW
/** Index in `bytes` of the next free byte. */
export let position = 0

let limit = 0
let base = 0
let scratch: Span = { bytes: EMPTY, view: EMPTY_VIEW }
let spilled = false

/** What `suspendWriter` puts away. */
export interface SuspendedWriter {
  readonly bytes: Uint8Array
  readonly view: DataView
  readonly position: number
  readonly limit: number
  readonly base: number
  readonly scratch: Span
  readonly spilled: boolean
}

/** Starts a message at `[offset, end)` of `span`, to go on in `spare` (or a larger one) if it does not fit. */
export function startWriting(span: Span, offset: number, end: number, spare: Span): void {
  bytes = span.bytes
  view = span.view
  base = position = offset
  limit = end
  scratch = spare
  spilled = false
}

/** Whether the message outgrew its place and is now in `bytes` from 0 to `position`. */
export function hasSpilled(): boolean {
  return spilled
}

/** The spare memory to keep for the next message: grown if this one needed more, dropped if it is now too large. */
export function spareAfterwards(): Span {
  return scratch
}

/** A spare of reasonable size to begin a message with. */
export function trimSpare(spare: Span): Span {
  return spare.bytes.length > KEPT_SCRATCH_BYTES ? createSpare(SCRATCH_BYTES) : spare
}

export function createSpare(byteLength: number): Span {
  const memory = new Uint8Array(byteLength)
  return { bytes: memory, view: new DataView(memory.buffer) }
}

/** Lets go of the memory written to, so that an idle codec keeps no ring alive. */
export function stopWriting(): void {
  bytes = EMPTY
  view = EMPTY_VIEW
}

/** Claims the next `count` bytes and returns the index of the first one. */
export function reserve(count: number): number {
  if (count > limit - position) spill(count)
  const at = position
  position = at + count
  return at
}

/** Gives back everything from `at`, an index that `reserve` returned with nothing reserved in between but it. */
export function rewind(at: number): void {
  position = at
}

/** Bytes from the start of the message: valid across a spill, unlike an index. */
export function distance(): number {
  return position - base
}

/** Sets the byte `fromStart` bytes after the start of the message. */
export function patchByte(fromStart: number, value: number): void {
  bytes[base + fromStart] = value
}

export function writeByte(value: number): void {
  const at = reserve(1)
  bytes[at] = value
}

/** Writes a tag and one byte after it. */
export function writeTwoBytes(first: number, second: number): void {
  const at = reserve(2)
  bytes[at] = first
  bytes[at + 1] = second
}

export function writeFloat64(value: number): void {
  const at = reserve(8)
  view.setFloat64(at, value, true)
}

/** Writes an integer from 0 to 2^53 - 1. */
export function writeVarint(value: number): void {
  let rest = value
  while (rest > 0x7f) {
    writeByte((rest % 0x80) | 0x80)
    rest = Math.floor(rest / 0x80)
  }
  writeByte(rest)
}

/** Writes a tag and a varint after it. */
export function writeTagged(tag: number, value: number): void {
  if (value <= 0x7f) return writeTwoBytes(tag, value)
  writeByte(tag)
  writeVarint(value)
}

export function suspendWriter(): SuspendedWriter {
  return { bytes, view, position, limit, base, scratch, spilled }
}

export function resumeWriter(saved: SuspendedWriter): void {
  ;({ bytes, view, position, limit, base, scratch, spilled } = saved)
}

// The encoder must never run twice (getters), so a message that outgrows its place moves to private memory and goes on.
function spill(count: number): void {
  const used = position - base
  const needed = used + count
  if (needed > scratch.bytes.length) {
    const grown = createSpare(Math.max(needed, SCRATCH_BYTES, scratch.bytes.length * 2))
    grown.bytes.set(bytes.subarray(base, position))
    scratch = grown
  } else {
    scratch.bytes.set(bytes.subarray(base, position))
  }
  bytes = scratch.bytes
  view = scratch.view
  base = 0
  position = used
  limit = bytes.length
  spilled = true
}
