/**
 * Both halves of what is generated for a shape: its slots to bytes, and bytes to an object of it.
 *
 * Engines compile long code late. So code in place is written only for what a slot has held: for a number, and for a short text.
 * Anything else is a call. Where slots with numbers follow each other the cursor lives in locals. The writer makes sure of room
 * for all of them once, and again after a slot that held something else. The reader checks behind the last of them that it has
 * not gone past the message: the bytes beyond are of the same memory, and typed arrays and views check their own bounds.
 */
import { generate, returned } from '../codegen.ts'
import { isProxy } from '../engine.ts'
import { isOrdinary } from '../property-key.ts'
import { readTagged, readValue } from '../read.ts'
import type { Make, MakeRows } from '../constructors.ts'
import { WIDE, type WriteRows, type WriteSlots } from '../shapes.ts'
import { writeValue } from '../write.ts'
import type { Writer } from '../writer.ts'
import { FLOAT64, INT16, INT32, LATER_DEPTH, SHORT_LATIN1, SHORT_LATIN1_MAX, SMALL_INT_MAX } from '../tags.ts'
import { writeAbsent } from '../kinds/object.ts'
import { readCut, writeString } from '../kinds/string.ts'

/** The `typeof` of what each slot of a shape held. It is a guess at what the slot holds next. */
export type Held = readonly string[]

/** The most that a number takes: a tag and a double. */
const NUMBER_BYTES = 9

const objectPrototype = Object.prototype
const getPrototypeOf = Object.getPrototypeOf as (value: object) => object | null
const hasOwn = Object.prototype.hasOwnProperty

// The first and the last key rule out nearly every other object. The first key is then asked for a second time. Objects that
// come so far share one hidden class, so the engine knows their prototype there. At a place that has met two hidden classes
// it would call the runtime. `in` reaches a Proxy among the prototypes only if the object lacks the key, so it is no match.
// The loop meets inherited keys last, in case a program has given Object.prototype one.
function matched(keys: readonly string[]): string {
  const places = keys.map((key, place) => `case ${place}: if (key !== ${JSON.stringify(key)}) place = -1; break`)
  const [first, last] = [JSON.stringify(keys[0]), JSON.stringify(keys.at(-1))]
  return `try {
  isMatch = ${first} in value && ${last} in value
  if (isMatch) isMatch = ${first} in value && getPrototypeOf(value) === objectPrototype
} catch {
  isMatch = false
}
if (isMatch) {
  place = 0
  for (const key in value) {
    switch (place) {
      ${places.join('\n')}
      default: place = -1
    }
    if (place < 0) break
    place++
  }
  isMatch = place === ${keys.length} && !(${last} in objectPrototype)
}`
}

/** Writes the values of an object that has exactly these keys. Undefined where code may not be generated, or of too many keys. */
export function compileWriter(keys: readonly string[], held: Held): WriteSlots | undefined {
  if (keys.length >= WIDE) return undefined
  const body = returned(`(out, value) => {
let at = 0, bytes, view, item, integer = 0
${slotsWritten(keys, held)}
}`)
  return generate<WriteSlots>(body, BINDINGS)
}

/** The same for a run of them in an array: see `writeRows` in rows.ts. */
export function compileRowsWriter(keys: readonly string[], held: Held): WriteRows | undefined {
  if (keys.length >= WIDE) return undefined
  const body = returned(`(out, array, start, end, length, first) => {
const identities = out.identities
let at = 0, bytes, view, item, integer = 0
let index = start, value = first, isMatch = false, place = 0
do {
${slotsWritten(keys, held)}
value = ++index < length ? array[index] : undefined
if (index >= end || typeof value !== 'object' || value === null || isProxy(value)) break
${matched(keys)}
} while (isMatch && out.depth < ${LATER_DEPTH} && identities.identify(value) < 0)
out.ender = value
return index - start
}`)
  return generate<WriteRows>(body, { ...BINDINGS, isProxy, getPrototypeOf, objectPrototype })
}

const BINDINGS = { roomAt, writeString, writeSlot }

function slotsWritten(keys: readonly string[], held: Held): string {
  const parts: string[] = []
  for (const [place, key] of keys.entries()) {
    const name = JSON.stringify(key)
    if (held[place] !== 'number') {
      parts.push(
        held[place] === 'string'
          ? `item = value[${name}]
if (typeof item === 'string') writeString(out, item)
else writeSlot(out, value, ${name}, item)`
          : `writeSlot(out, value, ${name}, value[${name}])`,
      )
      continue
    }
    if (held[place - 1] !== 'number') parts.push(`at = ${roomFor(numbersFrom(held, place))}`)
    const isLast = held[place + 1] !== 'number'
    parts.push(`item = value[${name}]
if (typeof item === 'number') {
  integer = item | 0
  if (integer !== item || (integer === 0 && 1 / item < 0)) {
    bytes[at] = ${FLOAT64}
    view.setFloat64(at + 1, item, true)
    at += 9
  } else if (integer >= 0 && integer <= ${SMALL_INT_MAX}) bytes[at++] = integer
  else if (integer >= -0x8000 && integer <= 0x7fff) {
    bytes[at] = ${INT16}
    view.setInt16(at + 1, integer, true)
    at += 3
  } else {
    bytes[at] = ${INT32}
    view.setInt32(at + 1, integer, true)
    at += 5
  }
} else {
  out.position = at
  writeSlot(out, value, ${name}, item)
  at = ${isLast ? 'out.position' : roomFor(numbersFrom(held, place + 1))}
}`)
    if (isLast) parts.push('out.position = at')
  }
  return parts.join('\n')
}

/** How many slots held numbers, from one on, without another between them. */
function numbersFrom(held: Held, place: number): number {
  let end = place
  while (held[end] === 'number') end++
  return end - place
}

function roomFor(numbers: number): string {
  return `roomAt(out, ${numbers * NUMBER_BYTES})
bytes = out.bytes
view = out.view`
}

// One function for all that is generated: where it has been out of room for one shape, the engine knows it for all.
function roomAt(out: Writer, bytes: number): number {
  out.ensure(bytes)
  return out.position
}

// A value read as undefined may be a property that a getter has deleted.
function writeSlot(out: Writer, value: object, key: string, item: unknown): void {
  if (item === undefined && !hasOwn.call(value, key)) writeAbsent(out)
  else writeValue(out, item)
}

/**
 * Makes an object of these keys. Undefined where code may not be generated, or a key would mean something to a literal: the
 * sender's Object.prototype and ours may differ, and a hostile sender may name `__proto__`.
 */
export function compileMaker(keys: readonly string[], held: Held): Make | undefined {
  if (!keys.every(isOrdinary)) return undefined
  if (keys.length >= WIDE) return compileWideMaker(keys)
  const body = returned(`(input) => {
const bytes = input.bytes, view = input.view
let at = 0, tag = 0, ${variables(keys)}
${slotsRead(keys, held)}
return ${literal(keys)}
}`)
  return generate<Make>(body, { readCut, readTagged, readValue })
}

/**
 * An object that has all its keys from the start is no dictionary to the engine, and none of them need be looked for in
 * prototypes. The literal is one for each shape: engines copy what it makes, as long as one place makes objects of few shapes.
 */
function compileWideMaker(keys: readonly string[]): Make | undefined {
  const nothing = keys.map((key) => `${JSON.stringify(key)}: undefined`)
  const body = returned(`(input) => {
const value = { ${nothing.join(', ')} }
for (const key of keys) value[key] = readTagged(input, input.byte())
return value
}`)
  return generate<Make>(body, { keys, readTagged })
}

/** The same for a run of them in an array. */
export function compileRowsMaker(keys: readonly string[], held: Held): MakeRows | undefined {
  if (keys.length >= WIDE || !keys.every(isOrdinary)) return undefined
  const body = returned(`(input, array, index, count) => {
const bytes = input.bytes, view = input.view, end = index + count
let at = 0, tag = 0, ${variables(keys)}
for (; index < end; index++) {
${slotsRead(keys, held)}
array[index] = ${literal(keys)}
}
}`)
  return generate<MakeRows>(body, { readCut, readTagged, readValue })
}

function slotsRead(keys: readonly string[], held: Held): string {
  const parts: string[] = []
  for (const place of keys.keys()) {
    if (held[place] !== 'number') {
      parts.push(
        held[place] === 'string'
          ? `at = input.position
tag = bytes[at]
if (tag >= ${SHORT_LATIN1} && tag <= ${SHORT_LATIN1 + SHORT_LATIN1_MAX}) {
  input.position = at + 1
  v${place} = readCut(input, tag - ${SHORT_LATIN1})
} else v${place} = readValue(input)`
          : `v${place} = readValue(input)`,
      )
      continue
    }
    if (held[place - 1] !== 'number') parts.push('at = input.position')
    parts.push(`tag = bytes[at]
if (tag <= ${SMALL_INT_MAX}) {
  v${place} = tag
  at++
} else if (tag === ${FLOAT64}) {
  v${place} = view.getFloat64(at + 1, true)
  at += 9
} else if (tag === ${INT32}) {
  v${place} = view.getInt32(at + 1, true)
  at += 5
} else if (tag === ${INT16}) {
  v${place} = view.getInt16(at + 1, true)
  at += 3
} else {
  input.position = at + 1
  v${place} = readTagged(input, tag)
  at = input.position
}`)
    if (held[place + 1] !== 'number') parts.push('input.advanceTo(at)')
  }
  return parts.join('\n')
}

function variables(keys: readonly string[]): string {
  return keys.map((_, place) => `v${place}`).join(', ')
}

function literal(keys: readonly string[]): string {
  return `{ ${keys.map((key, place) => `${JSON.stringify(key)}: v${place}`).join(', ')} }`
}
