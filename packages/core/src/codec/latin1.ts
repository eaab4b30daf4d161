/**
 * Latin-1 bytes to a string. Up to some thirty characters, String.fromCharCode with exactly as many arguments takes half
 * the time of a call into the engine's transcoder; beyond a few, that code is generated.
 */
import { generate } from './codegen.ts'
import { latin1Slice } from './engine.ts'
import { decodeLatin1 } from './transcode.ts'

type Spell = (bytes: Uint8Array, at: number) => string

const CALL_MAX = 8
const TWO_CALLS_MAX = 16
// The engine's transcoder, where there is one, takes the time of some thirty characters.
const GENERATED_MAX = latin1Slice === undefined ? 64 : 28
const DECODER_MIN = 192
const USES_TO_GENERATE = 32
const CHUNK = 4096

const fromCharCode = String.fromCharCode
const spellings: (Spell | undefined)[] = Array.from({ length: GENERATED_MAX + 1 })
const uses: Uint8Array = new Uint8Array(GENERATED_MAX + 1)

/** The string of `length` characters at `at`. */
export function readCharacters(bytes: Uint8Array, at: number, length: number): string {
  if (length <= CALL_MAX) return spellFew(bytes, at, length)
  if (length > GENERATED_MAX) return transcode(bytes, at, length)
  const spell = spellings[length]
  return spell === undefined ? spellOften(bytes, at, length) : spell(bytes, at)
}

function spellOften(bytes: Uint8Array, at: number, length: number): string {
  if (++uses[length]! === USES_TO_GENERATE) spellings[length] = compile(length)
  if (length > TWO_CALLS_MAX) return transcode(bytes, at, length)
  return spellFew(bytes, at, CALL_MAX) + spellFew(bytes, at + CALL_MAX, length - CALL_MAX)
}

function compile(length: number): Spell | undefined {
  const codes = Array.from({ length }, (_, index) => `bytes[at + ${index}]`)
  return generate<Spell>(`return (bytes, at) => fromCharCode(${codes.join(', ')})`, { fromCharCode })
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
