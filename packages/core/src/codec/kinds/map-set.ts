/** Maps and Sets: their entries as they were when their turn came; getters in the values cannot change that. */
import { writeTagged } from '../writer.ts'
import { enter, leave, readCount } from '../reader.ts'
import { track } from '../identity.ts'
import { MAP, SET } from '../tags.ts'
import { readValue } from '../read.ts'
import { writeValue } from '../write.ts'

const forEachEntry = Map.prototype.forEach
const forEachMember = Set.prototype.forEach

export function writeMap(value: object): void {
  const entries: unknown[] = []
  forEachEntry.call(value as Map<unknown, unknown>, (item, key) => {
    entries.push(key, item)
  })
  writeTagged(MAP, entries.length / 2)
  for (const part of entries) writeValue(part)
}

export function readMap(): Map<unknown, unknown> {
  const count = readCount(2)
  const value = track(new Map<unknown, unknown>())
  enter()
  for (let index = 0; index < count; index++) {
    const key = readValue()
    value.set(key, readValue())
  }
  leave()
  return value
}

export function writeSet(value: object): void {
  const members: unknown[] = []
  forEachMember.call(value as Set<unknown>, (member) => {
    members.push(member)
  })
  writeTagged(SET, members.length)
  for (const member of members) writeValue(member)
}

export function readSet(): Set<unknown> {
  const count = readCount(1)
  const value = track(new Set<unknown>())
  enter()
  for (let index = 0; index < count; index++) value.add(readValue())
  leave()
  return value
}
