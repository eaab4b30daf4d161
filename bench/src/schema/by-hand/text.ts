/** Strings of up to 255 Latin-1 characters after a byte with their number, and others after four bytes. */

/** Node's transcoders, which its types leave out. */
export interface Bytes extends Buffer {
  latin1Write(text: string, at: number, length: number): number
  latin1Slice(start: number, end: number): string
  ucs2Write(text: string, at: number, byteLength: number): number
  ucs2Slice(start: number, end: number): string
}

type Spell = (bytes: Bytes, at: number) => string

// Up to here a loop, and a call with as many arguments, are quicker than the engine's transcoder.
const LOOP_MAX = 20
const SPELLED_MAX = 28

const spellings = Array.from({ length: SPELLED_MAX + 1 }, (_, length): Spell => {
  const codes = Array.from({ length }, (_unused, index) => `bytes[at + ${index}]`)
  // oxlint-disable-next-line typescript/no-implied-eval -- written out it would be these lines thirty times
  return new Function('bytes', 'at', `return String.fromCharCode(${codes.join(', ')})`) as Spell
})

/** Returns where the string ends. */
export function writeText(text: string, bytes: Bytes, at: number): number {
  const { length } = text
  bytes[at] = length
  const start = at + 1
  if (length > LOOP_MAX) bytes.latin1Write(text, start, length)
  else for (let index = 0; index < length; index++) bytes[start + index] = text.charCodeAt(index)
  return start + length
}

/** The string at `at`; it ends at `endOfText(bytes, at)`. */
export function readText(bytes: Bytes, at: number): string {
  const length = bytes[at]!
  return length <= SPELLED_MAX ? spellings[length]!(bytes, at + 1) : bytes.latin1Slice(at + 1, at + 1 + length)
}

export function endOfText(bytes: Bytes, at: number): number {
  return at + 1 + bytes[at]!
}

const BEYOND_LATIN1 = /[^\0-\u00ff]/
const WIDE = 0x8000_0000

/** Any string: four bytes with its length, and a bit that tells of two bytes a character. */
export function writeAnyText(text: string, bytes: Bytes, view: DataView, at: number): number {
  const { length } = text
  const start = at + 4
  if (length <= LOOP_MAX) {
    let seen = 0
    for (let index = 0; index < length; index++) {
      const code = text.charCodeAt(index)
      seen |= code
      bytes[start + index] = code
    }
    if (seen <= 0xff) {
      view.setUint32(at, length, true)
      return start + length
    }
  } else if (!BEYOND_LATIN1.test(text)) {
    bytes.latin1Write(text, start, length)
    view.setUint32(at, length, true)
    return start + length
  }
  bytes.ucs2Write(text, start, length * 2)
  view.setUint32(at, WIDE + length * 2, true)
  return start + length * 2
}

export function readAnyText(bytes: Bytes, view: DataView, at: number): string {
  const head = view.getUint32(at, true)
  const start = at + 4
  if (head >= WIDE) return bytes.ucs2Slice(start, start + head - WIDE)
  return head <= SPELLED_MAX ? spellings[head]!(bytes, start) : bytes.latin1Slice(start, start + head)
}

export function endOfAnyText(view: DataView, at: number): number {
  return at + 4 + (view.getUint32(at, true) & ~WIDE)
}
