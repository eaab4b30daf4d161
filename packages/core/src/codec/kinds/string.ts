/**
 * Strings, as the engine itself keeps them: one byte a character where all fit in Latin-1, else UTF-16 code units.
 * So the size is known up front, nothing is transcoded, and lone surrogates survive.
 */
import type { Writer } from '../writer.ts'
import type { Reader } from '../reader.ts'
import { readCodeUnits, writeCodeUnits } from '../code-units.ts'
import { latin1Slice, ucs2Slice } from '../engine.ts'
import {
  BEYOND_LATIN1,
  CALL_MAX,
  LOOP_MAX,
  readCharacters,
  roomForAscii,
  spell,
  writeAscii,
  writeCharacters,
} from '../latin1.ts'
import { LATIN1, SHORT_LATIN1, SHORT_LATIN1_MAX, UTF16 } from '../tags.ts'

/** Bytes that become one string, of which several are cut: for a long one more, so that a call makes eight of its kind. */
const STRETCH_MIN = 256
const STRETCH_MAX = 1024
const TEXTS = 8
/** Bytes of the strings that are cut. A loop reads shorter ones in less time, and of longer ones a call is a small part. */
const CUT_MIN = 13
const CUT_MAX = 256
/** From here on the platform's clone of a large message of such texts is quicker than ours, measured on Node 24. */
const COPIED_MIN = 64
/** A tag and its length at most. */
const HEAD_MAX = 9

/** Writes a string. There must be room for a short one; a longer one makes sure of its own. */
export function writeText(out: Writer, text: string): void {
  const { length } = text
  if (length > LOOP_MAX) return writeLong(out, text, length)
  const { bytes, position } = out
  bytes[position] = SHORT_LATIN1 | length
  let seen = 0
  for (let index = 0; index < length;) {
    const code = text.charCodeAt(index)
    seen |= code
    bytes[position + ++index] = code
  }
  if (seen > 0xff) writeUtf16(out, text, length)
  else out.position = position + 1 + length
}

/** The same where nobody has made sure of room. */
export function writeString(out: Writer, text: string): void {
  out.ensure(LOOP_MAX + 1)
  writeText(out, text)
}

function writeLong(out: Writer, text: string, length: number): void {
  if (length >= COPIED_MIN) out.copiedBytes += length
  const start = out.position
  const room = out.limit - start - HEAD_MAX
  // In one call that also tells whether it is ASCII.
  if (room >= roomForAscii(length)) {
    const { bytes } = out
    if (length <= SHORT_LATIN1_MAX) {
      bytes[start] = SHORT_LATIN1 | length
      out.position = start + 1
    } else out.tagged(LATIN1, length)
    if (writeAscii(bytes, out.position, text, length, room)) {
      out.position += length
      return
    }
    out.rewind(start)
  }
  if (BEYOND_LATIN1.test(text)) return writeUtf16(out, text, length)
  writeLatin1Head(out, length)
  const at = out.reserve(length)
  writeCharacters(out.bytes, at, text, length)
}

function writeLatin1Head(out: Writer, length: number): void {
  if (length > SHORT_LATIN1_MAX) out.tagged(LATIN1, length)
  else out.byte(SHORT_LATIN1 | length)
}

function writeUtf16(out: Writer, text: string, length: number): void {
  if (length >= COPIED_MIN) out.copiedBytes += length
  out.tagged(UTF16, length)
  const at = out.reserve(length * 2)
  writeCodeUnits(out.bytes, out.view, at, text, length)
}

export function readLatin1(input: Reader): string {
  return readCut(input, input.count(1))
}

/**
 * A call into the engine's transcoder takes 50 ns for any string up to some hundred characters. So it is asked for a stretch of
 * the message, and strings are cut out of that. Engines copy short strings when they are cut out, and share the memory of longer
 * ones: what a program keeps of a message keeps no more than `STRETCH_MAX` bytes alive.
 */
export function readCut(input: Reader, length: number): string {
  const at = input.position
  if (length > input.end - at) input.refuseTruncated(length)
  input.position = at + length
  const start = at - input.stretchStart
  if (start >= 0 && start + length <= input.stretch.length) return input.stretch.substring(start, start + length)
  if (length <= CALL_MAX) return spell(input.bytes, at, length)
  if (length < CUT_MIN || length > CUT_MAX || latin1Slice === undefined) return readCharacters(input.bytes, at, length)
  input.stretch = latin1Slice.call(input.bytes, at, Math.min(at + stretchOf(length), input.end))
  input.stretchStart = at
  return input.stretch.substring(0, length)
}

export function readUtf16(input: Reader): string {
  const length = input.count(2)
  const at = input.take(length * 2)
  const start = (at - input.wideStart) / 2
  // Other texts in between may leave it between two characters of the stretch.
  if (start >= 0 && start % 1 === 0 && start + length <= input.wide.length)
    return input.wide.substring(start, start + length)
  if (length * 2 < CUT_MIN || length * 2 > CUT_MAX || ucs2Slice === undefined)
    return readCodeUnits(input.bytes, input.view, at, length)
  input.isUsual = false
  // Whole characters: Node 24 copies what begins at an odd address, and writes past the copy if the number of bytes is odd.
  input.wide = ucs2Slice.call(input.bytes, at, at + (Math.min(stretchOf(length * 2), input.end - at) & ~1))
  input.wideStart = at
  return input.wide.substring(0, length)
}

function stretchOf(byteLength: number): number {
  return Math.min(STRETCH_MAX, Math.max(STRETCH_MIN, byteLength * TEXTS))
}

/** Reads a value that must be a string: a key, a message, the source of a pattern. */
export function readText(input: Reader): string {
  return readTaggedText(input, input.byte())
}

/** Reads the string whose tag has just been read. */
export function readTaggedText(input: Reader, tag: number): string {
  if (tag >= SHORT_LATIN1 && tag <= SHORT_LATIN1 + SHORT_LATIN1_MAX) return readCut(input, tag & SHORT_LATIN1_MAX)
  if (tag === LATIN1) return readLatin1(input)
  if (tag === UTF16) return readUtf16(input)
  return input.refuse('a string expected', tag)
}
