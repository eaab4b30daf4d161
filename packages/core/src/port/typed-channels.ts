/** The typed channels of a port, as far as it knows them without their code, which comes with the schema of the first. */

import { channelsBroughtBy } from '../channel/brought.ts'
import type { ChannelSchema } from '../channel/channel-schema.ts'
import type { OpenChannels, TypedChannelOptions } from '../channel/open-channels.ts'
import type { ChannelOwner, TypedChannel } from '../channel/typed-channel.ts'
import { InboundChannels } from '../direction/inbound.ts'
import type { Opening } from '../direction/opening.ts'
import type { Closure } from './options.ts'
import type { StatesOwner } from '../state/port-state.ts'
import { PortStates } from './port-states.ts'

export class TypedChannels {
  readonly #owner: ChannelOwner
  /** They are announced as typed channels are. */
  readonly states: PortStates
  #open: OpenChannels | undefined
  #closure: Closure | undefined
  /** The records that come, for all of them. */
  readonly inbound: InboundChannels

  constructor(owner: ChannelOwner & StatesOwner) {
    this.#owner = owner
    this.states = new PortStates(owner)
    const onState = (opening: Opening, memory: unknown): void => this.states.hear(opening, memory)
    this.inbound = new InboundChannels((inbound) => this.#open?.meet(inbound), onState)
  }

  /** Any was opened here. */
  get isUsed(): boolean {
    return this.#open?.isUsed === true || this.states.isUsed
  }

  /** One of them wants a record, or to know whether the other side has opened it. */
  get areWanted(): boolean {
    return this.#open?.areWanted === true || this.states.areWanted
  }

  open<T, V>(schema: ChannelSchema<T, V>, options: TypedChannelOptions): TypedChannel<T, V> {
    const { make } = channelsBroughtBy(schema)
    this.#open ??= this.#ended(make(this.#owner, this.inbound))
    return this.#open.open(schema, options)
  }

  /** The port may have ended before. */
  #ended(open: OpenChannels): OpenChannels {
    if (this.#closure !== undefined) open.end(this.#closure)
    return open
  }

  announceAll(): void {
    this.#open?.announceAll()
    this.states.announceAll()
  }

  /** The port has ended. */
  end(closure: Closure): void {
    this.states.end(closure.reason)
    this.#closure = closure
    this.#open?.end(closure)
  }
}
