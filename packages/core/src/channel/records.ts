/** Typed channels and states of a port: the code that the schema of the first one brings. */

import type { Aside } from '../direction/aside.ts'
import { RECORDS } from '../direction/asker.ts'
import { InboundChannels } from '../direction/inbound.ts'
import type { Opening } from '../direction/opening.ts'
import type { Receiver } from '../direction/receiver.ts'
import { MAX_CHANNELS } from '../direction/typed-record.ts'
import type { CloseReason } from '../errors.ts'
import type { RecordsOwner } from '../port/brought.ts'
import type { BroughtRecords } from '../port/brought-records.ts'
import type { Closure } from '../port/options.ts'
import type { Heard, OpenStates } from '../state/open-states.ts'
import type { ChannelParts, OpenChannels } from './open-channels.ts'
import { RecordTaker } from './record-taker.ts'

export class Records implements BroughtRecords {
  readonly owner: RecordsOwner
  readonly lines: InboundChannels
  readonly taker: RecordTaker
  #channels: OpenChannels | undefined
  #states: OpenStates | undefined
  /** The other side's messages about its states. */
  readonly #heard = new Map<string | number, Heard>()
  #closure: Closure | undefined
  #statesEnded: CloseReason | undefined

  constructor(owner: RecordsOwner, aside: Aside) {
    this.owner = owner
    this.lines = new InboundChannels(
      aside,
      (inbound) => this.#channels?.meet(inbound),
      (opening, memory) => this.#hear(opening, memory),
    )
    this.taker = new RecordTaker(owner.receiving, this.lines)
  }

  get isUsed(): boolean {
    return this.#channels?.isUsed === true || this.#states?.isUsed === true
  }

  get areWanted(): boolean {
    return this.#channels?.areWanted === true || this.#states?.areWanted === true
  }

  get areWaiting(): boolean {
    return this.lines.lineFor(RECORDS) !== undefined
  }

  /** The typed channels. `make` makes them for the first one. */
  channels(make: (parts: ChannelParts) => OpenChannels): OpenChannels {
    if (this.#channels !== undefined) return this.#channels
    const channels = (this.#channels = make(this))
    if (this.#closure !== undefined) channels.end(this.#closure)
    return channels
  }

  /** The states. `make` makes them for the first one; the records go on filling `heard`. */
  states(make: (owner: RecordsOwner, heard: ReadonlyMap<string | number, Heard>) => OpenStates): OpenStates {
    if (this.#states !== undefined) return this.#states
    const states = (this.#states = make(this.owner, this.#heard))
    if (this.#statesEnded !== undefined) states.end(this.#statesEnded)
    return states
  }

  deliverRow(receiver: Receiver): void {
    this.taker.deliverRow(receiver)
  }

  deliverWaiting(): void {
    this.taker.deliverWaiting()
  }

  announceAll(): void {
    this.#channels?.announceAll()
    this.#states?.announceAll()
  }

  end(closure: Closure): void {
    this.endStates(closure.reason)
    this.#closure = closure
    this.#channels?.end(closure)
  }

  endStates(reason: CloseReason): void {
    this.#statesEnded ??= reason
    this.#states?.end(reason)
  }

  peerDied(): void {
    this.#states?.peerDied()
  }

  #hear(opening: Opening, memory: unknown): void {
    const { name } = opening
    const known = this.#heard.get(name)
    // Nothing is kept of one that tries how much we keep.
    if (known === undefined && this.#heard.size >= MAX_CHANNELS) return
    // Said again, should it have been lost: by then it writes.
    if (known !== undefined && known.opening.state!.id !== '') return
    const heard = { opening, memory }
    this.#heard.set(name, heard)
    this.#states?.hear(heard, known === undefined)
  }
}
