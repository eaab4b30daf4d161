/**
 * Strings, as the engine itself keeps them: one byte a character where all fit in Latin-1, else UTF-16 code units.
 * So the size is known up front, nothing is transcoded, and lone surrogates survive.
 */
import { bytes, reserve, rewind, view, writeTagged } from '../writer.ts'
import * as reader from '../reader.ts'
import { engineText } from '../engine.ts'
import { LATIN1, SHORT_LATIN1, SHORT_LATIN1_MAX, UTF16 } from '../tags.ts'

// Up to here a loop over the characters is quicker than a call into the engine's transcoder.
const LOOP_MAX = 16
// Engines compile this twice, for one-byte and two-byte strings; on a one-byte string it answers without looking.
const BEYOND_LATIN1 = /[^\0-\u00ff]/
const CHUNK = 4096

export function writeString(text: string): void {
  const length = text.length
  if (length <= LOOP_MAX) return writeShort(text, length)
  if (BEYOND_LATIN1.test(text)) return writeUtf16(text, length)
  if (length > SHORT_LATIN1_MAX) writeTagged(LATIN1, length)
  else {
    const at = reserve(1)
    bytes[at] = SHORT_LATIN1 | length
  }
  const at = reserve(length)
  if (engineText !== undefined) engineText.latin1Write.call(bytes, text, at, length)
  else for (let index = 0; index < length; index++) bytes[at + index] = text.charCodeAt(index)
}

function writeShort(text: string, length: number): void {
  const at = reserve(length + 1)
  bytes[at] = SHORT_LATIN1 | length
  let seen = 0
  for (let index = 0; index < length;) {
    const code = text.charCodeAt(index)
    seen |= code
    bytes[at + ++index] = code
  }
  if (seen <= 0xff) return
  rewind(at)
  writeUtf16(text, length)
}

function writeUtf16(text: string, length: number): void {
  writeTagged(UTF16, length)
  const at = reserve(length * 2)
  if (engineText !== undefined && length > LOOP_MAX) engineText.ucs2Write.call(bytes, text, at, length * 2)
  else for (let index = 0; index < length; index++) view.setUint16(at + index * 2, text.charCodeAt(index), true)
}

export function readShortLatin1(tag: number): string {
  return readLatin1Characters(tag & SHORT_LATIN1_MAX)
}

export function readLatin1(): string {
  return readLatin1Characters(reader.readCount(1))
}

function readLatin1Characters(length: number): string {
  const at = reader.take(length)
  if (length > LOOP_MAX) {
    return engineText === undefined
      ? readCodes(at, length, 1)
      : engineText.latin1Slice.call(reader.bytes, at, at + length)
  }
  let text = ''
  for (let index = at; index < at + length; index++) text += String.fromCharCode(reader.bytes[index]!)
  return text
}

export function readUtf16(): string {
  const length = reader.readCount(2)
  const at = reader.take(length * 2)
  if (engineText === undefined || length <= LOOP_MAX) return readCodes(at, length, 2)
  return engineText.ucs2Slice.call(reader.bytes, at, at + length * 2)
}

// No TextDecoder: its `latin1` is windows-1252, its `utf-16le` replaces lone surrogates, and browsers refuse shared memory.
function readCodes(at: number, length: number, width: 1 | 2): string {
  let text = ''
  for (let start = 0; start < length; start += CHUNK) {
    const count = Math.min(CHUNK, length - start)
    const codes: number[] = []
    for (let index = 0; index < count; index++) {
      const from = at + (start + index) * width
      codes.push(width === 1 ? reader.bytes[from]! : reader.view.getUint16(from, true))
    }
    text += String.fromCharCode.apply(null, codes)
  }
  return text
}

/** Reads a value that must be a string: a key, a message, the source of a pattern. */
export function readText(): string {
  return readTaggedText(reader.readByte())
}

/** Reads the string whose tag has just been read. */
export function readTaggedText(tag: number): string {
  if (tag >= SHORT_LATIN1 && tag <= SHORT_LATIN1 + SHORT_LATIN1_MAX) return readShortLatin1(tag)
  if (tag === LATIN1) return readLatin1()
  if (tag === UTF16) return readUtf16()
  return reader.throwMalformed('a string expected', tag)
}
