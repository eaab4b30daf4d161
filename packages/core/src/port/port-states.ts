/** The states of a port: each side tells the other which it has opened, and where its reader finds what it writes. */

import type { Opening } from '../channel/opening.ts'
import { openingContent } from '../channel/opening.ts'
import { MAX_CHANNELS, OPENINGS, RecordWriter } from '../channel/typed-record.ts'
import { requireOptions, shown } from '../errors.ts'
import type { Schema } from '../schema/schema.ts'
import { requireOffer, requireSchema } from '../state/offer.ts'
import type { Closure } from './options.ts'
import { PortState, type PortStateOptions, type StatesOwner } from './port-state.ts'

interface Heard {
  readonly opening: Opening
  readonly memory: unknown
}

export class PortStates {
  readonly #owner: StatesOwner
  readonly #states: PortState<any, any>[] = []
  /** The other side's newest message about each. */
  readonly #heard = new Map<string | number, Heard>()
  #unnamed = 0
  #closure: Closure | undefined
  #isPeerDead = false

  constructor(owner: StatesOwner) {
    this.#owner = owner
  }

  get isUsed(): boolean {
    return this.#states.length !== 0
  }

  /** One of them is not known to be open on the other side, or is read and not known to be written there. */
  get areWanted(): boolean {
    if (this.#closure !== undefined) return false
    for (const state of this.#states) if (!this.#heard.has(state.name) || PortState.isLooking(state)) return true
    return false
  }

  open<T, V>(schema: Schema<T, V>, options: PortStateOptions): PortState<T, V> {
    requireOptions('open a state', options, '{ name: "world" }')
    requireSchema('open a state', schema)
    const { name, offer, maxBytes } = options
    const key = this.#requireName(name)
    const number = this.#states.length + 1
    if (number > MAX_CHANNELS) throw new RangeError(`Cannot open state ${number}: a port has up to ${MAX_CHANNELS}`)
    if (offer !== undefined) requireOffer(offer)
    const state = new PortState<T, V>(this.#owner, key, number, schema, {
      maxBytes,
      offer,
      announce: () => this.#announce(state),
    })
    this.#announce(state)
    this.#states.push(state)
    if (name === undefined) this.#unnamed++
    const heard = this.#heard.get(key)
    if (heard !== undefined) PortState.meet(state, heard.opening, heard.memory)
    if (this.#closure !== undefined) PortState.end(state, this.#closure)
    else this.#owner.begin(false)
    return state
  }

  /** The other side has opened one, or tells where it writes. */
  hear(opening: Opening, memory: unknown): void {
    const { name } = opening
    const known = this.#heard.get(name)
    // Nothing is kept of one that tries how much we keep.
    if (known === undefined && this.#heard.size >= MAX_CHANNELS) return
    // Said again, should it have been lost: by then it writes.
    if (known !== undefined && known.opening.state!.id !== '') return
    this.#heard.set(name, { opening, memory })
    const state = this.#states.find((other) => other.name === name)
    if (state === undefined) return
    // Ours may have come before anybody listened there, and have been dropped.
    if (known === undefined && !this.#owner.outgoing.isShared) this.#announce(state)
    PortState.meet(state, opening, memory)
  }

  announceAll(): void {
    for (const state of this.#states) this.#announce(state)
  }

  /** The port has ended. May come more than once. */
  end(closure: Closure): void {
    if (this.#closure !== undefined) return
    for (const state of this.#states) PortState.end(state, closure)
    this.#closure = closure
    if (closure.reason === 'peer-died') this.peerDied()
  }

  /** The other side's thread is gone for good (D1), also when the port has ended before. */
  peerDied(): void {
    if (this.#isPeerDead) return
    for (const state of this.#states) PortState.peerDied(state)
    this.#isPeerDead = true
  }

  #announce(state: PortState<any, any>): void {
    const { name, schema, number } = state
    const { fingerprint, description } = schema
    const { memory, ...where } = PortState.whereOf(state)
    const opening = openingContent({ name, fingerprint, description, number, state: where })
    this.#owner.send(new RecordWriter(OPENINGS, opening, memory), false)
  }

  #requireName(name: unknown): string | number {
    if (name === undefined) return this.#unnamed
    if (typeof name !== 'string') throw new TypeError(`Cannot name a state by ${shown(name)}: use a string`)
    if (this.#states.some((state) => state.name === name))
      throw new TypeError(`Cannot open state ${JSON.stringify(name)}: this port has opened it already`)
    return name
  }
}
