/**
 * Many short texts close together: some bytes ahead become one string, and the texts are cut from it, which takes a fifth of
 * the time of one call into the engine for each. Engines keep the whole of a string as long as a long piece of it lives: so
 * the whole is short.
 */
import { latin1Slice } from '../codec/engine.ts'
import type { Emitter } from './emitter.ts'
import { readText, SHORT_MAX } from './text.ts'

/** What a text that is kept may keep in memory besides itself. */
const RUN_BYTES = 256
const LONGEST = 64
/** A shorter text is cut from the string that there is, but none is made for it. */
const OPENING = 8
/** Fewer texts, or texts of fewer bytes, are read one by one. */
const FEWEST = 8
const FEWEST_FIELDS = 3
const FEWEST_BYTES = 80

/** The string made last, and where its bytes are. */
interface TextRun {
  text: string
  start: number
  end: number
}

/** Undefined where there is no call that makes a string of bytes, or it is not worth it. */
function textRun(isWorth: boolean): TextRun | undefined {
  return isWorth && latin1Slice !== undefined ? { text: '', start: 0, end: 0 } : undefined
}

/** Emits what opens a run for the texts of a list, or of one value, unless there is one already. */
export function emitTextRun(emitter: Emitter, texts: number, length: string | undefined): void {
  if (emitter.run !== undefined || texts < (length === undefined ? FEWEST_FIELDS : 1)) return
  emitter.bind('textRun', textRun)
  const isWorth = length === undefined ? `end - tail >= ${FEWEST_BYTES}` : `${length} * ${texts} >= ${FEWEST}`
  emitter.run = emitter.local('run', `textRun(${isWorth})`)
}

/** As `readText`; the message ends at `end`. */
export function readTextOf(
  run: TextRun | undefined,
  bytes: Uint8Array,
  view: DataView,
  head: number,
  tail: number,
  byteLength: number,
  end: number,
): string {
  if (run === undefined || byteLength > LONGEST || head > SHORT_MAX)
    return readText(bytes, view, head, tail, byteLength)
  if (tail + byteLength > run.end) {
    if (byteLength < OPENING) return readText(bytes, view, head, tail, byteLength)
    const runEnd = Math.min(tail + RUN_BYTES, end)
    run.text = latin1Slice!.call(bytes, tail, runEnd)
    run.start = tail
    run.end = runEnd
  }
  const start = tail - run.start
  return run.text.substring(start, start + byteLength)
}
