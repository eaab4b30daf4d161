/** The typed channels that a port has opened: each is one when both sides have opened it. */

import { RECORDS } from '../direction/asker.ts'
import { Inbound, type InboundChannels } from '../direction/inbound.ts'
import { openingContent } from '../direction/opening.ts'
import { MAX_CHANNELS, OPENINGS, RecordWriter } from '../direction/typed-record.ts'
import { requireOptions } from '../errors.ts'
import type { RecordsOwner } from '../port/brought.ts'
import type { Closure } from '../port/options.ts'
import type { Schema } from '../schema/schema.ts'
import type { RecordTaker } from './record-taker.ts'
import { type ChannelOwner, TypedChannel } from './typed-channel.ts'
import { postRecord } from './post-record.ts'

/** Options of a typed channel. */
export interface TypedChannelOptions {
  /**
   * The name by which both sides know the channel. Default: none. The first channel without a name is then the other side's first
   * without one, and so on.
   */
  readonly name?: string | undefined
}

/** The parts of the records of a port that its typed channels need. */
export interface ChannelParts {
  readonly owner: RecordsOwner
  readonly lines: InboundChannels
  readonly taker: RecordTaker
}

export class OpenChannels {
  readonly #owner: ChannelOwner
  readonly #inbound: InboundChannels
  readonly #channels: TypedChannel<any, any>[] = []
  #unnamed = 0
  #closure: Closure | undefined
  readonly #lookAtRest = (): void => {
    const { host, inContext } = this.#owner
    host.nextTask(() => inContext(() => void this.#deliverRest()))
  }

  constructor({ owner, lines, taker }: ChannelParts) {
    this.#owner = { ...owner, taker }
    this.#inbound = lines
  }

  get isUsed(): boolean {
    return this.#channels.length !== 0
  }

  /** One of them wants a record, or to know whether the other side has opened it. */
  get areWanted(): boolean {
    for (const channel of this.#channels) if (TypedChannel.isLooking(channel)) return true
    return false
  }

  open<T, V>(schema: Schema<T, V>, options: TypedChannelOptions): TypedChannel<T, V> {
    // A name by itself would be none, and the other side would never open the same one.
    requireOptions('open a channel', options, '{ name: "ticks" }')
    const { name } = options
    const number = this.#channels.length + 1
    const key = this.#requireName(name)
    if (number > MAX_CHANNELS) throw new RangeError(`Cannot open channel ${number}: a port has up to ${MAX_CHANNELS}`)
    const channel = new TypedChannel(this.#owner, key, number, schema, this.#lookAtRest)
    this.#announce(channel)
    this.#channels.push(channel)
    if (name === undefined) this.#unnamed++
    const inbound = this.#inbound.named(key)
    if (inbound !== undefined) TypedChannel.meet(channel, inbound)
    if (this.#closure !== undefined) TypedChannel.end(channel, this.#closure)
    else this.#owner.begin(false)
    return channel
  }

  /** The other side has opened one. */
  meet(inbound: Inbound): void {
    const channel = this.#channels.find(({ name }) => name === inbound.opening.name)
    if (channel === undefined) return
    const { host, outgoing, reportError } = this.#owner
    // Ours may have come before anybody listened there, and have been dropped.
    if (!outgoing.isShared) this.#announce(channel)
    try {
      TypedChannel.meet(channel, inbound)
    } catch (error) {
      // In a task of its own: a handler of the error may ask for a message, and this one is still being read.
      host.nextTask(() => reportError(error))
    }
  }

  /** The other side is there by now. Earlier announcements may have been dropped, so they are made again. */
  announceAll(): void {
    for (const channel of this.#channels) this.#announce(channel)
  }

  /** The port has ended. */
  end(closure: Closure): void {
    this.#closure = closure
    for (const channel of this.#channels) TypedChannel.end(channel, closure)
  }

  #announce({ name, number, schema: { fingerprint, description } }: TypedChannel<any, any>): void {
    const opening = openingContent({ name, fingerprint, description, number })
    postRecord(this.#owner.outgoing, new RecordWriter(OPENINGS, opening), false)
  }

  /** Delivers the records that came before the end, of all channels the oldest first. */
  async #deliverRest(): Promise<void> {
    // A port that this side has closed delivers nothing more.
    if (this.#closure?.reason === 'closed') return
    for (;;) {
      const inbound = this.#inbound.lineFor(RECORDS)
      if (!(inbound instanceof Inbound) || !this.#owner.taker.take(inbound, RECORDS)) return
      await undefined
    }
  }

  #requireName(name: unknown): string | number {
    if (name === undefined) return this.#unnamed
    if (typeof name !== 'string') throw new TypeError(`Cannot name a channel by a ${typeof name}: use a string`)
    if (this.#channels.some((channel) => channel.name === name))
      throw new TypeError(`Cannot open channel ${JSON.stringify(name)}: this port has opened it already`)
    return name
  }
}
