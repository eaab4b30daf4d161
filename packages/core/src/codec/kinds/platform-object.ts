/** Platform objects: their number. */
import type { Reader } from '../reader.ts'
import type { Writer } from '../writer.ts'
import { PLATFORM_OBJECT } from '../tags.ts'

export function writePlatformObject(out: Writer, value: object): void {
  out.tagged(PLATFORM_OBJECT, out.platformObjects.add(value))
}

export function readPlatformObject(input: Reader): object {
  const number = input.varint()
  const { platformObjects } = input
  if (number >= platformObjects.length)
    input.refuse(`platform object ${number}, ${platformObjects.length} came along`, PLATFORM_OBJECT)
  const object = platformObjects[number]
  if (typeof object === 'object' && object !== null) return input.track(object)
  return input.refuse(`platform object ${number} is not an object`, PLATFORM_OBJECT)
}
