/** Plain objects, and class instances, which arrive as plain objects: own enumerable string keys in their order. */
import { writeByte } from '../writer.ts'
import { enter, leave, readByte } from '../reader.ts'
import { track } from '../identity.ts'
import { END, OBJECT } from '../tags.ts'
import { readValue } from '../read.ts'
import { writeValue } from '../write.ts'
import { readTaggedText, writeString } from './string.ts'

const hasOwn = Object.prototype.hasOwnProperty

export function writeObject(value: object, keys: readonly string[]): void {
  writeByte(OBJECT)
  writeProperties(value, keys)
}

export function readObject(): object {
  const value = track({})
  readProperties(value)
  return value
}

/** Writes the properties named by `keys`, a snapshot: one that an earlier getter deleted is left out. */
export function writeProperties(value: object, keys: readonly string[]): void {
  for (const key of keys) {
    if (!hasOwn.call(value, key)) continue
    const item = (value as Record<string, unknown>)[key]
    writeString(key)
    writeValue(item)
  }
  writeByte(END)
}

export function readProperties(target: object): void {
  enter()
  for (;;) {
    const tag = readByte()
    if (tag === END) break
    const key = readTaggedText(tag)
    defineProperty(target, key, readValue())
  }
  leave()
}

/** Makes an own property, whatever the prototypes have under that name (`__proto__`, a setter, something frozen). */
export function defineProperty(target: object, key: string, value: unknown): void {
  if (key in target) {
    Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true })
  } else (target as Record<string, unknown>)[key] = value
}
