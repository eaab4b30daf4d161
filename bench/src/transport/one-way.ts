/** Values one way, counted at their end: what both directions have in common. */

import type { Traffic, Turn } from './traffic.ts'

const FIRST_COUNT = 16
// Messages that are sent and not yet received take memory: even a slow receiver must not drown in it.
const MAX_COUNT = 1 << 20
const MAX_BYTES = 128 << 20

export abstract class OneWay implements Traffic {
  readonly #maxCount: number
  #perMs = 0

  constructor(inputs: readonly unknown[]) {
    this.#maxCount = Math.min(MAX_COUNT, Math.ceil(MAX_BYTES / roughBytes(inputs[0])))
  }

  abstract verify(): Promise<boolean>

  /** Sends so many and waits until all have arrived. Throws if they have not. */
  protected abstract send(count: number): Promise<void>

  async warmUp(ms: number): Promise<void> {
    const endAt = performance.now() + ms
    for (let count = FIRST_COUNT; ; count = Math.min(count * 2, this.#maxCount)) {
      this.#perMs = count / (await this.#timed(count))
      if (performance.now() >= endAt) return
    }
  }

  async takeTurn(ms: number): Promise<Turn> {
    const count = Math.min(this.#maxCount, Math.max(FIRST_COUNT, Math.round(this.#perMs * ms)))
    return { count, elapsedMs: await this.#timed(count), samples: null }
  }

  async #timed(count: number): Promise<number> {
    const startedAt = performance.now()
    await this.send(count)
    return performance.now() - startedAt
  }
}

function roughBytes(value: unknown): number {
  return ArrayBuffer.isView(value) ? value.byteLength : JSON.stringify(value).length
}
