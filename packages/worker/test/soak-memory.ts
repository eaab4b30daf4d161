/** The memory of a thread of the soak: its heap and its buffers through the run, each counted after a collection. */

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const MIB = 1 << 20
/** A heap may grow by this much from the first part of the run to the last: caches, compiled code, noise. */
const MOST_HEAP_GROWTH_MIB = 12
/** Buffers of up to 2 MB come and go. Those under way at a count differ by this much from run to run. */
const MOST_BUFFER_GROWTH_MIB = 16

export interface Usage {
  readonly heap: number
  readonly buffers: number
}

/** The least of the first part and the least of the last, in bytes: a leak lifts the least, a burst does not. */
export interface Growth {
  readonly first: Usage
  readonly last: Usage
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

export class SoakMemory {
  readonly #samples: Usage[] = []

  sample(): Usage {
    collect()
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    const usage = { heap: heapUsed, buffers: arrayBuffers }
    this.#samples.push(usage)
    return usage
  }

  get growth(): Growth {
    // Before that it warms up.
    const warm = Math.ceil(this.#samples.length / 6)
    const part = Math.ceil(this.#samples.length / 4)
    return { first: leastOf(this.#samples.slice(warm, warm + part)), last: leastOf(this.#samples.slice(-part)) }
  }
}

/** Says by how much the memory of a thread has grown; nothing when it is flat. */
export function growthFaults(thread: string, { first, last }: Growth): string[] {
  const heap = (last.heap - first.heap) / MIB
  const buffers = (last.buffers - first.buffers) / MIB
  // Not `heap > …`: memory that was never counted is NaN or infinite, and must not pass.
  return [
    heap <= MOST_HEAP_GROWTH_MIB ? '' : `the heap of ${thread} has grown by ${heap.toFixed(1)} MiB`,
    buffers <= MOST_BUFFER_GROWTH_MIB ? '' : `the buffers of ${thread} have grown by ${buffers.toFixed(1)} MiB`,
  ].filter((fault) => fault !== '')
}

export function shownGrowth({ first, last }: Growth): string {
  return `heap ${fromTo(first.heap, last.heap)}, buffers ${fromTo(first.buffers, last.buffers)}`
}

function fromTo(first: number, last: number): string {
  return `${(first / MIB).toFixed(1)} to ${(last / MIB).toFixed(1)} MiB`
}

function leastOf(samples: readonly Usage[]): Usage {
  return {
    heap: Math.min(...samples.map(({ heap }) => heap)),
    buffers: Math.min(...samples.map(({ buffers }) => buffers)),
  }
}
