/** Blocks the thread until the next message is there. */

import type { Place } from '../channel/into.ts'
import type { Receiver } from '../channel/receiver.ts'
import { EMPTY, IN_LANE, isStatus, MORE, REFUSED, type Status } from '../channel/status.ts'
import { requireTimeout } from '../errors.ts'
import type { Host } from '../host.ts'
import type { Spinner } from '../signal/wait-strategy.ts'
import { BlockedSleep } from './blocked.ts'
import type { Natives } from './natives.ts'
import { giveBackAll } from './delivering.ts'

/** The next message is one of the natives that are kept. */
export const KEPT: unique symbol = Symbol('kept')

/** The port whose messages are taken. */
export interface BlockOwner {
  /** The port has ended. */
  readonly isOver: boolean
  /** The other side has, and only messages that wait are left. */
  readonly isDrained: boolean
  /** The words of the ring that is read now. */
  readonly ring: { readonly words: Int32Array }
  /** Ready to take a message; undefined without shared memory. */
  engageToTake(): Receiver | undefined
  /** The next message, or a `Status`. Throws what cannot be read; the port has then ended. */
  nextOrThrow(receiver: Receiver, place: Place | undefined): unknown
  /** Ends the port if nothing more can come: `status` is not MESSAGE. */
  endIfOver(status: Status): void
  /** The peer is gone: the port ends when all it sent is delivered, or once it is told how that ended. */
  peerGone(): void
  readonly isPeerGone: boolean
  /** The peer's positions make no sense. */
  endAsCorrupt(error: unknown): void
  /** After a park: the gate says now that somebody looks. */
  kickSoon(): void
}

export class BlockingTake {
  readonly #owner: BlockOwner
  readonly #host: Host
  readonly #spinner: Spinner
  readonly #sleep: BlockedSleep
  readonly #natives: Natives
  parks = 0

  constructor(owner: BlockOwner, host: Host, spinner: Spinner, natives: Natives) {
    this.#owner = owner
    this.#host = host
    this.#spinner = spinner
    this.#sleep = new BlockedSleep(host.now)
    this.#natives = natives
  }

  /**
   * The next message, or what became of its bytes, or KEPT; `EMPTY` when the time is over or the port has ended.
   */
  take(timeoutMs: number, place: Place | undefined): unknown {
    if (!this.#host.canBlock)
      throw new TypeError('Cannot block this thread for a message: use onmessage, or receive in a worker')
    requireTimeout(timeoutMs, 'block')
    const owner = this.#owner
    const end = timeoutMs === Infinity ? Infinity : this.#host.now() + timeoutMs
    while (!owner.isOver) {
      const receiver = owner.engageToTake()
      if (receiver === undefined)
        throw new TypeError('Cannot block for a message without shared memory: this port is in mode "copied"')
      if (this.#isNativeNext(receiver)) return KEPT
      const found = owner.nextOrThrow(receiver, place)
      // Also after a message: this thread may never ask again, and the sender may wait for the room.
      receiver.publishRelease()
      if (!isStatus(found)) return found
      if (found === REFUSED) return receiver.takeRefusal()
      if (found === MORE) {
        if (this.#host.now() < end) continue
        return EMPTY
      }
      owner.endIfOver(found)
      if (owner.isOver) break
      // Polled on the way.
      if (this.#isNativeNext(receiver)) return KEPT
      if (owner.isPeerGone) return EMPTY
      if (found === IN_LANE)
        throw new TypeError(
          'Cannot block for the next message: it is on the native port, which only the event loop reads',
        )
      const left = end === Infinity ? Infinity : end - this.#host.now()
      if (left <= 0) return EMPTY
      try {
        giveBackAll()
        this.#wait(receiver, left)
      } catch (error) {
        owner.endAsCorrupt(error)
        throw error
      }
    }
    return EMPTY
  }

  // A worker that knows nothing of us posts nothing else. Of one that does, native messages are for listeners; but at its
  // end they are what keeps the port from ending, and no listener runs while we block.
  #isNativeNext(receiver: Receiver): boolean {
    return this.#natives.areKept && (this.#owner.isDrained || !receiver.hasSent())
  }

  #wait(receiver: Receiver, timeoutMs: number): void {
    const spinner = this.#spinner
    spinner.begin()
    do {
      if (spinner.spin(receiver)) return
    } while (!spinner.isOver)
    if (!receiver.hasSent() && receiver.fetch()) return
    spinner.parked()
    this.parks++
    if (!this.#sleep.park(this.#owner.ring.words, receiver, this.#natives, timeoutMs)) this.#owner.peerGone()
    spinner.woken(this.#host.now())
    // Whoever listens must look again, or nobody will wake it.
    this.#owner.kickSoon()
  }
}
