/** Strings as UTF-16 code units, lowest byte first: two bytes each, lone surrogates like any other. */
import { ucs2Slice, ucs2Write } from './engine.ts'
import { LOOP_MAX } from './latin1.ts'
import { decodeUtf16 } from './transcode.ts'

/** From here on the platform's class is quicker than a loop, measured in Chromium and Firefox. */
const DECODER_MIN = 96
const CHUNK = 4096

export function writeCodeUnits(bytes: Uint8Array, view: DataView, at: number, text: string, length: number): void {
  if (ucs2Write !== undefined && length > LOOP_MAX) ucs2Write.call(bytes, text, at, length * 2)
  else for (let index = 0; index < length; index++) view.setUint16(at + index * 2, text.charCodeAt(index), true)
}

/** The string of `length` code units at `at`. */
export function readCodeUnits(bytes: Uint8Array, view: DataView, at: number, length: number): string {
  if (length <= LOOP_MAX) return spell(view, at, length)
  if (ucs2Slice !== undefined) return ucs2Slice.call(bytes, at, at + length * 2)
  return (length >= DECODER_MIN ? decodeUtf16(bytes, at, length * 2) : undefined) ?? spell(view, at, length)
}

function spell(view: DataView, at: number, length: number): string {
  let text = ''
  for (let start = 0; start < length; start += CHUNK) {
    const count = Math.min(CHUNK, length - start)
    const codes: number[] = []
    for (let index = start; index < start + count; index++) codes.push(view.getUint16(at + index * 2, true))
    text += String.fromCharCode.apply(null, codes)
  }
  return text
}
