/** Values to the worker: as many as it can take, counted there. */

import { isEqual } from '../equal.ts'
import type { Line } from '../threads/line.ts'
import type { Rotation } from '../workload.ts'
import { OneWay } from './one-way.ts'
import { END, type Receipt } from './peer.ts'

export class Series extends OneWay {
  readonly #line: Line
  readonly #inputs: Rotation
  #onReceipt: (receipt: Receipt) => void = () => {}

  constructor(line: Line, inputs: Rotation) {
    super(inputs)
    this.#line = line
    this.#inputs = inputs
    line.receive((receipt) => this.#onReceipt(receipt as Receipt))
  }

  async verify(): Promise<boolean> {
    let isFaithful = true
    for (const input of this.#inputs.inputs) {
      this.#line.post(input)
      const [count, last] = await this.#end()
      if (count !== 1) throw new Error(`1 message sent, ${count} arrived`)
      isFaithful &&= isEqual(last, structuredClone(input))
    }
    return isFaithful
  }

  protected override prepare(count: number): void {
    this.#inputs.makeReady(count)
  }

  protected async send(count: number): Promise<void> {
    for (let i = 0; i < count; i++) this.#line.post(this.#inputs.next())
    const [arrived] = await this.#end()
    if (arrived !== count) throw new Error(`${count} messages sent, ${arrived} arrived`)
  }

  #end(): Promise<Receipt> {
    return new Promise((resolve) => {
      this.#onReceipt = resolve
      this.#line.post(END)
    })
  }
}
