/**
 * Short texts close together: a stretch of the message becomes one string, and the texts are cut out of it, as in the codec's
 * `Reader.textAt`, which takes half the time of a call into the engine for each. Here it is known beforehand where many will
 * come. A kept text keeps no more than `STRETCH` bytes alive.
 */
import { latin1Slice } from '../codec/engine.ts'
import type { Emitter } from './emitter.ts'
import { readText, SHORT_MAX } from './text.ts'

const STRETCH = 256
const LONGEST = 64
/** A shorter text is cut out of the stretch, but opens none. */
const OPENING = 8
/** Fewer texts, or texts of fewer bytes, are read one by one. */
const FEWEST = 8
const FEWEST_FIELDS = 3
const FEWEST_BYTES = 80

/** The stretch that was opened last, and the place of its bytes. */
interface TextStretch {
  text: string
  start: number
  end: number
}

/** Undefined where there is no call that makes a string of bytes, or it is not worth it. */
function textStretch(isWorth: boolean): TextStretch | undefined {
  return isWorth && latin1Slice !== undefined ? { text: '', start: 0, end: 0 } : undefined
}

/** Emits with `emit` what reads the texts of a list, or of one value, from a stretch that is made first, if that may pay. */
export function emitStretched(emitter: Emitter, texts: number, length: string | undefined, emit: () => void): void {
  // The one that there is serves also what is inside.
  if (emitter.stretch !== undefined || texts < (length === undefined ? FEWEST_FIELDS : 1)) return emit()
  emitter.bind('textStretch', textStretch)
  const isWorth = length === undefined ? `end - tail >= ${FEWEST_BYTES}` : `${length} * ${texts} >= ${FEWEST}`
  emitter.stretch = emitter.local('stretch', `textStretch(${isWorth})`)
  emit()
  emitter.stretch = undefined
}

/** As `readText`; the message ends at `end`. */
export function readTextOf(
  stretch: TextStretch | undefined,
  bytes: Uint8Array,
  view: DataView,
  head: number,
  tail: number,
  byteLength: number,
  end: number,
): string {
  if (stretch === undefined || byteLength > LONGEST || head > SHORT_MAX)
    return readText(bytes, view, head, tail, byteLength)
  if (tail + byteLength > stretch.end) {
    if (byteLength < OPENING) return readText(bytes, view, head, tail, byteLength)
    const stretchEnd = Math.min(tail + STRETCH, end)
    stretch.text = latin1Slice!.call(bytes, tail, stretchEnd)
    stretch.start = tail
    stretch.end = stretchEnd
  }
  const start = tail - stretch.start
  return stretch.text.substring(start, start + byteLength)
}
