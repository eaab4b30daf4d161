/** The typed channels and states of a port, as far as it knows them without their code, which comes with the schema of the first. */

import { Aside } from '../direction/aside.ts'
import { memoryInParcel, recordInParcel } from '../direction/parcels.ts'
import type { BroughtRecords } from './brought-records.ts'
import type { Ending } from './ending.ts'
import type { Closure } from './options.ts'

export class PortRecords {
  readonly #ending: Ending
  readonly aside: Aside
  /** Undefined before a schema has brought it. */
  part: BroughtRecords | undefined
  #closure: Closure | undefined

  /** `onUnreadable` is told of a record that no code of this thread can read. */
  constructor(ending: Ending, onUnreadable: () => void) {
    this.#ending = ending
    this.aside = new Aside(onUnreadable)
  }

  /** Any typed channel or state was opened here. */
  get isUsed(): boolean {
    return this.part?.isUsed === true
  }

  /** One of them wants a record, or to know whether the other side has opened it. */
  get areWanted(): boolean {
    return this.part?.areWanted === true
  }

  /** Those that a schema has brought before, or makes now. */
  bring(make: (aside: Aside) => BroughtRecords): BroughtRecords {
    if (this.part !== undefined) return this.part
    const part = (this.part = make(this.aside))
    if (this.#closure !== undefined) part.end(this.#closure)
    this.#ending.tryOrEnd(() => this.aside.bring(part.lines))
    return part
  }

  /** False for a native message that is no record. A record waits: no listener runs within a call that takes messages. */
  keepParcel(message: unknown): boolean {
    const bytes = recordInParcel(message)
    if (bytes === undefined) return false
    this.#ending.tryOrEnd(() => void this.aside.addBytes(bytes, true, memoryInParcel(message)))
    return true
  }

  /** The port has ended. May come more than once. */
  end(closure: Closure): void {
    this.#closure = closure
    this.part?.end(closure)
  }
}
