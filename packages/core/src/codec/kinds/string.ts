/**
 * Strings, as the engine itself keeps them: one byte a character where all fit in Latin-1, else UTF-16 code units.
 * So the size is known up front, nothing is transcoded, and lone surrogates survive.
 */
import type { Writer } from '../writer.ts'
import type { Reader } from '../reader.ts'
import { readCodeUnits, writeCodeUnits } from '../code-units.ts'
import { BEYOND_LATIN1, LOOP_MAX, readCharacters, writeAscii, writeCharacters } from '../latin1.ts'
import { gather, readGathered } from './gathered.ts'
import { TEXT_MAX, TEXT_MIN } from '../dictionary.ts'
import { GATHERED, KNOWN_TEXT, LATIN1, NEW_TEXT, SHORT_LATIN1, SHORT_LATIN1_MAX, UTF16 } from '../tags.ts'

/** Lengths of strings that are cut out of a longer one rather than read by themselves, where there is one. */
const CUT_MIN = 2
const CUT_MAX = 128
/** Texts that are first taken for ASCII. */
const ASCII_MAX = 127

export function writeString(out: Writer, text: string): void {
  const length = text.length
  if (length <= LOOP_MAX) return writeShort(out, text, length)
  if (length <= ASCII_MAX && writeLikelyAscii(out, text, length)) return
  if (BEYOND_LATIN1.test(text)) return writeUtf16(out, text, length)
  writeLatin1Head(out, length)
  const at = out.reserve(length)
  writeCharacters(out.bytes, at, text, length)
}

function writeLatin1Head(out: Writer, length: number): void {
  if (length > SHORT_LATIN1_MAX) out.tagged(LATIN1, length)
  else out.byte(SHORT_LATIN1 | length)
}

/** Writes a text if it is ASCII, in one call that also tells; otherwise what it wrote means nothing. */
function writeLikelyAscii(out: Writer, text: string, length: number): boolean {
  const start = out.position
  // A tag and a length of a byte each, and three bytes for a character that is not ASCII: the head stays where it is.
  if (out.limit - start < length * 3 + 2) return false
  writeLatin1Head(out, length)
  const isAscii = writeAscii(out.bytes, out.position, text, length)
  if (isAscii) out.position += length
  else out.rewind(start)
  return isAscii
}

/** Writes a text that stands where others stood before: it may be one of them. `credit[place]` says if that is likely. */
export function writeRecurring(out: Writer, text: string, credit: Int32Array, place: number): void {
  const length = text.length
  if (length < TEXT_MIN || length > TEXT_MAX || !out.texts.isLikely(credit, place)) writeText(out, text)
  else writeOrKeep(out, text, length, credit, place)
}

// Apart: where this is not met for a while, engines take compiled code back when it is met again.
function writeOrKeep(out: Writer, text: string, length: number, credit: Int32Array, place: number): void {
  const known = out.texts.find(text, credit, place)
  if (known >= 0) return out.twoBytes(KNOWN_TEXT, known)
  const slot = BEYOND_LATIN1.test(text) ? -1 : out.texts.claim(credit, place)
  if (slot < 0) return writeText(out, text)
  const at = out.reserve(length + 3)
  out.bytes[at] = NEW_TEXT
  out.bytes[at + 1] = slot
  out.bytes[at + 2] = length
  writeCharacters(out.bytes, at + 3, text, length)
  // Read back, so that it owns its characters.
  out.texts.keep(readCharacters(out.bytes, at + 3, length), slot)
}

/** Writes a string that is a value; keys and parts of values are written by `writeString`. */
export function writeText(out: Writer, text: string): void {
  if (!out.isGathering || !gather(out, text)) writeString(out, text)
}

function writeShort(out: Writer, text: string, length: number): void {
  const at = out.reserve(length + 1)
  const bytes = out.bytes
  bytes[at] = SHORT_LATIN1 | length
  let seen = 0
  for (let index = 0; index < length;) {
    const code = text.charCodeAt(index)
    seen |= code
    bytes[at + ++index] = code
  }
  if (seen <= 0xff) return
  out.rewind(at)
  writeUtf16(out, text, length)
}

function writeUtf16(out: Writer, text: string, length: number): void {
  out.tagged(UTF16, length)
  const at = out.reserve(length * 2)
  writeCodeUnits(out.bytes, out.view, at, text, length)
}

export function readShortLatin1(input: Reader, tag: number): string {
  return readLatin1Characters(input, tag & SHORT_LATIN1_MAX)
}

export function readLatin1(input: Reader): string {
  return readLatin1Characters(input, input.count(1))
}

function readLatin1Characters(input: Reader, length: number): string {
  const at = input.take(length)
  if (length < CUT_MIN || length > CUT_MAX) return readCharacters(input.bytes, at, length)
  return input.textAt(at, length) ?? readCharacters(input.bytes, at, length)
}

export function readNewText(input: Reader): string {
  const slot = input.byte()
  const text = readLatin1Characters(input, input.byte())
  input.texts[slot] = text
  return text
}

export function readKnownText(input: Reader): string {
  const slot = input.byte()
  return input.texts[slot] ?? input.refuse(`no string is kept in slot ${slot}`, KNOWN_TEXT)
}

export function readUtf16(input: Reader): string {
  const length = input.count(2)
  const at = input.take(length * 2)
  return readCodeUnits(input.bytes, input.view, at, length)
}

/** Reads a value that must be a string: a key, a message, the source of a pattern. */
export function readText(input: Reader): string {
  return readTaggedText(input, input.byte())
}

/** Reads the string whose tag has just been read. */
export function readTaggedText(input: Reader, tag: number): string {
  if (tag >= SHORT_LATIN1 && tag <= SHORT_LATIN1 + SHORT_LATIN1_MAX) return readShortLatin1(input, tag)
  if (tag === LATIN1) return readLatin1(input)
  if (tag === UTF16) return readUtf16(input)
  if (tag === GATHERED) return readGathered(input)
  if (tag === KNOWN_TEXT) return readKnownText(input)
  if (tag === NEW_TEXT) return readNewText(input)
  return input.refuse('a string expected', tag)
}
