/**
 * The beginning of a direction, before anybody reads its ring. Until then messages go by the native lane as they are: the
 * reader may know nothing of us.
 */

import { load, store } from '../atomics.ts'
import { CONSUMER_OWNER, UNWRAPPED } from '../memory/layout.ts'
import { EVERY_MESSAGE_UNWRAPPED } from '../memory/region.ts'
import type { LaneSender } from './lane-sender.ts'
import { ENCODING } from './order.ts'
import { type Envelope, OOB_BEGIN } from './out-of-band.ts'

export class UnwrappedSender {
  readonly #by: LaneSender
  /** Nobody reads the ring yet: messages take the native lane as they are. */
  isOn = false

  constructor(by: LaneSender) {
    this.#by = by
  }

  /** Once our end of the ring is taken. `unwrapped`: native messages sent before there was a ring. */
  begin(unwrapped: number): void {
    const { order, home } = this.#by
    // ORDER: our own word, set by the region's creator before it was handed over.
    this.isOn = load(home, UNWRAPPED) === EVERY_MESSAGE_UNWRAPPED
    if (unwrapped === 0) return
    order.sequence = unwrapped >>> 0
    order.announced = unwrapped | 0
    // ORDER: O2 for all of them at once; pairs with the load in LaneReceiver.isPending.
    this.#by.announce()
  }

  /** Whether somebody reads the ring by now. */
  stopUnwrapped(): boolean {
    const { order, home, lane, token } = this.#by
    // ORDER: B2, pairs with the compareExchange of the peer's Consumer (B1): from then on somebody reads the ring.
    if (load(home, CONSUMER_OWNER) === 0) return false
    // ORDER: B3, before the first numbered message of either lane; pairs with the loads in LaneReceiver.keepMessage and begin.
    store(home, UNWRAPPED, order.announced)
    // B4. The lane keeps order, so this tells better than any count which messages are still to come.
    if (order.announced !== 0) lane.post([token, order.sequence, OOB_BEGIN] satisfies Envelope)
    this.isOn = false
    return true
  }

  send(value: unknown, transfer: readonly object[] | undefined): true {
    const { lane, parcels } = this.#by
    const { crossing } = parcels
    return this.count(() => {
      if (crossing === undefined || transfer === undefined) parcels.post(lane, value, transfer)
      else crossing.postUnwrapped(this.#by, value, transfer)
    })
  }

  /** Counts a message that `post` posts as it is. */
  count(post: () => void): true {
    const { order } = this.#by
    const { step } = order
    order.step = ENCODING
    try {
      post()
    } finally {
      order.step = step
    }
    // It comes after the end, if at all.
    if (order.isClosed) return true
    order.isTorn = true
    order.sequence = (order.sequence + 1) >>> 0
    order.announced = (order.announced + 1) | 0
    order.messages++
    this.#by.spills++
    this.#by.announce()
    order.isTorn = false
    return true
  }
}
