/** How long pushes take from the event on the page to the step that sees them. */

import { sharedNow } from '../transports/messages.ts'
import type { PushRecord } from './world.ts'

export interface LatencyMessage {
  readonly type: 'latency'
  /** Median milliseconds until a step begins that sees a push. */
  readonly seenMs: number
  /** Of the same push: until the page told of it, and then until the step before had ended. */
  readonly pageMs: number
  readonly waitedMs: number
}

/** Of so many pushes. */
const KEPT = 61

interface Seen {
  readonly seenMs: number
  readonly pageMs: number
  readonly waitedMs: number
}

export class Latency {
  #pushes: readonly Seen[] = []

  /** A step begins that sees that push. The last one ended at `steppedAt`. */
  seen({ at, sentAt }: PushRecord, steppedAt: number): void {
    const push = { seenMs: sharedNow() - at, pageMs: sentAt - at, waitedMs: Math.max(0, steppedAt - sentAt) }
    this.#pushes = [...this.#pushes.slice(1 - KEPT), push]
  }

  message(): LatencyMessage {
    const middle = this.#pushes.toSorted((a, b) => a.seenMs - b.seenMs)[this.#pushes.length >> 1]!
    return { type: 'latency', ...middle }
  }
}
