/** Native messages that are none of the direction's sender: counted, waiting until somebody asks, and read when somebody gets them. */

import { Fifo } from '../direction/fifo.ts'
import { type Place, placeBytes } from '../direction/into.ts'
import { closePorts } from '../direction/out-of-band.ts'
import type { Parcels } from '../direction/parcels.ts'
import type { Polled } from '../host.ts'
import { NATIVES, type Unusual } from './unusual.ts'

export class Natives {
  readonly #waiting: Fifo<Polled> = new Fifo()
  readonly #unusual: Unusual
  /** They carry the classes of the program that it knows. */
  parcels: Parcels
  /** How many have waited, also for a moment. */
  count = 0

  constructor(parcels: Parcels, unusual: Unusual) {
    this.parcels = parcels
    this.#unusual = unusual
  }

  get areWaiting(): boolean {
    return this.#waiting.length !== 0
  }

  add(native: Polled): void {
    this.count++
    this.#waiting.add(native)
    this.#unusual.set(NATIVES)
  }

  /** The ports that were transferred with the oldest. */
  get firstPorts(): readonly object[] | undefined {
    return this.#waiting.first?.ports
  }

  /** It was read, and is the oldest again. */
  putBack(native: Polled): void {
    this.#waiting.putBack(native)
    this.#unusual.set(NATIVES)
  }

  /** Nobody will get what waits. */
  drop(): void {
    this.#waiting.forEach(({ ports }) => closePorts(ports))
    this.#waiting.clear()
    this.#unusual.clear(NATIVES)
  }

  /**
   * The oldest, as the application gets it. With a place: how many bytes were copied there, or their lease, or
   * the error that tells why neither. Then it stays.
   */
  take(place: Place | undefined): unknown {
    if (place === undefined) return this.parcels.open(this.#shift()?.message)
    return placeBytes(place, this.parcels.findBytes(this.#waiting.first?.message), () => void this.#shift())
  }

  #shift(): Polled | undefined {
    const native = this.#waiting.shift()
    if (this.#waiting.length === 0) this.#unusual.clear(NATIVES)
    return native
  }
}
