/**
 * The bytes of strings. The head has one byte: the number of characters, or which kind of long one follows.
 *
 *   head    tail
 *   0..253  that many Latin-1 characters
 *   254     4 bytes length, that many Latin-1 characters
 *   255     4 bytes length in bytes, UTF-16 code units; lone surrogates are like any other
 */
import { readCodeUnits, writeCodeUnits } from '../codec/code-units.ts'
import { BEYOND_LATIN1, LOOP_MAX, readCharacters, writeAscii, writeCharacters } from '../codec/latin1.ts'
import { refuseBytes, refuseTruncated } from './misfit.ts'
import { MISFIT } from './type.ts'

export const SHORT_MAX = 253
const LONG = 254
const WIDE = 255
const LENGTH_BYTES = 4

/** Writes the tail at `tail` and the head at `head`; returns where the tail ends, or -1 when that is past `end`. */
export function writeText(
  text: string,
  bytes: Uint8Array,
  view: DataView,
  head: number,
  tail: number,
  end: number,
): number {
  const length = text.length
  // Small enough that engines put it where it is called: of a short text only the loop is left.
  if (length > LOOP_MAX || length > end - tail) return writeMore(text, bytes, view, head, tail, end)
  let seen = 0
  for (let index = 0; index < length; index++) {
    const code = text.charCodeAt(index)
    seen |= code
    bytes[tail + index] = code
  }
  if (seen > 0xff) return writeWide(text, bytes, view, head, tail, end)
  bytes[head] = length
  return tail + length
}

/** As `writeText`, and `MISFIT` when the text has characters that are not Latin-1. */
export function writeLatin1(
  text: string,
  bytes: Uint8Array,
  view: DataView,
  head: number,
  tail: number,
  end: number,
): number {
  if (BEYOND_LATIN1.test(text)) return MISFIT
  return writeText(text, bytes, view, head, tail, end)
}

function writeMore(text: string, bytes: Uint8Array, view: DataView, head: number, tail: number, end: number): number {
  const length = text.length
  // Each character takes at least one byte.
  if (length > end - tail) return -1
  const isWritten = length <= SHORT_MAX && length * 3 <= end - tail && writeAscii(bytes, tail, text, length, length * 3)
  if (!isWritten) {
    if (BEYOND_LATIN1.test(text)) return writeWide(text, bytes, view, head, tail, end)
    if (length > SHORT_MAX) return writeLong(text, bytes, view, head, tail, end)
    writeCharacters(bytes, tail, text, length)
  }
  bytes[head] = length
  return tail + length
}

function writeLong(text: string, bytes: Uint8Array, view: DataView, head: number, tail: number, end: number): number {
  const length = text.length
  const at = tail + LENGTH_BYTES
  if (length > end - at) return -1
  bytes[head] = LONG
  view.setUint32(tail, length, true)
  writeCharacters(bytes, at, text, length)
  return at + length
}

function writeWide(text: string, bytes: Uint8Array, view: DataView, head: number, tail: number, end: number): number {
  const length = text.length
  const at = tail + LENGTH_BYTES
  if (length * 2 > end - at) return -1
  bytes[head] = WIDE
  view.setUint32(tail, length * 2, true)
  writeCodeUnits(bytes, view, at, text, length)
  return at + length * 2
}

/** Bytes of the tail of a string whose head is `head`; they are all before `end`. */
export function textBytes(view: DataView, head: number, tail: number, end: number): number {
  if (head <= SHORT_MAX) {
    if (head > end - tail) refuseTruncated(head, tail, end)
    return head
  }
  if (LENGTH_BYTES > end - tail) refuseTruncated(LENGTH_BYTES, tail, end)
  const length = view.getUint32(tail, true)
  if (length > end - tail - LENGTH_BYTES) refuseTruncated(length, tail + LENGTH_BYTES, end)
  return length + LENGTH_BYTES
}

/** Reads a string whose tail has `byteLength` bytes, as `textBytes` has told. */
export function readText(bytes: Uint8Array, view: DataView, head: number, tail: number, byteLength: number): string {
  if (head <= SHORT_MAX) return readCharacters(bytes, tail, byteLength)
  const at = tail + LENGTH_BYTES
  const length = byteLength - LENGTH_BYTES
  if (head === LONG) return readCharacters(bytes, at, length)
  if (length % 2 !== 0) refuseBytes(`${length} bytes of UTF-16`, tail)
  return readCodeUnits(bytes, view, at, length / 2)
}
