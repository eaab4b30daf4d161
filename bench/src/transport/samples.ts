/** The times of single round trips. */

import type { Turn } from './traffic.ts'

/** Any more are not looked at. */
const MAX_SAMPLES = 1 << 18

export class Samples {
  readonly #samples = new Float64Array(MAX_SAMPLES)
  #count = 0

  clear(): void {
    this.#count = 0
  }

  add(ms: number): void {
    if (this.#count < MAX_SAMPLES) this.#samples[this.#count++] = ms
  }

  turn(): Turn {
    const samples = this.#samples.slice(0, this.#count)
    return { count: this.#count, elapsedMs: samples.reduce((sum, ms) => sum + ms, 0), samples }
  }
}
