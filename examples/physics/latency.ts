/** How long pushes take from the event on the page to the step that sees them. */

import { sharedNow } from '../transports/messages.ts'

export interface LatencyMessage {
  readonly type: 'latency'
  /** Median milliseconds until a step begins that sees a push. */
  readonly seenMs: number
  /** Of the same push: the step before was still running. */
  readonly waitedMs: number
}

/** Of so many pushes. */
const KEPT = 61

interface Push {
  readonly seenMs: number
  readonly waitedMs: number
}

export class Latency {
  #pushes: readonly Push[] = []

  /** A step begins that sees a push of that time. The last one ended at `steppedAt`. */
  seen(at: number, steppedAt: number): void {
    const push = { seenMs: sharedNow() - at, waitedMs: Math.max(0, steppedAt - at) }
    this.#pushes = [...this.#pushes.slice(1 - KEPT), push]
  }

  message(): LatencyMessage {
    const middle = this.#pushes.toSorted((a, b) => a.seenMs - b.seenMs)[this.#pushes.length >> 1]!
    return { type: 'latency', ...middle }
  }
}
