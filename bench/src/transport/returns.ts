/** Values from the worker: as many as were asked for, counted here. */

import { isEqual } from '../equal.ts'
import type { Line } from '../threads/line.ts'
import { OneWay } from './one-way.ts'
import { END } from './peer.ts'

export class Returns extends OneWay {
  readonly #line: Line
  readonly #inputs: readonly unknown[]
  #arrived = 0
  #last: unknown
  #onEnd: () => void = () => {}

  constructor(line: Line, inputs: readonly unknown[]) {
    super(inputs)
    this.#line = line
    this.#inputs = inputs
    line.receive((value) => {
      if (value === END) return this.#onEnd()
      this.#arrived++
      this.#last = value
    })
  }

  // The worker makes the inputs for itself: the same, in the same order.
  async verify(): Promise<boolean> {
    let isFaithful = true
    for (const input of this.#inputs) {
      await this.send(1)
      isFaithful &&= isEqual(this.#last, structuredClone(input))
    }
    return isFaithful
  }

  protected async send(count: number): Promise<void> {
    this.#arrived = 0
    const end = new Promise<void>((resolve) => (this.#onEnd = resolve))
    this.#line.post(count)
    await end
    if (this.#arrived !== count) throw new Error(`${count} messages asked for, ${this.#arrived} arrived`)
  }
}
