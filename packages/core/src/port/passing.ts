/** Reads the next message for the one that asks, and then passes it on, refuses it, or puts it back. */

import { ANYTHING, type Asker, MESSAGES, RECORDS } from '../direction/asker.ts'
import { isRefusal, type Place } from '../direction/into.ts'
import type { Receiver } from '../direction/receiver.ts'
import { EMPTY, ENDED, IN_LANE, isStatus, MESSAGE, MORE, RECORD, REFUSED, type Status } from '../direction/status.ts'
import type { Demand, ReceivingParts } from './demand.ts'
import type { Life } from './life.ts'
import type { Natives } from './natives.ts'
import type { Pulls } from './pulls.ts'
import type { IncomingTrace } from './trace.ts'

/** Nobody asks for a message. */
export const UNWANTED: unique symbol = Symbol('unwanted')

export class Passing {
  readonly #parts: ReceivingParts
  readonly #life: Life
  readonly #demand: Demand
  readonly #pulls: Pulls
  readonly #natives: Natives
  readonly #trace: IncomingTrace | undefined
  readonly #deliver: ReceivingParts['deliver']
  /** When the reading of a message began, for the trace. */
  readAt = 0

  constructor(parts: ReceivingParts) {
    this.#parts = parts
    this.#life = parts.life
    this.#demand = parts.demand
    this.#pulls = parts.pulls
    this.#natives = parts.natives
    this.#trace = parts.trace
    this.#deliver = parts.deliver
  }

  /** As `passNext`, but a native message that waits comes first. */
  passAny(receiver: Receiver): Status | typeof UNWANTED {
    const { asker } = this.#demand
    if (asker === undefined) return UNWANTED
    if (!this.#natives.areWaiting) return this.passNext(receiver, asker)
    return this.passWaiting() ? MESSAGE : this.passNext(receiver)
  }

  /**
   * Gives the next message to the one that asks for it and returns MESSAGE, or returns why there is none. A refusal has been
   * told by then. Does not throw: a message that cannot be read ends the port, and `closed` tells why.
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

  /** Passes a message on that was read for listeners, where something has become unusual meanwhile. */
  passRead(receiver: Receiver, value: unknown): void {
    if (this.#life.isDone) dropped(receiver, value)
    else this.#pass(value, receiver.ports)
  }

  /** Gives the oldest native message that waits to the one that asks. False when there is none, or when it was refused. */
  passWaiting(): boolean {
    return this.#natives.areWaiting && this.#demand.areMessagesWanted() && this.passOldest()
  }

  /** The same when one is known to wait, and also for listeners that have been stopped. */
  passOldest(): boolean {
    const pulls = this.#pulls
    const { firstPorts } = this.#natives
    const taken = this.takeWaiting(pulls.beginReading())
    if (pulls.place !== undefined && isRefusal(taken)) {
      pulls.refuse(taken)
      this.#demand.kickSoon()
      return false
    }
    if (pulls.isReadInVain) this.#natives.putBack({ message: taken, ports: firstPorts })
    else this.#pass(taken, firstPorts)
    return true
  }

  /** Takes the oldest native message that waits, with a place as in `Natives.take`. */
  takeWaiting(place: Place | undefined): unknown {
    this.readAt = this.#trace?.now?.() ?? 0
    return this.#natives.take(place)
  }

  /**
   * The next message for a take, or a `Status`. Throws the error of a message that cannot be read; the port has then ended. The
   * tables of the two sides may differ after such a message, so the next one could be read wrong.
   */
  readOrThrow(receiver: Receiver, place: Place | undefined): unknown {
    let found: unknown
    try {
      found = this.#read(receiver, place, MESSAGES)
    } catch (error) {
      this.#parts.ending.endFor(error)
      throw error
    }
    if (this.#parts.records.part?.areWaiting === true) this.#demand.kickSoon()
    return found
  }

  /** The next message for the asker, or a `Status`. */
  #read(receiver: Receiver, place: Place | undefined, asker: Asker): unknown {
    if (this.#trace !== undefined) this.readAt = this.#trace.now?.() ?? 0
    return place === undefined ? receiver.next(asker) : receiver.nextInto(place, asker)
  }

  #passStatus(receiver: Receiver, status: Status): Status {
    if (status === REFUSED) this.#pulls.refuse(receiver.takeRefusal())
    // Native messages that came before the end are still in the inbox. The inbox tells of the end after them.
    if (status === ENDED && this.#parts.inbox.areWaiting) return IN_LANE
    // Records were set aside: the turn goes on as after a message.
    if (status === MORE) return MESSAGE
    if (status !== RECORD) return status
    this.#parts.records.part!.deliverRow(receiver)
    return MESSAGE
  }

  #pass(value: unknown, ports: readonly object[] | undefined): void {
    if (this.#trace === undefined && this.#pulls.isReadForListeners) this.#deliver(value, ports)
    else this.#passOther(value, ports)
  }

  /** Passes a message that a reader waits for, that is traced, or that nobody asks for any longer. */
  #passOther(value: unknown, ports: readonly object[] | undefined): void {
    if (this.#pulls.isReadInVain) return this.#parts.ring.receiver!.putBack(value, ports)
    // A listener may take messages, which changes `readAt`.
    const since = this.readAt
    const { readTo } = this.#pulls
    // Before the trace, whose code may end the wait: bytes are for this reader only.
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
