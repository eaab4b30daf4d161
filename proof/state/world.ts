/** A world of 10,000 entities of 27 bytes with a checksum in it. */

import { columns, f32, type Infer, struct, u16, u32, u8 } from '@slipring/core/schema'
import { stateOf } from '@slipring/core/state'

export const ENTITIES = 10_000
const Entity = struct({ x: f32, y: f32, vx: f32, vy: f32, angle: f32, radius: f32, heat: u16, kind: u8 })
export const World = stateOf(struct({ tick: u32, sum: u32, entities: columns(Entity, ENTITIES) }))

type Entities = Infer<typeof World>['entities']
type Column = Float32Array | Uint16Array | Uint8Array

/** Of arrays that were seen before: a frame must make nothing. */
const words = new WeakMap<Column, Uint32Array>()

/** The bits of a column: a sum of numbers would round. Columns start at multiples of 4 and have as many bytes. */
export function wordsOf(column: Column): Uint32Array {
  let known = words.get(column)
  if (known === undefined) {
    const { buffer, byteOffset, byteLength } = column
    known = new Uint32Array(buffer, byteOffset, byteLength / 4)
    words.set(column, known)
  }
  return known
}

/** Changes with every bit, and with the place of every number. */
export function sumOf(tick: number, { x, y, vx, vy, angle, radius, heat, kind }: Entities): number {
  let sum = add(tick | 0, wordsOf(x))
  sum = add(sum, wordsOf(y))
  sum = add(sum, wordsOf(vx))
  sum = add(sum, wordsOf(vy))
  sum = add(sum, wordsOf(angle))
  sum = add(sum, wordsOf(radius))
  sum = add(sum, wordsOf(heat))
  return add(sum, wordsOf(kind)) >>> 0
}

function add(before: number, column: Uint32Array): number {
  let sum = before
  for (let i = 0; i < column.length; i++) sum = (Math.imul(sum, 31) + column[i]!) | 0
  return sum
}
