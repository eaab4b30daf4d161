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
  /** The findings of all threads, also of those that are killed. */
  readonly tally: Int32Array
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

const FINDINGS = ['frames', 'late', 'mixed', 'torn', 'older'] as const

export function newTally(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(4 * FINDINGS.length))
}

export function foundIn(tally: Int32Array): Findings {
  const [frames = 0, late = 0, mixed = 0, torn = 0, older = 0] = tally
  return { frames, late, mixed, torn, older }
}

export function sumOf(frame: number, cells: Uint32Array): number {
  let sum = frame
  for (let i = 0; i < cells.length; i++) sum = (Math.imul(sum, 31) + cells[i]!) >>> 0
  return sum
}

/** Judges frames of one thread, one after another. */
export class Judge {
  /** Of this thread. */
  frames = 0
  readonly #tally: Int32Array
  #version = 0
  readonly #seen = new Map<Name, number>()

  constructor(tally: Int32Array) {
    this.#tally = tally
  }

  see(frame: WorldFrame<typeof parts>, version: number, late: readonly string[]): void {
    this.frames++
    this.#note('frames')
    if (version < this.#version) this.#note('older')
    this.#version = version
    if (late.length > 0) this.#note('late')
    for (const name of names) {
      const { frame: madeFor, sum, cells } = frame[name]
      if (sumOf(madeFor, cells.x) !== sum) this.#note('torn')
      if (!late.includes(name) && madeFor !== version) this.#note('mixed')
      if (madeFor < (this.#seen.get(name) ?? 0)) this.#note('older')
      this.#seen.set(name, madeFor)
    }
  }

  #note(finding: keyof Findings): void {
    Atomics.add(this.#tally, FINDINGS.indexOf(finding), 1)
  }
}
