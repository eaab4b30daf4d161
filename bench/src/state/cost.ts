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

/** New objects and buffers of this thread, as far as its heap tells. */
export class Allocations {
  bytes = 0
  #used = usedBytes()

  /** Less than before: the garbage collector has run meanwhile. */
  look(): void {
    const used = usedBytes()
    this.bytes += Math.max(0, used - this.#used)
    this.#used = used
  }
}

function usedBytes(): number {
  const { used_heap_size: objects, external_memory: buffers } = getHeapStatistics()
  return objects + buffers
}
