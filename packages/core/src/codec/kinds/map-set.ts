/** Maps and Sets: their entries as they were when their turn came; getters in the values cannot change that. */
import type { Writer } from '../writer.ts'
import type { Reader } from '../reader.ts'
import { MAP, SET } from '../tags.ts'
import { readValue } from '../read.ts'
import { writeValue } from '../write.ts'

const forEachEntry = Map.prototype.forEach
const forEachMember = Set.prototype.forEach

export function writeMap(out: Writer, value: object): void {
  const entries: unknown[] = []
  forEachEntry.call(value as Map<unknown, unknown>, (item, key) => {
    entries.push(key, item)
  })
  out.tagged(MAP, entries.length / 2)
  for (const part of entries) writeValue(out, part)
}

export function readMap(input: Reader): Map<unknown, unknown> {
  return readEntries(input, input.track(new Map()))
}

/** Reads what follows `MAP` into an empty Map. */
export function readEntries(input: Reader, value: Map<unknown, unknown>): Map<unknown, unknown> {
  const count = input.count(2)
  input.enter()
  for (let index = 0; index < count; index++) {
    const key = readValue(input)
    value.set(key, readValue(input))
  }
  input.leave()
  return value
}

export function writeSet(out: Writer, value: object): void {
  const members: unknown[] = []
  forEachMember.call(value as Set<unknown>, (member) => {
    members.push(member)
  })
  out.tagged(SET, members.length)
  for (const member of members) writeValue(out, member)
}

export function readSet(input: Reader): Set<unknown> {
  return readMembers(input, input.track(new Set()))
}

/** Reads what follows `SET` into an empty Set. */
export function readMembers(input: Reader, value: Set<unknown>): Set<unknown> {
  const count = input.count(1)
  input.enter()
  for (let index = 0; index < count; index++) value.add(readValue(input))
  input.leave()
  return value
}
