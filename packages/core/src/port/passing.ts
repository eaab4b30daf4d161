/** The next message to who asks for it: read, and then passed on, refused, or put back. */

import { ANYTHING, type Asker, RECORDS } from '../channel/inbound.ts'
import { isRefusal, type Place } from '../channel/into.ts'
import type { Receiver } from '../channel/receiver.ts'
import { EMPTY, ENDED, IN_LANE, isStatus, MESSAGE, MORE, RECORD, REFUSED, type Status } from '../channel/status.ts'
import type { Inbox } from './inbox.ts'
import type { Natives } from './natives.ts'
import type { IncomingTrace } from './trace.ts'
import type { IncomingParts } from './parts.ts'
import type { Pulls } from './pulls.ts'
import type { RecordTaker } from './record-taker.ts'
import type { Taker } from './taker.ts'

/** Nobody asks for a message. */
export const UNWANTED: unique symbol = Symbol('unwanted')

/** The port whose messages are passed on. */
export interface PassingOwner {
  /** The port has ended. */
  readonly isOver: boolean
  /** It was closed by a listener, but what is there is still delivered. */
  readonly isFinishing: boolean
  readonly receiver: Receiver | undefined
  readonly inbox: Inbox
  readonly taker: Taker
  readonly records: RecordTaker
  areMessagesWanted(): boolean
  areRecordsWanted(): boolean
  endAsCorrupt(error: unknown): void
  kickSoon(): void
}

export class Passing {
  readonly #owner: PassingOwner
  readonly #pulls: Pulls
  readonly #natives: Natives
  readonly #trace: IncomingTrace | undefined
  readonly #deliver: IncomingParts['deliver']
  /** When somebody who looks on saw the reading of a message begin. */
  readAt = 0

  constructor(owner: PassingOwner, { pulls, natives, trace, deliver }: IncomingParts) {
    this.#owner = owner
    this.#pulls = pulls
    this.#natives = natives
    this.#trace = trace
    this.#deliver = deliver
  }

  /** As `passNext`, but a native message that was kept comes first. */
  passAny(receiver: Receiver): Status | typeof UNWANTED {
    const owner = this.#owner
    const asker = owner.areMessagesWanted() ? ANYTHING : owner.areRecordsWanted() ? RECORDS : undefined
    if (asker === undefined) return UNWANTED
    if (!this.#natives.areKept) return this.passNext(receiver, asker)
    return this.passKept() ? MESSAGE : this.passNext(receiver)
  }

  /**
   * Gives the next message to who asks for it, MESSAGE, or tells why there is none. Who is refused it has been told. Does not
   * throw: what cannot be read ends the port, and `closed` tells why.
   */
  passNext(receiver: Receiver, asker: Asker = this.#owner.areMessagesWanted() ? ANYTHING : RECORDS): Status {
    const owner = this.#owner
    let found: unknown
    try {
      found = this.read(receiver, asker.takesMessages ? this.#pulls.beginReading() : undefined, asker)
    } catch (error) {
      owner.endAsCorrupt(error)
      return EMPTY
    }
    // The `from` of a class may have closed the port.
    if (owner.isOver && !owner.isFinishing) return dropped(receiver, found)
    if (isStatus(found)) return this.#passStatus(receiver, found)
    this.#pass(found, receiver.ports)
    return MESSAGE
  }

  /** Gives the oldest native message that was kept to who asks; false when there is none, or it was not for them. */
  passKept(): boolean {
    return this.#natives.areKept && this.#owner.areMessagesWanted() && this.passOldest()
  }

  /** The same, where one is kept, and also to listeners that have been stopped. */
  passOldest(): boolean {
    const { keptPorts } = this.#natives
    return this.#passNative(this.#natives.takeKept(this.#pulls.beginReading()), keptPorts)
  }

  /** Gives a native message to who asks; it is kept when it was not for them. */
  passNew(message: unknown, ports: readonly object[] | undefined): void {
    this.readAt = this.#trace?.now?.() ?? 0
    const taken = this.#natives.take(message, this.#pulls.beginReading())
    if (!this.#passNative(taken, ports)) this.#natives.keep(message, ports)
  }

  /** The next message for the asker, or a `Status`. */
  read(receiver: Receiver, place: Place | undefined, asker: Asker): unknown {
    if (this.#trace !== undefined) this.readAt = this.#trace.now?.() ?? 0
    return place === undefined ? receiver.next(asker) : receiver.nextInto(place, asker)
  }

  #passStatus(receiver: Receiver, status: Status): Status {
    const owner = this.#owner
    if (status === REFUSED) this.#pulls.refuse(receiver.takeRefusal())
    // What the inbox keeps is not of this sender, but has come before its end; who passes it on looks for the end again.
    if (status === ENDED && owner.inbox.areKept) return IN_LANE
    // As good as one, to who counts them.
    if (status === MORE) return MESSAGE
    if (status !== RECORD) return status
    owner.records.deliverRow(receiver)
    return MESSAGE
  }

  /** False when it was not for who asks: it stays, and others may ask. */
  #passNative(taken: unknown, ports: readonly object[] | undefined): boolean {
    const pulls = this.#pulls
    if (pulls.place !== undefined && isRefusal(taken)) {
      pulls.refuse(taken)
      this.#owner.kickSoon()
      return false
    }
    if (pulls.isReadInVain) this.#natives.putBack(taken, ports)
    else this.#pass(taken, ports)
    return true
  }

  #pass(value: unknown, ports: readonly object[] | undefined): void {
    if (this.#trace === undefined && this.#pulls.isReadForListeners) this.#deliver(value, ports)
    else this.#passOther(value, ports)
  }

  /** A message for who waits, one that somebody looks on at, or one that nobody asks for any longer. */
  #passOther(value: unknown, ports: readonly object[] | undefined): void {
    const owner = this.#owner
    if (this.#pulls.isReadInVain) return owner.receiver!.putBack(value, ports)
    // A listener may take messages, which sets it anew.
    const since = this.readAt
    const { readTo } = this.#pulls
    // First, as who is told may end the wait: bytes are for who has asked for them, and for nobody else.
    const isSettled = this.#pulls.settleReader(value)
    owner.taker.tell(value, readTo)
    if (!isSettled) this.#deliver(value, ports)
    this.#trace?.delivered?.(since)
  }
}

function dropped(receiver: Receiver, found: unknown): typeof EMPTY {
  if (!isStatus(found)) receiver.dropPorts()
  return EMPTY
}
