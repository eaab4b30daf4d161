/**
 * Texts of a list on their way to its tail: joined to one string that one call into the engine writes, instead of a loop or a
 * call for each. Where that string turns out not to be ASCII, the texts are found in it again by their lengths, which is all
 * that their heads have: no value is read twice.
 */
import { utf8Write } from '../codec/engine.ts'
import type { Cell } from './cell.ts'
import { addressOf, type Emitter, type Gathering, type Place } from './emitter.ts'
import { SHORT_MAX, writeText } from './text.ts'

/** Fewer texts are written one by one: to put a string together costs more than a call. */
const FEWEST = 16
/** Elements with more code than this may have it in functions, which know nothing of gathered texts. */
const MOST_LOCALS = 1000
/** How many lists are not tried after one in vain. */
const DOUBT = 16

/** The longest string of any engine that writes texts together: of V8 on machines of 32 bits. */
const LONGEST_STRING = 2 ** 28 - 16

let doubt = 0

/** Emits with `emit` what writes the elements of a list, gathering their texts if that may pay. */
export function emitGathered(
  emitter: Emitter,
  { type, bytes }: Cell,
  length: string,
  base: string,
  emit: () => void,
): void {
  const { hasTextsOnly, texts, locals } = type.layout
  if (!hasTextsOnly || texts === 0 || locals > MOST_LOCALS) return emit()
  emitter.bind('longestOf', longestOf)
  emitter.bind('writeGathered', writeGathered)
  const offsets: number[] = []
  const gathering = {
    texts: emitter.fresh('texts'),
    longest: emitter.fresh('longest'),
    heads: `bytes, view, ${base}, ${bytes}, ${emitter.bindNew('offsets', offsets)}`,
    offsets,
  }
  emitter.line(`let ${gathering.texts} = '', ${gathering.longest} = longestOf(${length} * ${texts})`)
  emitter.gathering = gathering
  emit()
  emitter.gathering = undefined
  emitter.line(`if (${gathering.longest} >= 0) {
tail = writeGathered(${gathering.texts}, ${gathering.heads}, ${base} + ${length} * ${bytes}, 0, tail, end)
if (tail < 0) return -1
}`)
}

/** Emits what gathers a text, or runs `write` for it after those that have been gathered. */
export function emitGatheredText(
  emitter: Emitter,
  gathering: Gathering,
  value: string,
  place: Place,
  write: string,
): void {
  const { texts, longest, heads, offsets } = gathering
  emitter.line(`if (${value}.length <= ${longest}) {
bytes[${addressOf(place)}] = ${value}.length
${texts} += ${value}
} else {
if (${longest} >= 0) {
${longest} = -1
tail = writeGathered(${texts}, ${heads}, ${place.base}, ${offsets.length}, tail, end)
if (tail < 0) return -1
}
${write}
}`)
  offsets.push(place.offset)
}

/** Length of the longest text to be gathered of a list of so many; -1: each is to be written by itself. */
function longestOf(texts: number): number {
  if (texts < FEWEST || utf8Write === undefined) return -1
  // So that all of them are one string, however many: nobody looks at the room before they are.
  if (doubt === 0) return Math.min(SHORT_MAX, Math.floor(LONGEST_STRING / texts))
  doubt--
  return -1
}

/**
 * Writes the gathered texts of the elements with heads from `base` to `until`, and the first `more` of the element there;
 * returns where they end, or -1 past `end`.
 */
function writeGathered(
  texts: string,
  bytes: Uint8Array,
  view: DataView,
  base: number,
  stride: number,
  offsets: readonly number[],
  until: number,
  more: number,
  tail: number,
  end: number,
): number {
  const { length } = texts
  // Each character takes at least one byte, so the engine need not put the string together.
  if (length > end - tail) return -1
  if (length * 3 <= end - tail) {
    // One byte for each character: all were ASCII.
    if (utf8Write!.call(bytes, texts, tail, length * 3) === length) return tail + length
    doubt = DOUBT
  }
  let start = 0
  let at = tail
  for (let head = base; head <= until && at >= 0; head += stride) {
    const count = head < until ? offsets.length : more
    for (let place = 0; place < count && at >= 0; place++) {
      const textHead = head + offsets[place]!
      const text = texts.slice(start, (start += bytes[textHead]!))
      at = writeText(text, bytes, view, textHead, at, end)
    }
  }
  return at
}
