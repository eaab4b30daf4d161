/** An event of the platform that tells of the other side comes after what that side had sent through the ring. */

import type { Aside } from '../direction/aside.ts'
import type { Host } from '../host.ts'
import type { Incoming } from './incoming.ts'
import type { Natives } from './natives.ts'
import { MAX_TURN_MS } from './turn-length.ts'

export interface NewsParts {
  readonly incoming: Incoming
  readonly natives: Natives
  readonly aside: Aside
  readonly host: Host
}

/** Delivers what has come by now before it returns. */
export function catchUp(incoming: Incoming): void {
  const { receiver } = incoming.ring
  if (receiver !== undefined && !receiver.isReading) incoming.ending.tryOrEnd(() => incoming.turn.catchUp(receiver))
}

/**
 * Calls back after all messages that have come by now have been delivered in turns, as always. Without such messages it calls
 * back at once. It is not for an event that a listener makes. `afterMicrotasks` calls back in the same task, after all that its
 * promises lead to.
 */
export function afterNews(
  parts: NewsParts,
  afterMicrotasks: (callback: () => void) => void,
  callback: () => void,
): void {
  const { incoming, host } = parts
  const { turn } = incoming
  const end = host.now() + MAX_TURN_MS
  const look = (): void => {
    if (!hasNews(parts)) return callback()
    incoming.open()
    // Code behind a promise may listen again, as with `events.once`, and gets the next message.
    if (isDelivering(incoming) && host.now() < end) afterMicrotasks(lookAgain)
    else if (turn.isUnderWay) host.nextTask(lookAgain)
    // Messages are there, but nothing can take them now.
    else callback()
  }
  // A delivery that is still under way goes on in a task of its own. A turn that only looks for more might look for ever.
  const lookAgain = (): void => {
    if (isDelivering(incoming) || (turn.isUnderWay && hasNews(parts))) host.nextTask(lookAgain)
    else look()
  }
  // Between two messages: Node empties the ports of a worker that has ended one after the other, in one task.
  if (isDelivering(incoming)) afterMicrotasks(lookAgain)
  else look()
}

/** A listener is called, or has been, and the next message comes without a task in between. */
export function isDelivering({ inbox, turn }: Incoming): boolean {
  return turn.isDelivering || inbox.isFlushing
}

/** Whether something has come that somebody asks for. */
function hasNews({ incoming, natives, aside }: NewsParts): boolean {
  const { inbox, ring, life, demand } = incoming
  const { receiver } = ring
  const { asker } = demand
  if (receiver === undefined || life.isDone || asker === undefined) return false
  if (inbox.areWaiting || (natives.areWaiting && asker.takesMessages) || aside.has(asker)) return true
  let isThere = false
  incoming.ending.tryOrEnd(() => (isThere = receiver.hasNews()))
  return isThere
}
