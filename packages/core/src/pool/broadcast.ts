/** A value for all workers of a pool. */

import type { Member } from './member.ts'
import { BROADCAST } from './messages.ts'

export class Broadcast {
  /** The last one, for workers that come later. */
  last: readonly [value: unknown] | undefined

  /** Throws `DataCloneError`, and then no worker has it. */
  send(members: ReadonlySet<Member>, value: unknown): void {
    let isSent = false
    for (const member of members) {
      if (member.isEnding) continue
      member.notify(0, BROADCAST, value)
      isSent = true
    }
    // Those that come later could not say that it cannot be cloned.
    if (!isSent) structuredCopy(value)
    this.last = [value]
  }
}

function structuredCopy(value: unknown): void {
  ;(globalThis as unknown as { structuredClone(value: unknown): unknown }).structuredClone(value)
}
