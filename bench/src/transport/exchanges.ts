/** Values there and back between two threads that block for each other. */

import { isEqual } from '../equal.ts'
import type { Exchange } from '../threads/line.ts'
import type { Rotation } from '../workload.ts'
import { Samples } from './samples.ts'
import { Supply } from './supply.ts'
import type { Traffic, Turn } from './traffic.ts'

export class Exchanges implements Traffic {
  readonly #exchange: Exchange
  readonly #inputs: Rotation
  readonly #supply: Supply
  readonly #pauseMs: number
  readonly #samples = new Samples()

  constructor(exchange: Exchange, inputs: Rotation, pauseMs: number) {
    this.#exchange = exchange
    this.#inputs = inputs
    this.#supply = new Supply(inputs.mostAtOnce)
    this.#pauseMs = pauseMs
  }

  async verify(): Promise<boolean> {
    return this.#inputs.inputs.every((input) => isEqual(this.#exchange(input), structuredClone(input)))
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
    for (let elapsedMs = 0; elapsedMs < ms;) {
      const count = this.#supply.countFor(ms - elapsedMs, 1)
      this.#inputs.makeReady(count)
      const startedAt = performance.now()
      const endAt = startedAt + ms - elapsedMs
      let left = count
      for (let sentAt = startedAt; sentAt < endAt && left > 0; sentAt = performance.now(), left--) {
        this.#exchange(this.#inputs.next())
        this.#samples.add(performance.now() - sentAt)
        if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs))
      }
      const tookMs = performance.now() - startedAt
      this.#supply.learn(count - left, tookMs)
      elapsedMs += tookMs
    }
  }
}
