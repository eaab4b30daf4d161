/** Records of typed channels taken by who asks for one, and those that come without a number. */

import type { Asker, Inbound, InboundChannels } from '../channel/inbound.ts'
import { recordInParcel } from '../channel/parcels.ts'
import { EMPTY, MESSAGE, type Receiver } from '../channel/receiver.ts'

export interface RecordTakeOwner {
  /** The port has ended. */
  readonly isOver: boolean
  readonly receiver: Receiver | undefined
  /** Ready to take a message; undefined without shared memory. */
  engageToTake(): Receiver | undefined
  /** What there is next for the asker. Throws what cannot be read; the port has then ended. */
  nextFor(receiver: Receiver, target: undefined, asker: Asker): number
  endIfOver(status: number): void
  /** What cannot be read ends the port. */
  tryOrEnd(action: () => void): void
  kickSoon(): void
}

export class RecordTaker {
  readonly #owner: RecordTakeOwner
  readonly #channels: InboundChannels

  constructor(owner: RecordTakeOwner, channels: InboundChannels) {
    this.#owner = owner
    this.#channels = channels
  }

  /** Gives a channel its next record if that is here; also when the port has ended. */
  take(inbound: Inbound, asker: Asker): boolean {
    const owner = this.#owner
    if (owner.receiver?.isReading === true) return false
    if (inbound.line.first !== undefined) {
      owner.tryOrEnd(() => this.#channels.deliverFirst(inbound))
      owner.receiver?.publishRelease()
      return true
    }
    const receiver = owner.isOver ? undefined : owner.engageToTake()
    if (receiver === undefined) return false
    let status = EMPTY
    owner.tryOrEnd(() => {
      status = owner.nextFor(receiver, undefined, asker)
      if (status === MESSAGE) receiver.deliverRecord()
      receiver.publishRelease()
      owner.endIfOver(status)
    })
    // For others something may have been set aside.
    owner.kickSoon()
    return status === MESSAGE
  }

  /** False for a native message that is no record. */
  takeParcel(message: unknown): boolean {
    const bytes = recordInParcel(message)
    if (bytes !== undefined) this.#owner.tryOrEnd(() => this.#channels.receive(bytes))
    return bytes !== undefined
  }
}
