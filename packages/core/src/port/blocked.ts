/** The sleep of a blocked thread. It hears no event, so it asks now and then whether the other side is still there. */

import type { Receiver } from '../direction/receiver.ts'
import { CONSUMER_GATE } from '../memory/layout.ts'
import { parkSync } from '../signal/gate.ts'
import type { Clock } from '../signal/wait.ts'
import type { Natives } from './natives.ts'

const PROBE_MS = 50
/** After this many questions they become rare: the other side's event loop may never take them. */
const OFTEN = 100
const RARE_PROBE_MS = 1000

export class BlockedSleep {
  readonly #now: Clock
  /** Slept in vain since the last news or question, however many calls that took. */
  #silentMs = 0
  #probes = 0

  constructor(now: Clock) {
    this.#now = now
  }

  /** Parks until there may be news or `timeoutMs` have passed; false when the other side is gone. */
  park(words: Int32Array, receiver: Receiver, natives: Natives, timeoutMs: number): boolean {
    const now = this.#now
    const end = now() + timeoutMs
    for (let start = now(); ; start = now()) {
      const probeMs = !receiver.mayProbe ? Infinity : this.#probes < OFTEN ? PROBE_MS : RARE_PROBE_MS
      const sleepMs = Math.min(end - start, probeMs - this.#silentMs)
      if (parkSync(words, CONSUMER_GATE, receiver, Math.max(0, sleepMs))) {
        this.#silentMs = 0
        this.#probes = 0
        return true
      }
      const time = now()
      this.#silentMs += time - start
      if (this.#silentMs >= probeMs) {
        this.#silentMs = 0
        this.#probes++
        if (!receiver.probe()) return false
        // A connection without a ring wakes nobody.
        if (natives.areWaiting) return true
      }
      if (time >= end) return true
    }
  }
}
