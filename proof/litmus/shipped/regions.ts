/** One small ring an instance. Between two rounds its bytes are put back as they were made. */

import { PRODUCER_OWNER } from '../../../packages/core/src/memory/layout.ts'
import { createRegion, openRegion, type Region } from '../../../packages/core/src/memory/region.ts'
import { Producer } from '../../../packages/core/src/ring/producer.ts'
import type { Actor, LitmusTest } from '../lock-step.js'

const CAPACITY = 4096

/** Asleep for so long: forgotten. */
export const FORGOTTEN_MS = 20_000

interface Regions {
  readonly instances: number
  readonly startPosition?: number
  /** Before the race: what the ring is to hold. */
  readonly fill?: (producer: Producer, region: Region) => void
}

/** A test with one region an instance; `actorsOn` gives the actors of a thread. */
export function regions(
  { instances, startPosition = 0, fill }: Regions,
  actorsOn: (regionOf: (instance: number) => Region, port: any) => readonly Actor[],
): Pick<LitmusTest, 'instances' | 'share' | 'open'> {
  return {
    instances,
    share: () => {
      const made = createRegion({ capacity: CAPACITY, startPosition })
      if (fill !== undefined) {
        fill(new Producer(made), made)
        Atomics.store(made.words, PRODUCER_OWNER, 0)
      }
      const template = new Uint8Array(made.buffer).slice()
      const buffers = Array.from({ length: instances }, () => new SharedArrayBuffer(template.length))
      for (const buffer of buffers) new Uint8Array(buffer).set(template)
      return { template, buffers }
    },
    open: ({ template, buffers }: { template: Uint8Array; buffers: SharedArrayBuffer[] }, port: unknown) => {
      const opened = buffers.map((buffer) => openRegion(buffer))
      const bytes = buffers.map((buffer) => new Uint8Array(buffer))
      return {
        actors: actorsOn((instance) => opened[instance]!, port),
        reset: (instance) => bytes[instance]!.set(template),
      }
    },
  }
}
