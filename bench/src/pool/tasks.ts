/** Tasks of a pool, one after the other or many at a time. */

import { differenceBetween } from '../difference.ts'
import { Samples } from '../transport/samples.ts'
import type { Traffic, Turn } from '../transport/traffic.ts'

export class Tasks implements Traffic {
  readonly #run: (task: unknown) => Promise<unknown>
  readonly #tasks: readonly unknown[]
  readonly #depth: number
  readonly #samples = new Samples()
  #next = 0
  #alters: string | undefined

  constructor(run: (task: unknown) => Promise<unknown>, tasks: readonly unknown[], depth: number) {
    this.#run = run
    this.#tasks = tasks
    this.#depth = depth
  }

  async verify(): Promise<boolean> {
    const results = await Promise.all(this.#tasks.map(this.#run))
    for (const [place, task] of this.#tasks.entries())
      this.#alters ??= differenceBetween(results[place], structuredClone(task))
    return this.#alters === undefined
  }

  /** Resolves with the first result, for which a worker has started. */
  async begin(): Promise<void> {
    await this.#run(this.#task())
  }

  /** The first thing that came back different from what was sent. */
  get alters(): string | undefined {
    return this.#alters
  }

  async warmUp(ms: number): Promise<void> {
    await this.takeTurn(ms)
  }

  takeTurn(ms: number): Promise<Turn> {
    return this.#depth === 1 ? this.#oneByOne(ms) : this.#many(ms)
  }

  async #oneByOne(ms: number): Promise<Turn> {
    this.#samples.clear()
    const endAt = performance.now() + ms
    for (let since = performance.now(); since < endAt;) {
      await this.#run(this.#task())
      const now = performance.now()
      this.#samples.add(now - since)
      since = now
    }
    return this.#samples.turn()
  }

  async #many(ms: number): Promise<Turn> {
    let count = 0
    const since = performance.now()
    const endAt = since + ms
    const lane = async (): Promise<void> => {
      while (performance.now() < endAt) {
        await this.#run(this.#task())
        count++
      }
    }
    await Promise.all(Array.from({ length: this.#depth }, lane))
    return { count, elapsedMs: performance.now() - since, samples: null }
  }

  #task(): unknown {
    this.#next = this.#next + 1 >= this.#tasks.length ? 0 : this.#next + 1
    return this.#tasks[this.#next]
  }
}
