/** The states that a port has opened: each side tells the other which, and where its reader finds what it writes. */

import type { Opening } from '../direction/opening.ts'
import { openingContent } from '../direction/opening.ts'
import { MAX_CHANNELS, OPENINGS, RecordWriter } from '../direction/typed-record.ts'
import { type CloseReason, requireOptions, shown } from '../errors.ts'
import type { RecordsOwner } from '../port/brought.ts'
import type { Schema } from '../schema/schema.ts'
import { requireOffer } from './offer.ts'
import { PortState, type PortStateOptions } from './port-state.ts'
import { postRecord } from '../channel/post-record.ts'

/** The other side's newest message about a state. */
export interface Heard {
  readonly opening: Opening
  readonly memory: unknown
}

/** By the names of the states. */
export type HeardStates = ReadonlyMap<string | number, Heard>

export class OpenStates {
  readonly #owner: RecordsOwner
  readonly #states: PortState<any, any>[] = []
  readonly #heard: HeardStates
  #unnamed = 0
  #ended: CloseReason | undefined
  #isPeerDead = false

  /** The port fills `heard`, and tells of it by `hear`. */
  constructor(owner: RecordsOwner, heard: HeardStates) {
    this.#owner = owner
    this.#heard = heard
  }

  get isUsed(): boolean {
    return this.#states.length !== 0
  }

  /** One of them is not known to be open on the other side, or is read and not known to be written there. */
  get areWanted(): boolean {
    if (this.#ended !== undefined) return false
    for (const state of this.#states) if (!this.#heard.has(state.name) || PortState.isLooking(state)) return true
    return false
  }

  open<T, V>(schema: Schema<T, V>, options: PortStateOptions): PortState<T, V> {
    requireOptions('open a state', options, '{ name: "world" }')
    const { name, offer, maxBytes, history } = options
    const key = this.#requireName(name)
    const number = this.#states.length + 1
    if (number > MAX_CHANNELS) throw new RangeError(`Cannot open state ${number}: a port has up to ${MAX_CHANNELS}`)
    if (offer !== undefined) requireOffer(offer)
    const state = new PortState<T, V>(this.#owner, key, number, schema, {
      maxBytes,
      history,
      offer,
      announce: () => this.#announce(state),
    })
    this.#announce(state)
    this.#states.push(state)
    if (name === undefined) this.#unnamed++
    const heard = this.#heard.get(key)
    if (heard !== undefined) PortState.meet(state, heard.opening, heard.memory)
    if (this.#ended !== undefined) PortState.end(state, this.#ended)
    else this.#owner.begin(false)
    return state
  }

  /** The other side has opened one, or tells where it writes. `isFirst`: it had not told of that one before. */
  hear({ opening, memory }: Heard, isFirst: boolean): void {
    const state = this.#states.find((other) => other.name === opening.name)
    if (state === undefined) return
    // Ours may have come before anybody listened there, and have been dropped.
    if (isFirst && !this.#owner.outgoing.isShared) this.#announce(state)
    PortState.meet(state, opening, memory)
  }

  announceAll(): void {
    for (const state of this.#states) this.#announce(state)
  }

  /** The port has ended. May come more than once. */
  end(reason: CloseReason): void {
    if (this.#ended !== undefined) return
    for (const state of this.#states) PortState.end(state, reason)
    this.#ended = reason
    if (reason === 'peer-died') this.peerDied()
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
    postRecord(this.#owner.outgoing, new RecordWriter(OPENINGS, opening, memory), false)
  }

  #requireName(name: unknown): string | number {
    if (name === undefined) return this.#unnamed
    if (typeof name !== 'string') throw new TypeError(`Cannot name a state by ${shown(name)}: use a string`)
    if (this.#states.some((state) => state.name === name))
      throw new TypeError(`Cannot open state ${JSON.stringify(name)}: this port has opened it already`)
    return name
  }
}
