/** A tone that the page can change while it sounds. Each sample follows from the one before, so there are no clicks. */

import { BLOCK_SAMPLES } from './block.ts'

const LOUDNESS = 0.2

export class Synth {
  readonly #sampleRate: number
  #phase = 0
  hertz = 220

  constructor(sampleRate: number) {
    this.#sampleRate = sampleRate
  }

  /** Writes the next block to `target`, from index `first` on. */
  write(target: Float32Array, first: number): void {
    const step = this.hertz / this.#sampleRate
    for (let at = first; at < first + BLOCK_SAMPLES; at++) {
      const turn = 2 * Math.PI * this.#phase
      target[at] = LOUDNESS * (Math.sin(turn) + Math.sin(2 * turn) / 3 + Math.sin(3 * turn) / 7)
      this.#phase = (this.#phase + step) % 1
    }
  }
}
