/** Native messages that are none of the direction's sender: counted, kept until somebody asks, and read when somebody gets them. */

import { Fifo } from '../direction/fifo.ts'
import { type Place, placeBytes } from '../direction/into.ts'
import { closePorts } from '../direction/out-of-band.ts'
import type { Parcels } from '../direction/parcels.ts'
import type { Polled } from '../host.ts'

export class Natives {
  readonly #kept: Fifo<Polled> = new Fifo()
  /** They carry the classes of the program that it knows. */
  parcels: Parcels
  /** How many were kept, also for a moment. */
  count = 0

  constructor(parcels: Parcels) {
    this.parcels = parcels
  }

  get areKept(): boolean {
    return this.#kept.length !== 0
  }

  keep(kept: Polled): void {
    this.count++
    this.#kept.add(kept)
  }

  /** The ports that were transferred with the oldest of those kept. */
  get keptPorts(): readonly object[] | undefined {
    return this.#kept.first?.ports
  }

  /** It was read, and is the oldest again. */
  putBack(kept: Polled): void {
    this.#kept.putBack(kept)
  }

  /** Nobody will get what is kept. */
  drop(): void {
    this.#kept.forEach(({ ports }) => closePorts(ports))
    this.#kept.clear()
  }

  /**
   * The oldest of those kept, as the application gets it. With a place: how many bytes were copied there, or their lease, or
   * the error that tells why neither. Then it stays.
   */
  take(place: Place | undefined): unknown {
    if (place === undefined) return this.parcels.open(this.#kept.shift()?.message)
    return placeBytes(place, this.parcels.findBytes(this.#kept.first?.message), () => void this.#kept.shift())
  }
}
