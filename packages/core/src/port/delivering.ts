/** The receivers of this thread that are in a turn. */

import type { Receiver } from '../direction/receiver.ts'

/** Those whose messages are being delivered, of this thread: bytes that were read may not have been given back. */
export const delivering: Set<Receiver> = new Set()

/** Before the thread blocks: the other side of any port may wait for room that there is. */
export function giveBackAll(): void {
  for (const receiver of delivering) receiver.publishRelease()
}
