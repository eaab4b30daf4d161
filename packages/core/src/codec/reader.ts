/**
 * The read cursor: where the next byte of the message being decoded comes from.
 *
 * The bytes may be hostile and may change while they are read (another thread owns them too). So every length is read
 * once into a local, checked against the end of the message, and only the local is used.
 */
import { DecodeError } from '../errors.ts'
import { MAX_DEPTH } from './tags.ts'

const EMPTY = new Uint8Array(0)
const EMPTY_VIEW = new DataView(EMPTY.buffer)

export let bytes: Uint8Array = EMPTY
export let view: DataView = EMPTY_VIEW
/** Index in `bytes` of the next byte to read. */
export let position = 0
/** Index in `bytes` past the last byte of the message. */
export let end = 0

let base = 0
let depth = 0

export function startReading(memory: Uint8Array, dataView: DataView, offset: number, limit: number): void {
  bytes = memory
  view = dataView
  base = position = offset
  end = limit
  depth = 0
}

/** Lets go of the memory read from. */
export function stopReading(): void {
  bytes = EMPTY
  view = EMPTY_VIEW
}

/** Steps over the next `count` bytes and returns the index of the first one; all of them are inside the message. */
export function take(count: number): number {
  const at = position
  if (count > end - at) throwTruncated(count)
  position = at + count
  return at
}

export function readByte(): number {
  return bytes[take(1)]!
}

/** The next byte, without stepping over it; -1 at the end of the message. */
export function peekByte(): number {
  return position < end ? bytes[position]! : -1
}

export function readFloat64(): number {
  return view.getFloat64(take(8), true)
}

/** Reads an integer from 0 to 2^53 - 1. */
export function readVarint(): number {
  const first = readByte()
  return first <= 0x7f ? first : readLongVarint(first)
}

/** Reads how many things follow, each of at least `bytesEach` bytes: more than the message can hold is an error. */
export function readCount(bytesEach: number): number {
  const count = readVarint()
  if (count > (end - position) / bytesEach) throwTooMany(count)
  return count
}

/** A container opens. Counted, so that a deep message ends in an error of ours and not in a full stack. */
export function enter(): void {
  if (++depth > MAX_DEPTH) throwMalformed(`values are nested deeper than ${MAX_DEPTH}`)
}

export function leave(): void {
  depth--
}

/** Stops with what is wrong, the offset from the start of the message, and the tag if one is being read. */
export function throwMalformed(reason: string, tag = -1): never {
  throw new DecodeError(`Cannot decode at byte ${position - base}: ${reason}`, position - base, tag)
}

/** Offset of the cursor from the start of the message. */
export function readDistance(): number {
  return position - base
}

function readLongVarint(first: number): number {
  let value = first & 0x7f
  let scale = 0x80
  for (;;) {
    const byte = readByte()
    value += (byte & 0x7f) * scale
    if (value > Number.MAX_SAFE_INTEGER) throwMalformed('an integer exceeds 2^53 - 1')
    if (byte <= 0x7f) return value
    scale *= 0x80
    if (scale > Number.MAX_SAFE_INTEGER) throwMalformed('an integer exceeds 2^53 - 1')
  }
}

function throwTruncated(count: number): never {
  throwMalformed(`${count} more bytes expected, ${end - position} left`)
}

function throwTooMany(count: number): never {
  throwMalformed(`${count} items expected, ${end - position} bytes left`)
}
