/** Boxed primitives: `new Number(1)`, `Object(1n)`. */
import type { Writer } from '../writer.ts'
import type { Reader } from '../reader.ts'
import { BOXED } from '../tags.ts'
import { readTagged } from '../read.ts'
import { writePrimitive } from '../write.ts'

export function writeBoxed(out: Writer, primitive: unknown): void {
  out.byte(BOXED)
  writePrimitive(out, primitive)
}

export function readBoxed(input: Reader): object {
  const tag = input.byte()
  input.enter()
  const primitive = readTagged(input, tag)
  input.leave()
  if (primitive === undefined || primitive === null || typeof primitive === 'object')
    input.refuse('a boxed primitive expected', tag)
  return input.track(Object(primitive) as object)
}
