/** The world of the tests on threads: each part tells for which frame it was made, and has a sum. */

import { columns, struct, u32 } from '../../src/schema/index.ts'
import type { WorldFrame, WorldOffer } from '../../src/world/index.ts'

const CELLS = 64
const part = struct({ frame: u32, sum: u32, cells: columns(struct({ x: u32 }), CELLS) })
export const parts = { physics: part, ai: part, animation: part }
export type Name = keyof typeof parts
export const names = Object.keys(parts) as Name[]

/** The orders of a thread. Words of `stop`: 0 goes on, 1 ends. */
export interface Start {
  readonly offer: WorldOffer
  readonly stop: Int32Array
  readonly ratePerSecond: number
  /** Of a writer; a reader has none. */
  readonly name?: Name
}

export interface Findings {
  frames: number
  /** Frames with a part of a writer that was late or dead. */
  late: number
  /** Frames with a part of another frame that is not named as late. */
  mixed: number
  torn: number
  older: number
}

export const nothingFound = (): Findings => ({ frames: 0, late: 0, mixed: 0, torn: 0, older: 0 })

export function sumOf(frame: number, cells: Uint32Array): number {
  let sum = frame
  for (let i = 0; i < cells.length; i++) sum = (Math.imul(sum, 31) + cells[i]!) >>> 0
  return sum
}

/** Judges frames of one thread, one after another. */
export class Judge {
  readonly found: Findings = nothingFound()
  #version = 0
  readonly #seen = new Map<Name, number>()

  see(frame: WorldFrame<typeof parts>, version: number, late: readonly string[]): void {
    const { found } = this
    found.frames++
    if (version < this.#version) found.older++
    this.#version = version
    if (late.length > 0) found.late++
    for (const name of names) {
      const { frame: madeFor, sum, cells } = frame[name]
      if (sumOf(madeFor, cells.x) !== sum) found.torn++
      if (!late.includes(name) && madeFor !== version) found.mixed++
      if (madeFor < (this.#seen.get(name) ?? 0)) found.older++
      this.#seen.set(name, madeFor)
    }
  }
}
