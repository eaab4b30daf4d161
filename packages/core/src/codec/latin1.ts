/**
 * Strings of Latin-1 characters, one byte each. To read: up to some thirty characters, String.fromCharCode with exactly as many arguments takes half
 * the time of a call into the engine's transcoder; that code is generated for lengths that are met often.
 */
import { generate, returned } from './codegen.ts'
import { latin1Slice, latin1Write, utf8Write } from './engine.ts'
import { decodeLatin1, encodeAscii } from './transcode.ts'

type Spell = (bytes: Uint8Array, at: number) => string

/** Up to here a loop over the characters is quicker than a call into the engine's transcoder. */
export const LOOP_MAX = 16
/** Engines compile this twice, for one-byte and two-byte strings; on a one-byte string it answers without looking. */
export const BEYOND_LATIN1: RegExp = /[^\0-\u00ff]/
/** From here on the platform's class is quicker than a loop, measured in Chromium and Firefox. */
const ENCODER_MIN = 320

const CALL_MAX = 8
const TWO_CALLS_MAX = 16
// The engine's transcoder, where there is one, takes the time of some thirty characters.
const GENERATED_MAX = latin1Slice === undefined ? 64 : 28
const DECODER_MIN = 192
/** How many texts are not tried after one in vain, which takes ten times what is saved by one that is ASCII. */
const DOUBT = 16
const USES_TO_GENERATE = 32
const CHUNK = 4096

const fromCharCode = String.fromCharCode
let doubt = 0
const spellings: (Spell | undefined)[] = Array.from({ length: GENERATED_MAX + 1 })
const uses: Uint8Array = new Uint8Array(GENERATED_MAX + 1)

/** Writes a text of Latin-1 characters. */
export function writeCharacters(bytes: Uint8Array, at: number, text: string, length: number): void {
  if (latin1Write !== undefined) {
    if (length > LOOP_MAX) return void latin1Write.call(bytes, text, at, length)
  } else if (length >= ENCODER_MIN && encodeAscii(text, bytes, at)) return
  for (let index = 0; index < length; index++) bytes[at + index] = text.charCodeAt(index)
}

/**
 * Writes a text in one call when all its characters are ASCII: the engine tells by the number of bytes. False for any other,
 * and where there is no such call or texts of late were not ASCII; up to three bytes a character, which there must be, then
 * mean nothing.
 */
export function writeAscii(bytes: Uint8Array, at: number, text: string, length: number): boolean {
  if (utf8Write === undefined || doubt-- > 0) return false
  if (utf8Write.call(bytes, text, at, length * 3) === length) {
    doubt = 0
    return true
  }
  doubt = DOUBT
  return false
}

/** The string of `length` characters at `at`. */
export function readCharacters(bytes: Uint8Array, at: number, length: number): string {
  if (length > GENERATED_MAX) return transcode(bytes, at, length)
  const spell = spellings[length]
  return spell === undefined ? spellOften(bytes, at, length) : spell(bytes, at)
}

function spellOften(bytes: Uint8Array, at: number, length: number): string {
  if (++uses[length]! === USES_TO_GENERATE) spellings[length] = compile(length)
  if (length <= CALL_MAX) return spellFew(bytes, at, length)
  if (length > TWO_CALLS_MAX) return transcode(bytes, at, length)
  return spellFew(bytes, at, CALL_MAX) + spellFew(bytes, at + CALL_MAX, length - CALL_MAX)
}

function compile(length: number): Spell | undefined {
  const codes = Array.from({ length }, (_, index) => `bytes[at + ${index}]`)
  return generate<Spell>(returned(`(bytes, at) => fromCharCode(${codes.join(', ')})`), { fromCharCode })
}

function spellFew(bytes: Uint8Array, at: number, length: number): string {
  switch (length) {
    case 0:
      return ''
    case 1:
      return fromCharCode(bytes[at]!)
    case 2:
      return fromCharCode(bytes[at]!, bytes[at + 1]!)
    case 3:
      return fromCharCode(bytes[at]!, bytes[at + 1]!, bytes[at + 2]!)
    case 4:
      return fromCharCode(bytes[at]!, bytes[at + 1]!, bytes[at + 2]!, bytes[at + 3]!)
    default:
      return spellMore(bytes, at, length)
  }
}

function spellMore(bytes: Uint8Array, at: number, length: number): string {
  const a = bytes[at]!
  const b = bytes[at + 1]!
  const c = bytes[at + 2]!
  const d = bytes[at + 3]!
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
