/** Values from the worker: as many as were asked for, counted here. */

import { isEqual } from '../equal.ts'
import type { Line } from '../threads/line.ts'
import type { Rotation } from '../workload.ts'
import { OneWay } from './one-way.ts'
import { END, prepareRequest } from './peer.ts'

export class Returns extends OneWay {
  readonly #line: Line
  readonly #inputs: Rotation
  #arrived = 0
  #last: unknown
  #onEnd: () => void = () => {}

  constructor(line: Line, inputs: Rotation) {
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
    for (const input of this.#inputs.inputs) {
      await this.send(1)
      isFaithful &&= isEqual(this.#last, structuredClone(input))
    }
    return isFaithful
  }

  protected override prepare(count: number): Promise<void> {
    return this.#ask(prepareRequest(count))
  }

  #ask(request: number): Promise<void> {
    return new Promise((resolve) => {
      this.#onEnd = resolve
      this.#line.post(request)
    })
  }

  protected async send(count: number): Promise<void> {
    this.#arrived = 0
    await this.#ask(count)
    if (this.#arrived !== count) throw new Error(`${count} messages asked for, ${this.#arrived} arrived`)
  }
}
