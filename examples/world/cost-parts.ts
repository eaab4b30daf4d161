/** All bodies of a world, in equal parts. */

import { columns, f32, struct } from '@slipring/core/schema'

export function partsFor(writers: number, rows: number) {
  const part = columns(struct({ x: f32, vx: f32 }), Math.ceil(rows / writers))
  return Object.fromEntries(Array.from({ length: writers }, (_, number) => [`part${number}`, part]))
}
