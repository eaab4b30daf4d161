/** Messages taken one by one: now or never, blocking, or for somebody who begins to wait. */

import { isRefusal, type Place } from '../direction/into.ts'
import type { Lease } from '../direction/lease.ts'
import { isStatus, REFUSED } from '../direction/status.ts'
import { readable } from '../direction/unreadable.ts'
import type { ReceivingParts } from './demand.ts'
import type { Passing } from './passing.ts'
import { give, type Waiter } from './pulls.ts'

/** How a thread blocks for the next message: the functions that block bring it, so that a page does not load it. */
export type Blocking = new (
  parts: ReceivingParts,
  passing: Passing,
) => {
  readonly parks: number
  /** The next message, or what became of its bytes; `EMPTY` when the time is over or the port has ended. */
  take(timeoutMs: number, place: Place | undefined): unknown
}

interface Taken {
  message: unknown
}

export class Taker {
  readonly #parts: ReceivingParts
  readonly #passing: Passing
  #block: InstanceType<Blocking> | undefined = undefined

  constructor(parts: ReceivingParts, passing: Passing) {
    this.#parts = parts
    this.#passing = passing
  }

  /** Times a blocked thread went to sleep. */
  get parks(): number {
    return this.#block?.parks ?? 0
  }

  /**
   * The next message now, or undefined. With a time it blocks the thread for the message; undefined when the time is over or the
   * port has ended. Throws `RingCorruptError` and `DecodeError`; the port has then ended. Throws `InstanceError` in the place of a
   * message, and `TypeError` where it may not block or could not be woken.
   */
  take(timeoutMs?: number, Block?: Blocking): Taken | undefined {
    const taken = this.#find(undefined, timeoutMs, Block)
    if (taken !== undefined) this.#tellTaken(taken.message, undefined)
    return readable(taken)
  }

  /**
   * As `take`, of bytes: how many were copied to `place`, or their lease. Throws also for anything else, which stays.
   */
  takeBytes(place: Place, timeoutMs?: number, Block?: Blocking): number | Lease | undefined {
    const taken = this.#find(place, timeoutMs, Block)
    if (taken === undefined) return undefined
    const placed = taken.message
    if (isRefusal(placed)) throw placed
    this.#tellTaken(placed, place)
    return placed as number | Lease
  }

  /** Settles what waits for the next message, if that is here; what cannot be read ends the port. */
  takeFor(waiter: Waiter): boolean {
    const { place } = waiter
    let taken: Taken | undefined
    try {
      taken = this.#find(place)
    } catch (error) {
      if (!this.#parts.ending.isOver) throw error
    }
    if (taken === undefined) return false
    const { message } = taken
    if (place !== undefined && isRefusal(message)) waiter.reject(message)
    else {
      this.#tellTaken(message, place)
      give(waiter, message)
    }
    return true
  }

  /** Tells whoever looks on. */
  #tellTaken(message: unknown, place: Place | undefined): void {
    const { trace } = this.#parts
    if (trace === undefined) return
    trace.received(message, place)
    trace.delivered?.(this.#passing.readAt)
  }

  /** With a place: how many bytes or their lease, or the error that tells why the message stays. */
  #find(place: Place | undefined, timeoutMs?: number, Block?: Blocking): Taken | undefined {
    const { ending } = this.#parts
    ending.enter()
    return ending.whole(() => (Block === undefined ? this.#findNow(place) : this.#awaitNow(Block, timeoutMs!, place)))
  }

  #findNow(place: Place | undefined): Taken | undefined {
    const { ending, natives, ring, life, demand } = this.#parts
    if (ending.isOver) return undefined
    ring.receiver?.requireIdle()
    demand.onTaking()
    const receiver = ring.engageToTake()
    if (natives.areWaiting) return this.#takeWaiting(place)
    if (receiver === undefined) return this.#findNative(place)
    const found = this.#passing.readOrThrow(receiver, place)
    receiver.publishRelease()
    if (!isStatus(found)) return { message: found }
    if (found === REFUSED) return { message: receiver.takeRefusal() }
    life.endIfOver(found)
    // Polled on the way.
    return natives.areWaiting ? this.#takeWaiting(place) : undefined
  }

  #findNative(place: Place | undefined): Taken | undefined {
    const { natives, inbox, demand, records } = this.#parts
    let native = inbox.take()
    // No listener runs within a call that takes messages.
    for (; native !== undefined && records.keepParcel(native.message); native = inbox.take()) demand.kickSoon()
    if (native === undefined) return undefined
    natives.add(native)
    return this.#takeWaiting(place)
  }

  #awaitNow(Block: Blocking, timeoutMs: number, place: Place | undefined): Taken | undefined {
    const { ring, demand } = this.#parts
    ring.receiver?.requireIdle()
    demand.onTaking()
    this.#block ??= new Block(this.#parts, this.#passing)
    const found = this.#block.take(timeoutMs, place)
    return isStatus(found) ? undefined : { message: found }
  }

  #takeWaiting(place: Place | undefined): Taken {
    return { message: this.#passing.takeWaiting(place) }
  }
}
