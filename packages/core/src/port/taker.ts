/** Messages taken one by one: now or never, blocking, or for somebody who begins to wait. */

import { isRefusal, LEASE, type Place } from '../channel/into.ts'
import type { Lease } from '../channel/lease.ts'
import type { Receiver } from '../channel/receiver.ts'
import { isStatus, REFUSED } from '../channel/status.ts'
import { readable } from '../channel/unreadable.ts'
import type { Host } from '../host.ts'
import type { Spinner } from '../signal/wait-strategy.ts'
import { type BlockOwner, BlockingTake, KEPT } from './blocking-take.ts'
import type { Ending } from './ending.ts'
import type { Inbox } from './inbox.ts'
import type { IncomingTrace } from './trace.ts'
import type { Natives } from './natives.ts'
import { give, type Waiter } from './pulls.ts'
import type { RecordTaker } from './record-taker.ts'

export interface TakeOwner extends BlockOwner {
  readonly readAt: number
  readonly receiver: Receiver | undefined
  readonly records: RecordTaker
  /** Before a message is taken of which no turn knows: perhaps the last. */
  onTaking(): void
  readonly ending: Ending
}

export interface TakerParts {
  readonly owner: TakeOwner
  readonly host: Host
  readonly spinner: Spinner
  readonly inbox: Inbox
  readonly natives: Natives
  readonly trace: IncomingTrace | undefined
}

interface Taken {
  message: unknown
}

export class Taker {
  readonly #parts: TakerParts
  readonly #block: BlockingTake

  constructor(parts: TakerParts) {
    this.#parts = parts
    this.#block = new BlockingTake(parts.owner, parts.host, parts.spinner, parts.natives)
  }

  /** Times a blocked thread went to sleep. */
  get parks(): number {
    return this.#block.parks
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
    const taken = timeoutMs === undefined ? this.#find(place) : this.#await(timeoutMs, place)
    return taken && this.#placedOrThrow(taken.message, place)
  }

  /**
   * The next message, blocking the thread for it; undefined when the time is over or the port has ended. Throws as `take`,
   * and `TypeError` where it may not block or could not be woken.
   */
  takeSync(timeoutMs: number): Taken | undefined {
    const taken = this.#await(timeoutMs, undefined)
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
      if (!this.#parts.owner.isOver) throw error
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

  /** Tells whoever looks on; with a place `message` is the number of bytes, or their lease. */
  tell(message: unknown, place: Place | undefined): void {
    const { trace } = this.#parts
    if (place === undefined) trace?.received(message)
    else trace?.received(place === LEASE ? (message as Lease).bytes : place.subarray(0, message as number))
  }

  #tellTaken(message: unknown, place: Place | undefined): void {
    const { trace, owner } = this.#parts
    if (trace === undefined) return
    this.tell(message, place)
    trace.delivered?.(owner.readAt)
  }

  /** With a place: how many bytes or their lease, or the error that tells why the message stays. */
  #find(place: Place | undefined): Taken | undefined {
    const { ending } = this.#parts.owner
    ending.enter()
    try {
      return this.#findNow(place)
    } catch (error) {
      ending.thrown = error
      throw ending.passed(error)
    }
  }

  #findNow(place: Place | undefined): Taken | undefined {
    const { owner, natives } = this.#parts
    if (owner.isOver) return undefined
    owner.receiver?.requireIdle()
    owner.onTaking()
    const receiver = owner.engageToTake()
    if (natives.areKept) return this.#takeKept(place)
    if (receiver === undefined) return this.#findNative(place)
    const found = owner.nextOrThrow(receiver, place)
    receiver.publishRelease()
    if (!isStatus(found)) return { message: found }
    if (found === REFUSED) return { message: receiver.takeRefusal() }
    owner.endIfOver(found)
    // Polled on the way.
    return natives.areKept ? this.#takeKept(place) : undefined
  }

  #findNative(place: Place | undefined): Taken | undefined {
    const { owner, natives, inbox } = this.#parts
    let kept = inbox.take()
    // No listener runs within a call that takes messages.
    for (; kept !== undefined && owner.records.keepParcel(kept[0]); kept = inbox.take()) owner.kickSoon()
    if (kept === undefined) return undefined
    const message = natives.take(kept[0], place)
    if (place !== undefined && isRefusal(message)) inbox.putBack(...kept)
    return { message }
  }

  #await(timeoutMs: number, place: Place | undefined): Taken | undefined {
    const { ending } = this.#parts.owner
    ending.enter()
    try {
      return this.#awaitNow(timeoutMs, place)
    } catch (error) {
      ending.thrown = error
      throw ending.passed(error)
    }
  }

  #awaitNow(timeoutMs: number, place: Place | undefined): Taken | undefined {
    const { owner } = this.#parts
    owner.receiver?.requireIdle()
    owner.onTaking()
    const found = this.#block.take(timeoutMs, place)
    if (found === KEPT) return this.#takeKept(place)
    return isStatus(found) ? undefined : { message: found }
  }

  #takeKept(place: Place | undefined): Taken {
    return { message: this.#parts.natives.takeKept(place) }
  }

  #placedOrThrow(placed: unknown, place: Place): number | Lease {
    if (isRefusal(placed)) throw placed
    this.#tellTaken(placed, place)
    return placed as number | Lease
  }
}
