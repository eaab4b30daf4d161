/** Our end of the incoming ring, taken when it is first needed, and the gate at which we park. */

import { Receiver } from '../channel/receiver.ts'
import { CONSUMER_GATE } from '../memory/layout.ts'
import type { Region } from '../memory/region.ts'
import { AsyncGate, asyncParkOf } from '../signal/gate.ts'
import type { Regions } from './handshake.ts'
import type { Inbox } from './inbox.ts'
import type { IncomingParts } from './options.ts'

export interface EngagementParts extends IncomingParts {
  readonly inbox: Inbox
  /** Something may be there for who is parked. */
  readonly onWake: () => void
  /** Polling the lane has brought a message that is not of this channel's sender. */
  readonly onForeign: (message: unknown) => void
}

export class Engagement {
  readonly #parts: EngagementParts
  #regions: Regions | undefined
  #gate: AsyncGate | undefined
  /** The region whose gate we park on: the sender may move to a larger one. */
  #region: Region | undefined
  receiver: Receiver | undefined

  constructor(parts: EngagementParts, regions: Regions | undefined) {
    this.#parts = parts
    this.#regions = regions
  }

  get gate(): AsyncGate {
    return this.#gate!
  }

  /** The words of the ring that is read now. */
  get words(): Int32Array {
    return this.#region!.words
  }

  /** There is shared memory from now on. */
  adopt(regions: Regions): void {
    this.#regions = regions
  }

  /** From then on the other side sends through the ring. Undefined without shared memory. Throws `HandshakeError`. */
  engage(): Receiver | undefined {
    if (this.receiver !== undefined || this.#regions === undefined) return this.receiver
    const { incoming, token } = this.#regions
    const { inbox, owner, natives, channels, onForeign } = this.#parts
    this.receiver = new Receiver({
      region: incoming,
      lane: inbox,
      token,
      owner,
      parcels: natives.parcels,
      channels: channels.inbound,
      onRing: (region) => this.#parkOn(region),
      onForeign,
    })
    this.#parkOn(incoming)
    return this.receiver
  }

  dispose(): void {
    this.#gate?.dispose()
  }

  #parkOn(region: Region): void {
    this.#gate?.dispose()
    this.#region = region
    const { host, options, onWake } = this.#parts
    this.#gate = new AsyncGate(region.words, CONSUMER_GATE, asyncParkOf(options.wakeBy ?? host.wakeBy), onWake)
  }
}
