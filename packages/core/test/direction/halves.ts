/** Both halves of one direction, over one ring of 4 KiB, without threads. */

import { Receiver } from '../../src/direction/receiver.ts'
import { Sender } from '../../src/direction/sender.ts'
import { createRegion, type Region } from '../../src/memory/region.ts'

interface Halves {
  readonly region: Region
  readonly receiver: Receiver
  readonly sender: Sender
}

const nothing = (): void => {}

/**
 * `onPost`: what the sender posts on its native lane. `poll`: how the receiver takes it from there, where it can. `onWake`: what
 * the receiver posts, to wake a sender. `losesShared`: of the sender's lane.
 */
export function halves(
  maxCapacity: number,
  onPost: (message: unknown) => void = nothing,
  poll?: () => { message: unknown } | undefined,
  onWake: () => void = nothing,
  losesShared: boolean = false,
): Halves {
  const region = createRegion({ capacity: 4096 })
  const receiver = new Receiver({
    region,
    lane: { post: onWake, poll },
    token: 'token',
    owner: 2,
    onRing: nothing,
    onForeign: nothing,
  })
  const sender = new Sender({
    region,
    lane: { post: onPost, losesShared } as never,
    token: 'token',
    owner: 1,
    maxCapacity,
    unwrapped: 0,
    whenFull: 'buffer',
    highWaterMark: 0,
    maxBufferedBytes: Infinity,
    isPeerGone: undefined,
  })
  return { region, receiver, sender }
}
