/** Values there and back between two threads that block for each other. */

import { isEqual } from '../equal.ts'
import type { Exchange } from '../threads/line.ts'
import { Samples } from './samples.ts'
import type { Traffic, Turn } from './traffic.ts'

export class Exchanges implements Traffic {
  readonly #exchange: Exchange
  readonly #inputs: readonly unknown[]
  readonly #pauseMs: number
  readonly #samples = new Samples()
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

  async takeTurn(ms: number): Promise<Turn> {
    await this.#flow(ms, this.#pauseMs)
    return this.#samples.turn()
  }

  async #flow(ms: number, pauseMs: number): Promise<void> {
    this.#samples.clear()
    const endAt = performance.now() + ms
    for (let sentAt = performance.now(); sentAt < endAt; sentAt = performance.now()) {
      this.#next = this.#next + 1 === this.#inputs.length ? 0 : this.#next + 1
      this.#exchange(this.#inputs[this.#next])
      this.#samples.add(performance.now() - sentAt)
      if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}
