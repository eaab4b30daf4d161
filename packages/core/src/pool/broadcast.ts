/** A value for all workers of a pool. */

import type { Member } from './member.ts'
import { BROADCAST } from './messages.ts'

export class Broadcast {
  /** The last one, for workers that come later. */
  last: readonly [value: unknown] | undefined

  /** Throws `DataCloneError`, and then no worker has it. */
  send(members: ReadonlySet<Member>, value: unknown): void {
    // Those that come later could not say that it cannot be cloned.
    if (members.size === 0) structuredCopy(value)
    for (const member of members) if (!member.isEnding) member.notify(0, BROADCAST, value)
    this.last = [value]
  }
}

function structuredCopy(value: unknown): void {
  ;(globalThis as unknown as { structuredClone(value: unknown): unknown }).structuredClone(value)
}
