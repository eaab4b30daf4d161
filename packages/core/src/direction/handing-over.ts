/** How another sender goes on in the place of one, also on another thread. Only a platform where ports move brings this code. */

import { store } from '../atomics.ts'
import { PRODUCER_OWNER } from '../memory/layout.ts'
import { createRegion, type Region } from '../memory/region.ts'
import { FREE } from './order.ts'
import { type Envelope, OOB_MOVED } from './out-of-band.ts'
import type { Sender } from './sender.ts'

/** Nothing is being encoded or posted by the sender now, and nobody may still write what it has claimed. */
export function mayHandOver({ order, rings }: Sender): boolean {
  return order.step === FREE && !order.isTorn && !order.isClosed && !rings.sendsAhead
}

/**
 * Gives the ring for the other sender, which has a `Parcels` of its own, and how many unwrapped messages were posted there. This
 * sender sends nothing more. Throws `RangeError` without memory for a ring.
 */
export function handOver(sender: Sender): { readonly region: Region; readonly unwrapped: number } {
  if (sender.unwrapped.isOn) return { region: handOverUnread(sender), unwrapped: sender.order.announced }
  return { region: handOverRead(sender), unwrapped: 0 }
}

function handOverRead({ order, rings, lane }: Sender): Region {
  const region = createRegion({ capacity: rings.calm.capacity, unwrapped: Infinity })
  lane.lane.post([lane.token, order.sequence, OOB_MOVED, region.buffer] satisfies Envelope)
  order.isTorn = true
  rings.other = region
  order.announced = (order.announced + 1) | 0
  lane.announce()
  return region
}

/** Nobody reads the ring yet, and the other sender begins it anew. */
function handOverUnread({ order, rings }: Sender): Region {
  const { region } = rings.producer
  // ORDER: the next takes it only when it has been told of the region.
  store(region.words, PRODUCER_OWNER, 0)
  region.isProducedHere = false
  order.isTorn = true
  return region
}
