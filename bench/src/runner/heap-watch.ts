/** Measures how many bytes a thread allocates on its heap, and how long it collects garbage. */

import v8 from 'node:v8'

const LOOKS = 8

/** Of a stretch of time. */
export interface HeapUse {
  /** All that was allocated: what is left, and what has been collected meanwhile. */
  readonly bytes: number
  readonly collections: number
  /** The pauses of the collections, in nanoseconds. */
  readonly pauseNanos: number
}

export class HeapWatch {
  readonly #profiler = new v8.GCProfiler()
  #usedAtStart = 0
  /** Bytes that looking allocates by itself. */
  #ownBytes = 0

  constructor() {
    const own: number[] = []
    for (let look = 0; look < LOOKS; look++) {
      this.begin()
      own.push(this.end().bytes)
    }
    this.#ownBytes = Math.min(...own)
  }

  /** Once more: from now on. */
  begin(): void {
    this.#profiler.stop()
    this.#profiler.start()
    this.#usedAtStart = used()
  }

  end(): HeapUse {
    let bytes = used() - this.#usedAtStart
    const { statistics } = this.#profiler.stop()
    let micros = 0
    for (const { cost, beforeGC, afterGC } of statistics) {
      bytes += beforeGC.heapStatistics.usedHeapSize - afterGC.heapStatistics.usedHeapSize
      micros += cost
    }
    return { bytes: Math.max(bytes - this.#ownBytes, 0), collections: statistics.length, pauseNanos: micros * 1000 }
  }
}

/** Undefined in a runtime that cannot tell. */
export function newHeapWatch(): HeapWatch | undefined {
  return v8.GCProfiler === undefined || 'Bun' in globalThis || 'Deno' in globalThis ? undefined : new HeapWatch()
}

function used(): number {
  return v8.getHeapStatistics().used_heap_size
}
