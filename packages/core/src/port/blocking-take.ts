/** Blocks the thread until the next message is there. */

import type { Place } from '../direction/into.ts'
import type { Receiver } from '../direction/receiver.ts'
import { EMPTY, IN_LANE, isStatus, MORE, REFUSED } from '../direction/status.ts'
import { requireTimeout } from '../errors.ts'
import { BlockedSleep } from './blocked.ts'
import { giveBackAll } from './delivering.ts'
import type { ReceivingParts } from './demand.ts'
import { DRAINING } from './life.ts'
import type { Passing } from './passing.ts'

export class BlockingTake {
  readonly #parts: ReceivingParts
  readonly #passing: Passing
  readonly #sleep: BlockedSleep
  parks = 0

  constructor(parts: ReceivingParts, passing: Passing) {
    this.#parts = parts
    this.#passing = passing
    this.#sleep = new BlockedSleep(parts.host.now)
  }

  /** The next message, or what became of its bytes; `EMPTY` when the time is over or the port has ended. */
  take(timeoutMs: number, place: Place | undefined): unknown {
    const { host, ending, ring, life } = this.#parts
    if (!host.canBlock)
      throw new TypeError('Cannot block this thread for a message: use onmessage, or receive in a worker')
    requireTimeout(timeoutMs, 'block')
    const end = timeoutMs === Infinity ? Infinity : host.now() + timeoutMs
    while (!ending.isOver) {
      const receiver = ring.engageToTake()
      if (receiver === undefined)
        throw new TypeError('Cannot block for a message without shared memory: this port is in mode "copied"')
      if (this.#isNativeNext(receiver)) return this.#passing.takeWaiting(place)
      const found = this.#passing.readOrThrow(receiver, place)
      // Also after a message: this thread may never ask again, and the sender may wait for the room.
      receiver.publishRelease()
      if (!isStatus(found)) return found
      if (found === REFUSED) return receiver.takeRefusal()
      if (found === MORE) {
        if (host.now() < end) continue
        return EMPTY
      }
      life.endIfOver(found)
      if (ending.isOver) break
      // Polled on the way.
      if (this.#isNativeNext(receiver)) return this.#passing.takeWaiting(place)
      if (life.isPeerGone) return EMPTY
      if (found === IN_LANE)
        throw new TypeError(
          'Cannot block for the next message: it is on the native port, which only the event loop reads',
        )
      const left = end === Infinity ? Infinity : end - host.now()
      if (left <= 0) return EMPTY
      try {
        giveBackAll()
        this.#wait(receiver, left)
      } catch (error) {
        ending.endFor(error)
        throw error
      }
    }
    return EMPTY
  }

  // A worker that does not know us sends native messages only, so they are what this call takes. A worker that knows us sends
  // them for listeners. No listener runs while we block, so once the port drains they are taken too, or it would never end.
  #isNativeNext(receiver: Receiver): boolean {
    const { natives, life } = this.#parts
    return natives.areWaiting && (life.phase === DRAINING || !receiver.hasSent())
  }

  #wait(receiver: Receiver, timeoutMs: number): void {
    const { natives, ring, life, demand, looks } = this.#parts
    if (receiver.hasNews() || looks.look(receiver)) return
    if (!receiver.hasSent() && receiver.fetch()) return
    this.parks++
    if (!this.#sleep.park(ring.words, receiver, natives, timeoutMs)) life.missPeer()
    // A listener must look again, or nobody will wake it.
    demand.kickSoon()
  }
}
