/** The states of a port, as far as it knows them without their code, which comes with the schema of the first. */

import type { Opening } from '../direction/opening.ts'
import { MAX_CHANNELS } from '../direction/typed-record.ts'
import type { CloseReason } from '../errors.ts'
import { statesBroughtBy } from '../state/brought.ts'
import type { Heard, OpenStates } from '../state/open-states.ts'
import type { PortState, PortStateOptions, StatesOwner } from '../state/port-state.ts'
import type { StateSchema } from '../state/state-schema.ts'

export class PortStates {
  readonly #owner: StatesOwner
  readonly #heard = new Map<string | number, Heard>()
  #open: OpenStates | undefined
  #ended: CloseReason | undefined

  constructor(owner: StatesOwner) {
    this.#owner = owner
  }

  get isUsed(): boolean {
    return this.#open?.isUsed === true
  }

  /** Somebody here wants to know of one on the other side. */
  get areWanted(): boolean {
    return this.#open?.areWanted === true
  }

  open<T, V>(schema: StateSchema<T, V>, options: PortStateOptions): PortState<T, V> {
    const { make } = statesBroughtBy(schema)
    const open = (this.#open ??= make(this.#owner, this.#heard))
    if (this.#ended !== undefined) open.end(this.#ended)
    return open.open(schema, options)
  }

  /** The other side has opened one, or tells where it writes. */
  hear(opening: Opening, memory: unknown): void {
    const { name } = opening
    const known = this.#heard.get(name)
    // Nothing is kept of one that tries how much we keep.
    if (known === undefined && this.#heard.size >= MAX_CHANNELS) return
    // Said again, should it have been lost: by then it writes.
    if (known !== undefined && known.opening.state!.id !== '') return
    const heard = { opening, memory }
    this.#heard.set(name, heard)
    this.#open?.hear(heard, known === undefined)
  }

  announceAll(): void {
    this.#open?.announceAll()
  }

  /** The port has ended. May come more than once. */
  end(reason: CloseReason): void {
    this.#ended ??= reason
    this.#open?.end(reason)
  }

  /** The other side's thread is gone for good (D1), also when the port has ended before. */
  peerDied(): void {
    this.#open?.peerDied()
  }
}
