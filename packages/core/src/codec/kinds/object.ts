/**
 * Plain objects, and class instances, which arrive as plain objects: own enumerable string keys in their order, and their
 * values. Those of a known shape are in `shaped.ts`.
 */
import type { Writer } from '../writer.ts'
import type { Reader } from '../reader.ts'
import { defineProperty } from '../own-property.ts'
import { readValue } from '../read.ts'
import { writeValue } from '../write.ts'
import { ABSENT, END, OBJECT } from '../tags.ts'
import { readTaggedText, writeString } from './string.ts'

/** Of keys that are no shape, an object used as a dictionary has more. */
const FEW = 32

const hasOwn = Object.prototype.hasOwnProperty
const objectPrototype = Object.prototype
const { create: createObject, getPrototypeOf, setPrototypeOf } = Object

export function writeObject(out: Writer, value: object, keys: readonly string[]): void {
  out.byte(OBJECT)
  writeProperties(out, value, keys)
}

/** Writes the properties named by `keys`, a snapshot: one that an earlier getter deleted is left out. */
export function writeProperties(out: Writer, value: object, keys: readonly string[]): void {
  for (const key of keys) {
    if (!hasOwn.call(value, key)) continue
    const item = (value as Record<string, unknown>)[key]
    writeString(out, key)
    writeValue(out, item)
  }
  out.byte(END)
}

/** A property that an earlier getter of its object deleted. */
export function writeAbsent(out: Writer): void {
  out.hasAbsentSlots = true
  out.isUsual = false
  out.byte(ABSENT)
}

/** An object without a shape. Keys that come again have one by now: an object whose first key is new is taken for a dictionary. */
export function readObject(input: Reader): object {
  const tag = input.byte()
  if (tag === END) return input.track({})
  const key = readTaggedText(input, tag)
  if (input.isStranger(key) && input.mayMakeBare)
    return readDictionary(input, input.track(createObject(null) as Record<string, unknown>), key)
  return readPropertiesFrom(input, input.track({}), key)
}

/**
 * An object that V8 keeps as a dictionary from the start. It would become one in the end; but until then each key that no
 * object had before makes a hidden class, which costs as much as ten keys of a dictionary. Without a prototype nobody's
 * setters are in the way; so nobody must see it before it has one.
 */
function readDictionary(input: Reader, value: Record<string, unknown>, firstKey: string): object {
  input.enter()
  let key = firstKey
  for (;;) {
    value[key] = readValue(input)
    const tag = input.byte()
    if (tag === END) break
    key = readTaggedText(input, tag)
  }
  input.leave()
  return setPrototypeOf(value, objectPrototype)
}

export function readProperties(input: Reader, target: object): void {
  const tag = input.byte()
  if (tag !== END) readPropertiesFrom(input, target, readTaggedText(input, tag))
}

function readPropertiesFrom(input: Reader, target: object, firstKey: string): object {
  input.enter()
  let key = firstKey
  for (let count = 1; ; count++) {
    defineProperty(target, key, readValue(input))
    const tag = input.byte()
    if (tag === END) break
    key = readTaggedText(input, tag)
    if (count === FEW && isPlain(target) && input.mayMakeBare) {
      input.leave()
      return readDictionary(input, setPrototypeOf(target, null) as Record<string, unknown>, key)
    }
  }
  input.leave()
  return target
}

function isPlain(value: object): boolean {
  return getPrototypeOf(value) === objectPrototype
}
