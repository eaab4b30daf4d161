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
  const count = input.count(2)
  const value = input.track(new Map<unknown, unknown>())
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
  const count = input.count(1)
  const value = input.track(new Set<unknown>())
  input.enter()
  for (let index = 0; index < count; index++) value.add(readValue(input))
  input.leave()
  return value
}
