/** Messages one after another through shared memory, each decoded at most once and in order, as on a line. */

import { do_not_optimize } from 'mitata'
import type { Cloner, Codec } from './codec.ts'
import type { Rotation } from '../workload.ts'
import type { Timed } from './timing.ts'

// As much memory as a ring has by default: so much of it is in the caches, and no more.
const RING_BYTES = 1 << 20
/** Messages that can wait to be read. */
const PLACES = 4_096

type Read = (offset: number, end: number) => unknown

export class Stream {
  readonly #codec: Codec
  readonly #inputs: Rotation
  readonly #memoryBytes: number
  readonly #starts = new Uint32Array(PLACES)
  readonly #ends = new Uint32Array(PLACES)
  #offset = 0

  constructor(codec: Codec, inputs: Rotation, memoryBytes: number) {
    this.#codec = codec
    this.#inputs = inputs
    this.#memoryBytes = memoryBytes
  }

  /** All inputs, there and back; returns the mean size of a message the second time. */
  rehearse(): number {
    const count = this.#inputs.inputs.length
    let bytes = 0
    for (let pass = 0; pass < 2; pass++) {
      bytes = 0
      this.#inputs.makeReady(count)
      for (let turn = 0; turn < count; turn++) {
        const end = this.#codec.encode(this.#inputs.next(), 0)
        this.#codec.decode(0, end)
        bytes += end
      }
    }
    return bytes / count
  }

  encoding(): Timed {
    return { run: (count) => this.#timeEncoding(count), mostAtOnce: this.#inputs.mostAtOnce }
  }

  /** `read` of what has been encoded; `bytes`: the mean size of a message. */
  decoding(bytes: number, read: Read): Timed {
    const run = (count: number): number => {
      this.#inputs.makeReady(count)
      this.#fill(count)
      const startedAt = performance.now()
      this.#empty(count, read)
      return performance.now() - startedAt
    }
    return { run, mostAtOnce: this.#mostWithin(bytes) }
  }

  /** Some messages encoded, then decoded: between threads, too, nobody reads a message the moment it is written. */
  roundTrip(bytes: number): Timed {
    const read = this.#codec.decode.bind(this.#codec)
    const run = (count: number): number => {
      this.#inputs.makeReady(count)
      const startedAt = performance.now()
      this.#fill(count)
      this.#empty(count, read)
      return performance.now() - startedAt
    }
    return { run, mostAtOnce: this.#mostWithin(bytes) }
  }

  #timeEncoding(count: number): number {
    this.#inputs.makeReady(count)
    const startedAt = performance.now()
    for (let i = 0; i < count; i++) {
      const end = this.#codec.encode(this.#inputs.next(), this.#offset)
      this.#offset = end >= RING_BYTES ? 0 : aligned(end)
    }
    return performance.now() - startedAt
  }

  #fill(count: number): void {
    let offset = 0
    for (let place = 0; place < count; place++) {
      const end = this.#codec.encode(this.#inputs.next(), offset)
      this.#starts[place] = offset
      this.#ends[place] = end
      offset = aligned(end)
    }
  }

  #empty(count: number, read: Read): void {
    for (let place = 0; place < count; place++) do_not_optimize(read(this.#starts[place]!, this.#ends[place]!))
  }

  // Twice the mean: sizes differ.
  #mostWithin(bytes: number): number {
    return Math.min(
      PLACES,
      this.#inputs.mostAtOnce,
      Math.max(1, Math.floor(this.#memoryBytes / (2 * aligned(bytes + 8)))),
    )
  }
}

/** Copying the inputs in rotation, where no bytes are to be seen. */
export function cloning({ clone }: Cloner, inputs: Rotation): Timed {
  const run = (count: number): number => {
    inputs.makeReady(count)
    const startedAt = performance.now()
    for (let i = 0; i < count; i++) do_not_optimize(clone(inputs.next()))
    return performance.now() - startedAt
  }
  return { run, mostAtOnce: inputs.mostAtOnce }
}

function aligned(offset: number): number {
  return (offset + 7) & ~7
}
