/** Records of typed channels taken by who asks for one, and those that come without a number. */

import { type Asker, Inbound, type InboundChannels, RECORDS } from '../channel/inbound.ts'
import { memoryInParcel, recordInParcel } from '../channel/parcels.ts'
import type { Receiver } from '../channel/receiver.ts'
import { MESSAGE, RECORD, type Status } from '../channel/status.ts'
import type { Clock } from '../signal/wait-strategy.ts'
import type { IncomingParts } from './parts.ts'

const MOST_IN_ROW = 32
/** A row that took longer is followed by rows of one, until such a one was quick again. */
const MOST_ROW_MS = 0.25

export interface RecordTakeOwner {
  /** The port has ended. */
  readonly isOver: boolean
  /** It was closed by a listener, but what is there is still delivered. */
  readonly isFinishing: boolean
  /** Before the next message comes a task. */
  readonly needsBreak: boolean
  readonly receiver: Receiver | undefined
  /** Ready to take a message; undefined without shared memory. */
  engageToTake(): Receiver | undefined
  /** The next record for the asker, or a `Status`. Throws what cannot be read; the port has then ended. */
  nextFor(receiver: Receiver, place: undefined, asker: Asker): unknown
  endIfOver(status: Status): void
  endAsCorrupt(error: unknown): void
  /** What cannot be read ends the port. */
  tryOrEnd(action: () => void): void
  kickSoon(): void
  /** Before one is taken of which no turn knows: perhaps the last. */
  onTaking(): void
}

export class RecordTaker {
  readonly #owner: RecordTakeOwner
  readonly #channels: InboundChannels
  readonly #now: Clock
  readonly #mostInRow: number
  #rowLength = 1

  constructor(owner: RecordTakeOwner, { host, channels, options }: IncomingParts) {
    this.#owner = owner
    this.#channels = channels.inbound
    this.#now = host.now
    this.#mostInRow = options.delivery === 'task' ? 1 : MOST_IN_ROW
  }

  /**
   * Gives the record that was found to its channel, and while listeners are quick those that follow it without a message in
   * between: microtasks wait for the end of the row. What cannot be read ends the port.
   */
  deliverRow(receiver: Receiver): void {
    const owner = this.#owner
    const startedAt = this.#now()
    let left = this.#rowLength
    try {
      try {
        do receiver.deliverRecord()
        while (--left > 0 && !owner.isOver && !owner.needsBreak && receiver.isRecordNext())
      } finally {
        this.#channels.endLingering()
      }
    } catch (error) {
      owner.endAsCorrupt(error)
    }
    this.#rowLength = this.#now() - startedAt > MOST_ROW_MS ? 1 : this.#mostInRow
  }

  /** Gives a channel its next record if that is here; also when the port has ended. */
  take(inbound: Inbound, asker: Asker): boolean {
    const owner = this.#owner
    if (owner.receiver?.isReading === true) return false
    owner.onTaking()
    if (inbound.line.first !== undefined) {
      owner.tryOrEnd(() => this.#channels.deliverFirst(inbound))
      owner.receiver?.publishRelease()
      return true
    }
    const receiver = owner.isOver ? undefined : owner.engageToTake()
    if (receiver === undefined) return false
    const status = this.#find(receiver, asker)
    if (status === undefined) return false
    const isTaken = status === RECORD
    owner.tryOrEnd(() => {
      if (isTaken) receiver.deliverRecord()
      this.#channels.endLingering()
      receiver.publishRelease()
      owner.endIfOver(isTaken ? MESSAGE : status)
    })
    // For others something may have been set aside.
    owner.kickSoon()
    return isTaken
  }

  /** Messages are for others. Undefined: what came cannot be read, which has ended the port. */
  #find(receiver: Receiver, asker: Asker): Status | undefined {
    try {
      return this.#owner.nextFor(receiver, undefined, asker) as Status
    } catch (error) {
      if (!this.#owner.isOver) throw error
      return undefined
    }
  }

  /** Gives those that wait to who wants them by now, the oldest first. Without a ring nobody else looks for them. */
  deliverWaiting(): void {
    const owner = this.#owner
    while (!owner.isOver || owner.isFinishing) {
      const inbound = this.#channels.lineFor(RECORDS)
      if (!(inbound instanceof Inbound)) return
      owner.tryOrEnd(() => this.#channels.deliverFirst(inbound))
      owner.receiver?.publishRelease()
    }
  }

  /** False for a native message that is no record; one is given to who wants it, or waits. */
  takeParcel(message: unknown): boolean {
    return this.#readParcel(message, (bytes) => this.#channels.receive(bytes, memoryInParcel(message)))
  }

  /** The same, but it waits in any case. */
  keepParcel(message: unknown): boolean {
    return this.#readParcel(message, (bytes) => void this.#channels.addBytes(bytes, true, memoryInParcel(message)))
  }

  #readParcel(message: unknown, read: (bytes: Uint8Array) => void): boolean {
    const bytes = recordInParcel(message)
    if (bytes !== undefined) this.#owner.tryOrEnd(() => read(bytes))
    return bytes !== undefined
  }
}
