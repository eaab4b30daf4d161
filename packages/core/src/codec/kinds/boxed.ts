/** Boxed primitives: `new Number(1)`, `Object(1n)`. */
import { writeByte } from '../writer.ts'
import { readByte, throwMalformed } from '../reader.ts'
import { track } from '../identity.ts'
import { BOXED } from '../tags.ts'
import { readPrimitive } from '../read.ts'
import { writePrimitive } from '../write.ts'

export function writeBoxed(primitive: unknown): void {
  writeByte(BOXED)
  writePrimitive(primitive)
}

export function readBoxed(): object {
  const tag = readByte()
  const primitive = readPrimitive(tag)
  if (primitive === undefined || primitive === null) throwMalformed('a boxed primitive expected', tag)
  return track(Object(primitive) as object)
}
