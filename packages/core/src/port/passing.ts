/** The next message to who asks for it: read, and then passed on, refused, or put back. */

import { ANYTHING, type Asker, MESSAGES, RECORDS } from '../channel/inbound.ts'
import { isRefusal, type Place } from '../channel/into.ts'
import type { Receiver } from '../channel/receiver.ts'
import { EMPTY, ENDED, IN_LANE, isStatus, MESSAGE, MORE, RECORD, REFUSED, type Status } from '../channel/status.ts'
import type { Demand, ReceivingParts } from './demand.ts'
import type { Life } from './life.ts'
import type { Natives } from './natives.ts'
import type { Pulls } from './pulls.ts'
import type { RecordTaker } from './record-taker.ts'
import type { IncomingTrace } from './trace.ts'

/** Nobody asks for a message. */
export const UNWANTED: unique symbol = Symbol('unwanted')

export class Passing {
  readonly #parts: ReceivingParts
  readonly #records: RecordTaker
  readonly #life: Life
  readonly #demand: Demand
  readonly #pulls: Pulls
  readonly #natives: Natives
  readonly #trace: IncomingTrace | undefined
  readonly #deliver: ReceivingParts['deliver']
  /** When somebody who looks on saw the reading of a message begin. */
  readAt = 0

  constructor(parts: ReceivingParts, records: RecordTaker) {
    this.#parts = parts
    this.#records = records
    this.#life = parts.life
    this.#demand = parts.demand
    this.#pulls = parts.pulls
    this.#natives = parts.natives
    this.#trace = parts.trace
    this.#deliver = parts.deliver
  }

  /** As `passNext`, but a native message that was kept comes first. */
  passAny(receiver: Receiver): Status | typeof UNWANTED {
    const { asker } = this.#demand
    if (asker === undefined) return UNWANTED
    if (!this.#natives.areKept) return this.passNext(receiver, asker)
    return this.passKept() ? MESSAGE : this.passNext(receiver)
  }

  /**
   * Gives the next message to who asks for it, MESSAGE, or tells why there is none. Who is refused it has been told. Does not
   * throw: what cannot be read ends the port, and `closed` tells why.
   */
  passNext(receiver: Receiver, asker: Asker = this.#demand.areMessagesWanted() ? ANYTHING : RECORDS): Status {
    let found: unknown
    try {
      found = this.#read(receiver, asker.takesMessages ? this.#pulls.beginReading() : undefined, asker)
    } catch (error) {
      this.#parts.ending.endFor(error)
      return EMPTY
    }
    // The `from` of a class may have closed the port.
    if (this.#life.isDone) return dropped(receiver, found)
    if (isStatus(found)) return this.#passStatus(receiver, found)
    this.#pass(found, receiver.ports)
    return MESSAGE
  }

  /** Gives the oldest native message that was kept to who asks; false when there is none, or it was not for them. */
  passKept(): boolean {
    return this.#natives.areKept && this.#demand.areMessagesWanted() && this.passOldest()
  }

  /** The same, where one is kept, and also to listeners that have been stopped. */
  passOldest(): boolean {
    const pulls = this.#pulls
    const { keptPorts } = this.#natives
    const taken = this.takeKept(pulls.beginReading())
    if (pulls.place !== undefined && isRefusal(taken)) {
      pulls.refuse(taken)
      this.#demand.kickSoon()
      return false
    }
    if (pulls.isReadInVain) this.#natives.putBack(taken, keptPorts)
    else this.#pass(taken, keptPorts)
    return true
  }

  /** The oldest native message that was kept. With a place as `Natives.take`. */
  takeKept(place: Place | undefined): unknown {
    this.readAt = this.#trace?.now?.() ?? 0
    return this.#natives.take(place)
  }

  /**
   * The next message for somebody who takes it, or a `Status`. Throws what cannot be read; the port has then ended. After one
   * message that cannot be decoded the tables of both sides may differ: the next could come out wrong.
   */
  readOrThrow(receiver: Receiver, place: Place | undefined): unknown {
    let found: unknown
    try {
      found = this.#read(receiver, place, MESSAGES)
    } catch (error) {
      this.#parts.ending.endFor(error)
      throw error
    }
    if (this.#parts.channels.inbound.lineFor(RECORDS) !== undefined) this.#demand.kickSoon()
    return found
  }

  /** The next message for the asker, or a `Status`. */
  #read(receiver: Receiver, place: Place | undefined, asker: Asker): unknown {
    if (this.#trace !== undefined) this.readAt = this.#trace.now?.() ?? 0
    return place === undefined ? receiver.next(asker) : receiver.nextInto(place, asker)
  }

  #passStatus(receiver: Receiver, status: Status): Status {
    if (status === REFUSED) this.#pulls.refuse(receiver.takeRefusal())
    // What the inbox keeps is not of this sender, but has come before its end; who passes it on looks for the end again.
    if (status === ENDED && this.#parts.inbox.areKept) return IN_LANE
    // As good as one, to who counts them.
    if (status === MORE) return MESSAGE
    if (status !== RECORD) return status
    this.#records.deliverRow(receiver)
    return MESSAGE
  }

  #pass(value: unknown, ports: readonly object[] | undefined): void {
    if (this.#trace === undefined && this.#pulls.isReadForListeners) this.#deliver(value, ports)
    else this.#passOther(value, ports)
  }

  /** A message for who waits, one that somebody looks on at, or one that nobody asks for any longer. */
  #passOther(value: unknown, ports: readonly object[] | undefined): void {
    if (this.#pulls.isReadInVain) return this.#parts.ring.receiver!.putBack(value, ports)
    // A listener may take messages, which sets it anew.
    const since = this.readAt
    const { readTo } = this.#pulls
    // First, as who is told may end the wait: bytes are for who has asked for them, and for nobody else.
    const isSettled = this.#pulls.settleReader(value)
    this.#trace?.received(value, readTo)
    if (!isSettled) this.#deliver(value, ports)
    this.#trace?.delivered?.(since)
  }
}

function dropped(receiver: Receiver, found: unknown): typeof EMPTY {
  if (!isStatus(found)) receiver.dropPorts()
  return EMPTY
}
