/** The cost of one thread. */

import { getHeapStatistics } from 'node:v8'

interface ThreadUsage {
  threadCpuUsage?(): { user: number; system: number }
}

/** Processor time of this thread alone, in microseconds. */
export function threadMicros(): number {
  const usage = (process as ThreadUsage).threadCpuUsage?.()
  if (usage === undefined)
    throw new Error('The suite state needs Node 24: only that tells the processor time of a thread')
  return usage.user + usage.system
}

/** New objects of this thread, as far as its heap tells. */
export class Allocations {
  bytes = 0
  #used = getHeapStatistics().used_heap_size

  /** Less than before: the garbage collector has run meanwhile. */
  look(): void {
    const used = getHeapStatistics().used_heap_size
    this.bytes += Math.max(0, used - this.#used)
    this.#used = used
  }
}
