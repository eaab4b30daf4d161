/** Values there and back between two threads that block for each other. */

import type { Meter, Reading } from '../cell.ts'
import { isEqual } from '../equal.ts'
import type { Exchange } from '../threads/line.ts'
import type { Traffic } from './cell.ts'
import { readingOf } from './echoes.ts'

const MAX_SAMPLES = 1 << 18

export class Exchanges implements Traffic {
  readonly #exchange: Exchange
  readonly #inputs: readonly unknown[]
  readonly #pauseMs: number
  readonly #samples = new Float64Array(MAX_SAMPLES)
  #next = 0

  constructor(exchange: Exchange, inputs: readonly unknown[], pauseMs: number) {
    this.#exchange = exchange
    this.#inputs = inputs
    this.#pauseMs = pauseMs
  }

  async verify(): Promise<boolean> {
    return this.#inputs.every((input) => isEqual(this.#exchange(input), structuredClone(input)))
  }

  async warmUp(ms: number, pauseMs: number): Promise<void> {
    await this.#flow(ms, pauseMs)
  }

  async run(ms: number, meter: Meter): Promise<Reading> {
    const cpuAtStart = await meter.cpuMicros()
    const count = await this.#flow(ms, this.#pauseMs)
    const cpuAtEnd = await meter.cpuMicros()
    return readingOf(this.#samples, count, cpuAtStart, cpuAtEnd)
  }

  async #flow(ms: number, pauseMs: number): Promise<number> {
    const endAt = performance.now() + ms
    let count = 0
    for (let sentAt = performance.now(); sentAt < endAt; sentAt = performance.now()) {
      this.#next = this.#next + 1 === this.#inputs.length ? 0 : this.#next + 1
      this.#exchange(this.#inputs[this.#next])
      if (count < MAX_SAMPLES) this.#samples[count] = performance.now() - sentAt
      count++
      if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
    return count
  }
}
