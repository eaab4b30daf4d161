/** Strings of Latin-1 characters, one byte each. */
import { isNode, latin1Slice, latin1Write, utf8Write } from './engine.ts'
import { decodeLatin1, encodeAscii } from './transcode.ts'

/** Up to here a loop over the characters is quicker than a call into the engine's transcoder. */
export const LOOP_MAX = 16
/** Engines compile this twice, for one-byte and two-byte strings; on a one-byte string it answers without looking. */
export const BEYOND_LATIN1: RegExp = /[^\0-\u00ff]/
/** From here on the platform's class is quicker than a loop, measured in Chromium and Firefox. */
const ENCODER_MIN = 320
const DECODER_MIN = 192
/** Characters of one call. Two calls make a string of twelve at most: engines join longer ones only when they are read. */
export const CALL_MAX = 8
const TWO_CALLS_MAX = 12
/** How many texts are not tried after one in vain, which takes ten times what is saved by one that is ASCII. */
const DOUBT = 16
const CHUNK = 4096
/** Bytes of UTF-8. */
export const MOST_OF_CHARACTER = 4

const fromCharCode = String.fromCharCode
let doubt = 0

/** Writes a text of Latin-1 characters. */
export function writeCharacters(bytes: Uint8Array, at: number, text: string, length: number): void {
  if (latin1Write !== undefined) {
    if (length > LOOP_MAX) return void latin1Write.call(bytes, text, at, length)
  } else if (length >= ENCODER_MIN && encodeAscii(text, bytes, at)) return
  for (let index = 0; index < length; index++) bytes[at + index] = text.charCodeAt(index)
}

/**
 * Bytes that one call must have for a text. On Node it is slower with less than three for each character, and slower than
 * `writeCharacters`. In Bun looking at each character takes 40 times as long as the call, and in Deno `latin1Write` does.
 */
export function roomForAscii(length: number): number {
  return isNode ? length * 3 : length + MOST_OF_CHARACTER
}

/**
 * Writes a text in one call when all its characters are ASCII: the engine tells by the number of bytes. False for any other,
 * and where there is no such call or texts of late were not ASCII; `room` bytes then mean nothing. There must be at least
 * `MOST_OF_CHARACTER` more than characters: no text that is cut off then ends after as many bytes as it has characters.
 */
export function writeAscii(bytes: Uint8Array, at: number, text: string, length: number, room: number): boolean {
  if (utf8Write === undefined || doubt-- > 0) return false
  if (utf8Write.call(bytes, text, at, Math.min(room, length * 3)) === length) {
    doubt = 0
    return true
  }
  doubt = DOUBT
  return false
}

/** The string of `length` characters at `at`. */
export function readCharacters(bytes: Uint8Array, at: number, length: number): string {
  if (length > TWO_CALLS_MAX) return transcode(bytes, at, length)
  if (length <= CALL_MAX) return spell(bytes, at, length)
  return spell(bytes, at, CALL_MAX) + spell(bytes, at + CALL_MAX, length - CALL_MAX)
}

/** Up to eight characters, by one call with exactly as many arguments. */
export function spell(bytes: Uint8Array, at: number, length: number): string {
  if (length === 0) return ''
  const a = bytes[at]!
  if (length === 1) return fromCharCode(a)
  const b = bytes[at + 1]!
  if (length === 2) return fromCharCode(a, b)
  const c = bytes[at + 2]!
  if (length === 3) return fromCharCode(a, b, c)
  const d = bytes[at + 3]!
  if (length === 4) return fromCharCode(a, b, c, d)
  const e = bytes[at + 4]!
  if (length === 5) return fromCharCode(a, b, c, d, e)
  const f = bytes[at + 5]!
  if (length === 6) return fromCharCode(a, b, c, d, e, f)
  const g = bytes[at + 6]!
  if (length === 7) return fromCharCode(a, b, c, d, e, f, g)
  return fromCharCode(a, b, c, d, e, f, g, bytes[at + 7]!)
}

function transcode(bytes: Uint8Array, at: number, length: number): string {
  if (latin1Slice !== undefined) return latin1Slice.call(bytes, at, at + length)
  return (length >= DECODER_MIN ? decodeLatin1(bytes, at, length) : undefined) ?? spellInChunks(bytes, at, length)
}

function spellInChunks(bytes: Uint8Array, at: number, length: number): string {
  let text = ''
  for (let start = at; start < at + length; start += CHUNK) {
    const chunk = bytes.subarray(start, Math.min(start + CHUNK, at + length))
    text += fromCharCode.apply(null, chunk as unknown as number[])
  }
  return text
}
