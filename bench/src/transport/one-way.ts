/** Values one way, counted at their end: what both directions have in common. */

import { roughBytes } from '../rough-bytes.ts'
import type { Rotation } from '../workload.ts'
import type { Traffic, Turn } from './traffic.ts'

const FIRST_COUNT = 16
// Messages that are sent and not yet received take memory: even a slow receiver must not drown in it.
const MAX_COUNT = 1 << 20
const MAX_BYTES = 128 << 20

export abstract class OneWay implements Traffic {
  readonly #maxCount: number
  #perMs = 0

  constructor({ inputs, mostAtOnce }: Pick<Rotation, 'inputs' | 'mostAtOnce'>) {
    this.#maxCount = Math.min(MAX_COUNT, mostAtOnce, Math.ceil(MAX_BYTES / roughBytes(inputs[0])))
  }

  abstract verify(): Promise<boolean>

  /** Makes so many messages ready where they are sent. */
  protected prepare(_count: number): unknown {
    return undefined
  }

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
    let [count, elapsedMs] = [0, 0]
    // Not for what is left at the end: its first message may have to wake the other thread.
    while (elapsedMs < ms / 2) {
      const next = Math.min(this.#maxCount, Math.max(FIRST_COUNT, Math.round(this.#perMs * (ms - elapsedMs))))
      elapsedMs += await this.#timed(next)
      count += next
    }
    return { count, elapsedMs, samples: null }
  }

  async #timed(count: number): Promise<number> {
    await this.prepare(count)
    const startedAt = performance.now()
    await this.send(count)
    return performance.now() - startedAt
  }
}
