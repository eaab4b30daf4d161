/** Messages taken one by one: now or never, blocking, or for somebody who begins to wait. */

import { isRefusal, type Place } from '../direction/into.ts'
import type { Lease } from '../direction/lease.ts'
import { isStatus, REFUSED } from '../direction/status.ts'
import { readable } from '../direction/unreadable.ts'
import { BlockingTake } from './blocking-take.ts'
import type { ReceivingParts } from './demand.ts'
import type { Passing } from './passing.ts'
import { give, type Waiter } from './pulls.ts'

interface Taken {
  message: unknown
}

export class Taker {
  readonly #parts: ReceivingParts
  readonly #passing: Passing
  #block: BlockingTake | undefined

  constructor(parts: ReceivingParts, passing: Passing) {
    this.#parts = parts
    this.#passing = passing
  }

  /** Times a blocked thread went to sleep. */
  get parks(): number {
    return this.#block?.parks ?? 0
  }

  /**
   * The next message now, or undefined. Throws `RingCorruptError` and `DecodeError`; the port has then ended. Throws
   * `InstanceError` in the place of a message.
   */
  take(): Taken | undefined {
    const taken = this.#find(undefined)
    if (taken !== undefined) this.#tellTaken(taken.message, undefined)
    return readable(taken)
  }

  /**
   * As `take`, or with a time as `takeSync`, of bytes: how many were copied to `place`, or their lease. Throws also for
   * anything else, which stays.
   */
  takeBytes(place: Place, timeoutMs?: number): number | Lease | undefined {
    const taken = this.#find(place, timeoutMs)
    if (taken === undefined) return undefined
    const placed = taken.message
    if (isRefusal(placed)) throw placed
    this.#tellTaken(placed, place)
    return placed as number | Lease
  }

  /**
   * The next message, blocking the thread for it; undefined when the time is over or the port has ended. Throws as `take`,
   * and `TypeError` where it may not block or could not be woken.
   */
  takeSync(timeoutMs: number): Taken | undefined {
    const taken = this.#find(undefined, timeoutMs, true)
    if (taken !== undefined) this.#tellTaken(taken.message, undefined)
    return readable(taken)
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
  #find(place: Place | undefined, timeoutMs?: number, isBlocking = timeoutMs !== undefined): Taken | undefined {
    const { ending } = this.#parts
    ending.enter()
    try {
      return isBlocking ? this.#awaitNow(timeoutMs!, place) : this.#findNow(place)
    } catch (error) {
      ending.thrown = error
      throw ending.passed(error)
    }
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

  #awaitNow(timeoutMs: number, place: Place | undefined): Taken | undefined {
    const { ring, demand } = this.#parts
    ring.receiver?.requireIdle()
    demand.onTaking()
    this.#block ??= new BlockingTake(this.#parts, this.#passing)
    const found = this.#block.take(timeoutMs, place)
    return isStatus(found) ? undefined : { message: found }
  }

  #takeWaiting(place: Place | undefined): Taken {
    return { message: this.#passing.takeWaiting(place) }
  }
}
