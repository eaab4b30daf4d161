/** All bodies of a world, in equal parts. */

import { columns, f32, struct } from '@slipring/core/schema'

/** Medians, in milliseconds: what a writer works for a tick, and the time from frame to frame. */
export interface Measured {
  readonly work: number
  readonly frame: number
}

export function partsFor(writers: number, rows: number) {
  const part = columns(struct({ x: f32, vx: f32 }), Math.ceil(rows / writers))
  return Object.fromEntries(Array.from({ length: writers }, (_, number) => [`part${number}`, part]))
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!
}
