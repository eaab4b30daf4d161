/** Messages taken one by one: now or never, blocking, or for somebody who begins to wait. */

import { MESSAGE, type Receiver, REFUSED } from '../channel/receiver.ts'
import { readable } from '../channel/unreadable.ts'
import type { Host } from '../host.ts'
import type { Spinner } from '../signal/wait-strategy.ts'
import { type BlockOwner, BlockingTake, KEPT } from './blocking-take.ts'
import type { Inbox } from './inbox.ts'
import type { IncomingTrace } from './options.ts'
import { isRefusal, type Natives } from './natives.ts'
import { give, type Waiter } from './pulls.ts'
import type { RecordTaker } from './record-taker.ts'

export interface TakeOwner extends BlockOwner {
  readonly readAt: number
  readonly receiver: Receiver | undefined
  readonly records: RecordTaker
  /** A message was taken that no turn knows of: perhaps the last. */
  onTaken(): void
  endAsCorrupt(error: unknown): void
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

  /** As `take`, of bytes copied into `target`: how many. Throws also when they do not go there, and the message stays. */
  takeInto(target: Uint8Array): number | undefined {
    const taken = this.#find(target)
    return taken && this.#countOrThrow(taken.message, target)
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

  /** As `takeSync` and `takeInto`. */
  takeIntoSync(target: Uint8Array, timeoutMs: number): number | undefined {
    const taken = this.#await(timeoutMs, target)
    return taken && this.#countOrThrow(taken.message, target)
  }

  /** Settles what waits for the next message, if that is here; what cannot be read ends the port. */
  takeFor(waiter: Waiter): boolean {
    const { target } = waiter
    let taken: Taken | undefined
    try {
      taken = this.#find(target)
    } catch (error) {
      this.#parts.owner.endAsCorrupt(error)
    }
    if (taken === undefined) return false
    const { message } = taken
    if (target !== undefined && isRefusal(message)) waiter.reject(message)
    else {
      this.#tellTaken(message, target)
      give(waiter, message)
    }
    return true
  }

  /** Tells whoever looks on; with a target `message` is the number of bytes. */
  tell(message: unknown, target: Uint8Array | undefined): void {
    this.#parts.trace?.received(target === undefined ? message : target.subarray(0, message as number))
  }

  #tellTaken(message: unknown, target: Uint8Array | undefined): void {
    const { trace, owner } = this.#parts
    if (trace === undefined) return
    this.tell(message, target)
    trace.delivered?.(owner.readAt)
  }

  /** With a target: how many bytes, or the error that tells why the message stays. */
  #find(target: Uint8Array | undefined): Taken | undefined {
    const { owner, natives } = this.#parts
    if (owner.isOver) return undefined
    owner.receiver?.requireIdle()
    const receiver = owner.engageToTake()
    if (natives.areKept) return this.#takeKept(target)
    if (receiver === undefined) return this.#findNative(target)
    const status = owner.nextOrThrow(receiver, target)
    receiver.publishRelease()
    if (status === MESSAGE || status === REFUSED) return this.#takenFrom(receiver)
    owner.endIfOver(status)
    return undefined
  }

  #findNative(target: Uint8Array | undefined): Taken | undefined {
    const { owner, natives, inbox } = this.#parts
    let kept = inbox.take()
    // No listener runs within a call that takes messages.
    for (; kept !== undefined && owner.records.keepParcel(kept[0]); kept = inbox.take()) owner.kickSoon()
    if (kept === undefined) return undefined
    const message = natives.take(kept[0], target)
    if (target !== undefined && isRefusal(message)) inbox.putBack(...kept)
    return { message }
  }

  #await(timeoutMs: number, target: Uint8Array | undefined): Taken | undefined {
    this.#parts.owner.receiver?.requireIdle()
    const taken = this.#block.take(timeoutMs, target)
    return taken === KEPT ? this.#takeKept(target) : taken && this.#takenFrom(taken)
  }

  #takeKept(target: Uint8Array | undefined): Taken {
    const message = this.#parts.natives.takeKept(target)
    this.#parts.owner.onTaken()
    return { message }
  }

  #takenFrom(receiver: Receiver): Taken {
    this.#parts.owner.onTaken()
    return receiver.taken()
  }

  #countOrThrow(copied: unknown, target: Uint8Array): number {
    if (isRefusal(copied)) throw copied
    this.#tellTaken(copied, target)
    return copied as number
  }
}
