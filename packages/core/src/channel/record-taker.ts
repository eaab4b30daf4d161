/** Takes records of typed channels: those that somebody asks for, and those that come without a number. */

import { type Asker, RECORDS } from '../direction/asker.ts'
import { Inbound, type InboundChannels } from '../direction/inbound.ts'
import type { Receiver } from '../direction/receiver.ts'
import { MESSAGE, RECORD, type Status } from '../direction/status.ts'
import type { Clock } from '../signal/wait.ts'
import type { ReceivingParts } from '../port/demand.ts'

const MOST_IN_ROW = 32
/** A row that took longer is followed by rows of one, until such a one was quick again. */
const MOST_ROW_MS = 0.25

export class RecordTaker {
  readonly #parts: ReceivingParts
  readonly #channels: InboundChannels
  readonly #now: Clock
  readonly #mostInRow: number
  #rowLength = 1

  constructor(parts: ReceivingParts, channels: InboundChannels) {
    const { host, options } = parts
    this.#parts = parts
    this.#channels = channels
    this.#now = host.now
    this.#mostInRow = options.delivery === 'task' ? 1 : MOST_IN_ROW
  }

  /**
   * Gives the record that was found to its typed channel. While listeners are quick, the records behind it follow, up to the next
   * message. Microtasks wait for the end of this row. A record that cannot be read ends the port.
   */
  deliverRow(receiver: Receiver): void {
    const { ending, demand } = this.#parts
    const channels = this.#channels
    const startedAt = this.#now()
    let left = this.#rowLength
    try {
      try {
        do channels.deliverFound(receiver)
        while (--left > 0 && !ending.isOver && !demand.mustWait && channels.isNext(receiver))
      } finally {
        channels.endLingering()
      }
    } catch (error) {
      ending.endFor(error)
    }
    this.#rowLength = this.#now() - startedAt > MOST_ROW_MS ? 1 : this.#mostInRow
  }

  /** Gives a typed channel its next record if that is here; also when the port has ended. */
  take(inbound: Inbound, asker: Asker): boolean {
    const { ending, ring, life, demand } = this.#parts
    if (ring.receiver?.isReading === true) return false
    demand.onTaking()
    if (inbound.line.first !== undefined) {
      this.#deliverWaiting(inbound)
      return true
    }
    const receiver = ending.isOver ? undefined : ring.engageToTake()
    if (receiver === undefined) return false
    let isTaken = false
    // Messages are for others.
    ending.tryOrEnd(() => {
      const status = receiver.next(asker) as Status
      isTaken = status === RECORD
      if (isTaken) this.#channels.deliverFound(receiver)
      this.#channels.endLingering()
      receiver.publishRelease()
      life.endIfOver(isTaken ? MESSAGE : status)
    })
    // For others something may have been set aside.
    demand.kickSoon()
    return isTaken
  }

  /** Gives waiting records to the typed channels that want them by now, the oldest first. Without a ring nothing else looks for them. */
  deliverWaiting(): void {
    while (!this.#parts.life.isDone) {
      const inbound = this.#channels.lineFor(RECORDS)
      if (!(inbound instanceof Inbound)) return
      this.#deliverWaiting(inbound)
    }
  }

  #deliverWaiting(inbound: Inbound): void {
    this.#parts.ending.tryOrEnd(() => this.#channels.deliverFirst(inbound))
    this.#parts.ring.receiver?.publishRelease()
  }
}
