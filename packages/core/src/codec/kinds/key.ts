/**
 * Keys of objects that have no shape. One that comes again is said by its number, whatever stands beside it: of all fields that
 * a record may have each has some, and maps from words share words. The other side need not make a text then, nor the engine
 * look whether it knows that as a key, which is most of what reading such an object takes.
 */
import type { Writer } from '../writer.ts'
import type { Reader } from '../reader.ts'
import { createCredit, TEXT_MAX, TextDictionary } from '../dictionary.ts'
import { KNOWN_KEY, NEW_KEY } from '../tags.ts'
import { readTaggedText, readText, writeString } from './string.ts'

const SLOTS = 1024
/** Objects without a shape after which keys are kept: those of a record come once, and then it has a shape. */
const STRANGERS = 16
/** Engines have those of one character at hand. */
const LENGTH_MIN = 2

export class KeyDictionary extends TextDictionary {
  /** All keys are one place. */
  readonly credit: Int32Array = createCredit(1)

  constructor() {
    super(true, SLOTS)
  }
}

export function writeKey(out: Writer, key: string): void {
  const { length } = key
  if (length < LENGTH_MIN || length > TEXT_MAX || !out.texts.isUsed || out.shapes.strangers < STRANGERS)
    return writeString(out, key)
  const keys = (out.keys ??= new KeyDictionary())
  const { credit } = keys
  if (!keys.isLikely(credit, 0)) return writeString(out, key)
  const known = keys.find(key, credit, 0)
  if (known >= 0) return out.tagged(KNOWN_KEY, known)
  const slot = keys.claim(credit, 0)
  if (slot >= 0) {
    out.tagged(NEW_KEY, slot)
    // Engines make a text a key by a copy that owns its characters.
    keys.keep(key, slot)
  }
  writeString(out, key)
}

/** Reads a key of an object without a shape, whose tag has just been read. */
export function readKey(input: Reader, tag: number): string {
  if (tag === KNOWN_KEY) return readKnownKey(input)
  if (tag === NEW_KEY) return readNewKey(input)
  return readTaggedText(input, tag)
}

function readKnownKey(input: Reader): string {
  const slot = input.varint()
  return (
    (slot < input.keys.length ? input.keys[slot] : undefined) ??
    input.refuse(`no key is kept in slot ${slot}`, KNOWN_KEY)
  )
}

function readNewKey(input: Reader): string {
  const slot = input.varint()
  if (slot >= SLOTS) input.refuse(`a key for slot ${slot} of ${SLOTS}`, NEW_KEY)
  const text = readText(input)
  if (text.length > TEXT_MAX) input.refuse(`a key of ${text.length} characters to be kept`, NEW_KEY)
  return (input.keys[slot] = asKey(text))
}

/** The engine's own text for it. */
function asKey(text: string): string {
  for (const key in { [text]: 0 }) return key
  return text
}
