/** An event of the platform that tells of the other side comes after what that side had sent through the ring. */

import type { Host } from '../host.ts'
import type { Incoming } from './incoming.ts'
import { soon } from './turn.ts'

/** Delivers what has come by now before it returns. */
export function catchUp(incoming: Incoming): void {
  const { receiver } = incoming
  if (receiver !== undefined && !receiver.isReading) incoming.tryOrEnd(() => incoming.turn.catchUp(receiver))
}

/** Calls back after what has come by now has been delivered in turns as always, at once where that is nothing. */
export function afterNews(incoming: Incoming, host: Host, callback: () => void): void {
  const { receiver, turn } = incoming
  let hasNews = turn.isDelivering
  if (receiver !== undefined && incoming.isWanted()) incoming.tryOrEnd(() => (hasNews ||= receiver.hasNews()))
  if (!hasNews) return callback()
  incoming.kick()
  const look = (): void => {
    if (turn.isDelivering) lookSoon()
    else if (turn.isUnderWay) host.nextTask(look)
    else callback()
  }
  const lookSoon = soon(look)
  look()
}
