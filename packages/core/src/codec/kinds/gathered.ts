/**
 * Strings of long arrays: their characters are gathered at the end of the message, where one call writes many and one reads
 * many. A call for each takes longer than the rest of such a message.
 *
 *   value | segment ... | count ... | segments
 *
 * A segment is the characters of some strings, one byte each or, if one of them is beyond Latin-1, two. Its count (4 bytes)
 * says how many, and by its highest bit that they take two; the last 4 bytes say how many segments there are. No string is in
 * two segments.
 */
import { readCodeUnits, writeCodeUnits } from '../code-units.ts'
import { latin1Slice, latin1Write, ucs2Slice } from '../engine.ts'
import { BEYOND_LATIN1, readCharacters, writeCharacters } from '../latin1.ts'
import type { Reader } from '../reader.ts'
import { GATHERED } from '../tags.ts'
import type { Writer } from '../writer.ts'

/** Shorter strings are as quick by themselves; of longer ones a call is a small part. */
const LENGTH_MIN = 5
const LENGTH_MAX = 127
/** Arrays of fewer elements do not pay. */
const ELEMENTS_MIN = 16
/** A segment is full with this many characters, so that few others take two bytes because of one that needs them. */
const SEGMENT = 4096
const COUNT_BYTES = 4
const WIDE = 0x80000000
/** Bytes that become one string, of which strings are cut: what a program keeps of them keeps no more alive. */
const STRETCH = 512

/** Whether the strings of an array with this many elements are to be gathered. */
export function mayGather(length: number): boolean {
  return length >= ELEMENTS_MIN && latin1Write !== undefined
}

/** Writes the head of a string of an array; false, and nothing is written, when it is to be written by itself. */
export function gather(out: Writer, text: string): boolean {
  const { length } = text
  if (length < LENGTH_MIN || length > LENGTH_MAX) return false
  out.twoBytes(GATHERED, length)
  out.hasGathered = true
  out.isUsual = false
  out.gathered += text
  if (out.gathered.length >= SEGMENT) closeSegment(out)
  return true
}

/** Writes what was gathered, after everything else. */
export function writeGathered(out: Writer): void {
  if (out.gathered !== '') closeSegment(out)
  const { segments } = out
  const counts = segments.map((text) => writeSegment(out, text))
  const at = out.reserve((counts.length + 1) * COUNT_BYTES)
  const { view } = out
  for (const [index, count] of [...counts, counts.length].entries())
    view.setUint32(at + index * COUNT_BYTES, count, true)
}

function closeSegment(out: Writer): void {
  out.segments.push(out.gathered)
  out.gathered = ''
}

/** Returns its count. */
function writeSegment(out: Writer, text: string): number {
  const { length } = text
  if (BEYOND_LATIN1.test(text)) {
    const at = out.reserve(length * 2)
    writeCodeUnits(out.bytes, out.view, at, text, length)
    return length + WIDE
  }
  const at = out.reserve(length)
  writeCharacters(out.bytes, at, text, length)
  return length
}

export function readGathered(input: Reader): string {
  return input.gathered.take(input, input.byte())
}

/** The reader's place in the segments. */
export class GatheredTexts {
  /** Where the count of the next segment is, and where the last count ends. */
  #countAt = 0
  #countsEnd = 0
  /** Where the next string is, and where its segment ends. */
  #at = 0
  #end = 0
  #bytesEach = 1
  /** Bytes `#textAt` to `#textEnd` as text. */
  #text = ''
  #textAt = 0
  #textEnd = 0

  /** Finds them; the message ends before them from now on. */
  find(input: Reader): void {
    const { view, position, end } = input
    const countsEnd = end - COUNT_BYTES
    const segments = countsEnd < position ? Infinity : view.getUint32(countsEnd, true)
    const countAt = countsEnd - segments * COUNT_BYTES
    let start = countAt
    for (let at = countAt; at < countsEnd && start >= position; at += COUNT_BYTES)
      start -= bytesOf(view.getUint32(at, true))
    if (!(start >= position))
      input.refuse(`${segments} segments of strings expected, ${end - position} bytes left`, GATHERED)
    this.#countAt = countAt
    this.#countsEnd = countsEnd
    this.#at = this.#end = input.end = start
    this.#textEnd = 0
  }

  /** The next string, which has this many characters. */
  take(input: Reader, length: number): string {
    const at = this.#at
    const next = at + length * this.#bytesEach
    if (next > this.#textEnd) return this.#takeBeyond(input, length)
    this.#at = next
    const start = (at - this.#textAt) / this.#bytesEach
    return this.#text.substring(start, start + length)
  }

  /** Bytes and counts that were not asked for. */
  get left(): number {
    return this.#end - this.#at + this.#countsEnd - this.#countAt
  }

  forget(): void {
    this.#countAt = this.#countsEnd = this.#at = this.#end = this.#textEnd = 0
    this.#text = ''
  }

  #takeBeyond(input: Reader, length: number): string {
    if (this.#at === this.#end) this.#openSegment(input)
    const at = this.#at
    const next = at + length * this.#bytesEach
    if (next > this.#end)
      input.refuse(`a string of ${length} characters where ${this.#end - at} bytes are left`, GATHERED)
    this.#at = next
    const isWide = this.#bytesEach === 2
    const slice = isWide ? ucs2Slice : latin1Slice
    if (slice === undefined)
      return isWide ? readCodeUnits(input.bytes, input.view, at, length) : readCharacters(input.bytes, at, length)
    this.#textAt = at
    this.#textEnd = Math.min(at + STRETCH, this.#end)
    this.#text = slice.call(input.bytes, at, this.#textEnd)
    return this.#text.substring(0, length)
  }

  // The count is read a second time, and may have changed meanwhile: so it is checked like the first time.
  #openSegment(input: Reader): void {
    if (this.#countAt === this.#countsEnd) input.refuse('no string was gathered', GATHERED)
    const count = input.view.getUint32(this.#countAt, true)
    this.#countAt += COUNT_BYTES
    this.#bytesEach = count >= WIDE ? 2 : 1
    this.#end = this.#at + bytesOf(count)
    if (this.#end > this.#countAt) input.refuse(`a segment of ${bytesOf(count)} bytes beyond the message`, GATHERED)
  }
}

function bytesOf(count: number): number {
  return count >= WIDE ? (count - WIDE) * 2 : count
}
