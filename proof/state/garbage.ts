/** The garbage that a piece of work leaves, as far as the heap tells. */

import { getHeapStatistics, type HeapInfo } from 'node:v8'

/** Keeps what the last look made. An engine leaves out an object that nobody keeps, and then looks differ in what they make. */
const kept: HeapInfo[] = []

function used(): number {
  const look = getHeapStatistics()
  kept[0] = look
  return look.used_heap_size
}

const CALLS_A_GROUP = 100

/**
 * The median of the means of 100 calls each: an engine that compiles makes objects in a few of these groups. A look makes an
 * object, too, which is measured and taken off.
 */
export class Garbage {
  readonly #means: number[] = []
  #bytes = 0
  #calls = 0

  /** Bytes a call. */
  get median(): number {
    if (this.#means.length === 0) throw new Error(`Cannot tell the garbage of less than ${CALLS_A_GROUP} calls`)
    return Math.max(0, this.#means.toSorted((a, b) => a - b)[this.#means.length >> 1]!)
  }

  of(work: () => void): void {
    const before = used()
    work()
    const after = used()
    const again = used()
    // The collector has run meanwhile.
    if (after < before || again < after) return
    this.#bytes += after - before - (again - after)
    if (++this.#calls < CALLS_A_GROUP) return
    this.#means.push(this.#bytes / CALLS_A_GROUP)
    this.#bytes = this.#calls = 0
  }
}
