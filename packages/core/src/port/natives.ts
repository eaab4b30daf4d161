/** Native messages that are none of the channel's: counted, kept while nobody asks, and read when somebody gets them. */

import { Fifo } from '../channel/fifo.ts'
import { copyInto } from '../channel/into.ts'
import { closePorts } from '../channel/out-of-band.ts'
import type { Parcels } from '../channel/parcels.ts'
import { bytesOf } from '../codec/kinds/bytes.ts'
import type { Kept } from './inbox.ts'

export class Natives {
  readonly #kept: Fifo<Kept> = new Fifo()
  #parcels: Parcels
  /** How many were given to somebody, or kept. */
  count = 0

  constructor(parcels: Parcels) {
    this.#parcels = parcels
  }

  /** Which classes of the program they carry from now on. */
  use(parcels: Parcels): void {
    this.#parcels = parcels
  }

  get parcels(): Parcels {
    return this.#parcels
  }

  get areKept(): boolean {
    return this.#kept.length !== 0
  }

  keep(...kept: Kept): void {
    this.count++
    this.#kept.add(kept)
  }

  /** The ports that were transferred with the oldest of those kept. */
  get keptPorts(): readonly object[] | undefined {
    return this.#kept.first?.[1]
  }

  /** It was read, and is the oldest again. */
  putBack(...kept: Kept): void {
    this.#kept.putBack(kept)
  }

  closePorts(): void {
    this.#kept.forEach(([, ports]) => closePorts(ports))
  }

  /** The oldest of those kept, as the application gets it; with a target as `take`, and it stays if it is refused. */
  takeKept(target: Uint8Array | undefined): unknown {
    if (target === undefined) return this.#parcels.open(this.#kept.shift()?.[0])
    const copied = copyInto(target, bytesOf(this.#kept.first?.[0]))
    if (!isRefusal(copied)) this.#kept.shift()
    return copied
  }

  /**
   * One that somebody gets at once, as the application gets it; with a target how many bytes were copied there, or the error
   * that tells why none were.
   */
  take(message: unknown, target: Uint8Array | undefined): unknown {
    if (target === undefined) {
      this.count++
      return this.#parcels.open(message)
    }
    const copied = copyInto(target, bytesOf(message))
    if (!isRefusal(copied)) this.count++
    return copied
  }
}

/** Of what was to go into a target. */
export function isRefusal(copied: unknown): copied is Error {
  return typeof copied !== 'number'
}
