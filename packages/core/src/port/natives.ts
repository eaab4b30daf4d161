/** Native messages that are none of the channel's: counted, kept while nobody asks, and read when somebody gets them. */

import type { Parcels } from '../channel/parcels.ts'

export class Natives {
  readonly #kept: unknown[] = []
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

  keep(message: unknown): void {
    this.count++
    this.#kept.push(message)
  }

  /** The oldest of those kept, as the application gets it. */
  takeKept(): unknown {
    return this.#parcels.open(this.#kept.shift())
  }

  /** One that somebody gets at once, as the application gets it. */
  take(message: unknown): unknown {
    this.count++
    return this.#parcels.open(message)
  }
}
