/** Messages one after another through shared memory, each decoded at most once and in order, as on a line. */

import { do_not_optimize } from 'mitata'
import type { Codec } from './codec.ts'

// As much memory as a ring has by default: so much of it is in the caches, and no more.
const RING_BYTES = 1 << 20

export class Stream {
  readonly #codec: Codec
  readonly #inputs: readonly unknown[]
  readonly #memoryBytes: number
  #turn = 0
  #offset = 0

  constructor(codec: Codec, inputs: readonly unknown[], memoryBytes: number) {
    this.#codec = codec
    this.#inputs = inputs
    this.#memoryBytes = memoryBytes
  }

  /** All inputs, there and back; returns the mean size of a message the second time. */
  rehearse(): number {
    let bytes = 0
    for (let pass = 0; pass < 2; pass++) {
      bytes = 0
      for (const input of this.#inputs) {
        const end = this.#codec.encode(input, 0)
        this.#codec.decode(0, end)
        bytes += end
      }
    }
    return bytes / this.#inputs.length
  }

  encode(): void {
    const end = this.#codec.encode(this.#nextInput(), this.#offset)
    this.#offset = end >= RING_BYTES ? 0 : aligned(end)
  }

  roundTrip(): void {
    const start = this.#offset
    const end = this.#codec.encode(this.#nextInput(), start)
    do_not_optimize(this.#codec.decode(start, end))
    this.#offset = end >= RING_BYTES ? 0 : aligned(end)
  }

  /** How many messages of a size can wait in memory to be decoded. */
  batchWithin(bytes: number): number {
    // Twice the mean: sizes differ.
    return Math.max(1, Math.floor(this.#memoryBytes / (2 * aligned(bytes + 8))))
  }

  /** Encodes `count` messages, reads them, and returns how many milliseconds the reading took. */
  timeReading(count: number, read: (offset: number, end: number) => unknown): number {
    const places = Array.from({ length: count }, () => ({ start: 0, end: 0 }))
    let offset = 0
    for (const place of places) {
      place.start = offset
      place.end = this.#codec.encode(this.#nextInput(), offset)
      offset = aligned(place.end)
    }
    const startedAt = performance.now()
    for (const { start, end } of places) do_not_optimize(read(start, end))
    return performance.now() - startedAt
  }

  #nextInput(): unknown {
    this.#turn = this.#turn + 1 === this.#inputs.length ? 0 : this.#turn + 1
    return this.#inputs[this.#turn]
  }
}

function aligned(offset: number): number {
  return (offset + 7) & ~7
}
