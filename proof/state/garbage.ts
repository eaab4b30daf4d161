/** What a piece of work leaves for the collector, as far as the heap tells. */

import { getHeapStatistics } from 'node:v8'

const used = (): number => getHeapStatistics().used_heap_size

/** Sums it up over many calls. To look makes an object, too, which is measured and taken off. */
export class Garbage {
  #bytes = 0
  #calls = 0

  /** Bytes a call, in the mean. */
  get mean(): number {
    return this.#calls === 0 ? 0 : Math.max(0, this.#bytes / this.#calls)
  }

  of(work: () => void): void {
    const before = used()
    work()
    const after = used()
    const again = used()
    // The collector has run meanwhile.
    if (after < before || again < after) return
    this.#bytes += after - before - (again - after)
    this.#calls++
  }
}
