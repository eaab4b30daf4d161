/**
 * Long strings where the engine has no transcoder for shared memory, as in browsers: through private memory and the
 * platform's `TextDecoder` and `TextEncoder`, which beat a loop from some hundred characters on. Neither knows Latin-1 or
 * lone surrogates, so each result is checked, and undefined or false means: do it another way.
 */

interface Decoder {
  decode(bytes: Uint8Array): string
}
interface Encoder {
  encodeInto(text: string, bytes: Uint8Array): { readonly read: number; readonly written: number }
}
interface Platform {
  readonly TextDecoder?: new (label: string, options: { readonly ignoreBOM: boolean }) => Decoder
  readonly TextEncoder?: new () => Encoder
}

const SCRATCH_BYTES = 4096
/** Characters that the label `latin1` gives for bytes 0x80 to 0x9f: it really means windows-1252. */
const BEYOND_LATIN1 = /[^\0-\u00ff]/
const REPLACEMENT = '\ufffd'

const { TextDecoder, TextEncoder } = globalThis as Platform
let scratch: Uint8Array | undefined
let latin1: Decoder | undefined
let utf16: Decoder | undefined
let utf8: Encoder | undefined

/** The text of Latin-1 bytes. */
export function decodeLatin1(bytes: Uint8Array, at: number, byteLength: number): string | undefined {
  if (TextDecoder === undefined) return undefined
  latin1 ??= new TextDecoder('latin1', { ignoreBOM: true })
  const text = latin1.decode(copyOf(bytes, at, byteLength))
  return BEYOND_LATIN1.test(text) ? undefined : text
}

/** The text of UTF-16 code units, lowest byte first. */
export function decodeUtf16(bytes: Uint8Array, at: number, byteLength: number): string | undefined {
  if (TextDecoder === undefined) return undefined
  utf16 ??= new TextDecoder('utf-16le', { ignoreBOM: true })
  const text = utf16.decode(copyOf(bytes, at, byteLength))
  return text.includes(REPLACEMENT) ? undefined : text
}

/** Writes a text of ASCII characters; false for any other, and then the bytes mean nothing. */
export function encodeAscii(text: string, bytes: Uint8Array, at: number): boolean {
  if (TextEncoder === undefined) return false
  utf8 ??= new TextEncoder()
  const room = privateBytes(text.length)
  const { read, written } = utf8.encodeInto(text, room)
  if (read !== text.length || written !== text.length) return false
  bytes.set(room, at)
  return true
}

function copyOf(bytes: Uint8Array, at: number, byteLength: number): Uint8Array {
  const copy = privateBytes(byteLength)
  copy.set(bytes.subarray(at, at + byteLength))
  return copy
}

function privateBytes(byteLength: number): Uint8Array {
  if (byteLength > SCRATCH_BYTES) return new Uint8Array(byteLength)
  scratch ??= new Uint8Array(SCRATCH_BYTES)
  return scratch.subarray(0, byteLength)
}
