/** Values one way: as many as the worker can take, counted there. */

import type { Meter, Reading } from '../cell.ts'
import { isEqual } from '../equal.ts'
import type { Line } from '../threads/line.ts'
import type { Traffic } from './cell.ts'
import { END, type Receipt } from './peer.ts'

const FIRST_COUNT = 16
// What is sent and not yet received is memory: even a slow receiver must not drown in it.
const MAX_COUNT = 1 << 20
const MAX_BYTES = 128 << 20

export class Series implements Traffic {
  readonly #line: Line
  readonly #inputs: readonly unknown[]
  readonly #maxCount: number
  #perMs = 0
  #next = 0
  #onReceipt: (receipt: Receipt) => void = () => {}

  constructor(line: Line, inputs: readonly unknown[]) {
    this.#line = line
    this.#inputs = inputs
    this.#maxCount = Math.min(MAX_COUNT, Math.ceil(MAX_BYTES / roughBytes(inputs[0])))
    line.receive((receipt) => this.#onReceipt(receipt as Receipt))
  }

  async verify(): Promise<boolean> {
    let isFaithful = true
    for (const input of this.#inputs) {
      this.#line.post(input)
      const [count, last] = await this.#end()
      if (count !== 1) throw new Error(`1 message sent, ${count} arrived`)
      isFaithful &&= isEqual(last, structuredClone(input))
    }
    return isFaithful
  }

  async warmUp(ms: number): Promise<void> {
    const endAt = performance.now() + ms
    for (let count = FIRST_COUNT; ; count = Math.min(count * 2, this.#maxCount)) {
      const elapsedMs = await this.#send(count)
      this.#perMs = count / elapsedMs
      if (performance.now() >= endAt) return
    }
  }

  async run(ms: number, meter: Meter): Promise<Reading> {
    const count = Math.min(this.#maxCount, Math.max(FIRST_COUNT, Math.round(this.#perMs * ms)))
    const cpuAtStart = await meter.cpuMicros()
    const elapsedMs = await this.#send(count)
    const cpuAtEnd = await meter.cpuMicros()
    return {
      value: (count * 1000) / elapsedMs,
      p50: null,
      p99: null,
      cpuMicros: cpuAtStart === null || cpuAtEnd === null ? null : (cpuAtEnd - cpuAtStart) / count,
      bytes: null,
      count,
    }
  }

  async #send(count: number): Promise<number> {
    const startedAt = performance.now()
    for (let i = 0; i < count; i++) this.#post()
    const [arrived] = await this.#end()
    const elapsedMs = performance.now() - startedAt
    if (arrived !== count) throw new Error(`${count} messages sent, ${arrived} arrived`)
    return elapsedMs
  }

  #end(): Promise<Receipt> {
    return new Promise((resolve) => {
      this.#onReceipt = resolve
      this.#line.post(END)
    })
  }

  #post(): void {
    this.#next = this.#next + 1 === this.#inputs.length ? 0 : this.#next + 1
    this.#line.post(this.#inputs[this.#next])
  }
}

function roughBytes(value: unknown): number {
  return ArrayBuffer.isView(value) ? value.byteLength : JSON.stringify(value).length
}
