/**
 * The beginning of a direction, before anybody reads its ring. Until then messages go by the native lane as they are: the
 * reader may know nothing of us.
 */

import { load, store } from '../atomics.ts'
import { CARRIERS, CONSUMER_OWNER, MOST_CARRIERS, UNWRAPPED } from '../memory/layout.ts'
import { EVERY_MESSAGE_UNWRAPPED } from '../memory/region.ts'
import type { Crossing } from './crossing.ts'
import { LaneSender } from './lane-sender.ts'
import { type Envelope, OOB_BEGIN, portsIn } from './out-of-band.ts'

export abstract class UnwrappedSender extends LaneSender {
  /** Nobody reads the ring yet: messages take the native lane as they are. */
  isUnwrapped = false

  /** Once our end of the ring is taken. `unwrapped`: native messages sent before there was a ring. */
  protected begin(unwrapped: number): void {
    // ORDER: our own word, set by the region's creator before it was handed over.
    this.isUnwrapped = load(this.home, UNWRAPPED) === EVERY_MESSAGE_UNWRAPPED
    if (unwrapped === 0) return
    this.sequence = unwrapped >>> 0
    this.announced = unwrapped | 0
    // ORDER: O2 for all of them at once; pairs with the load in LaneReceiver.isPending.
    this.announce()
  }

  /** Whether somebody reads the ring by now. */
  protected stopUnwrapped(): boolean {
    // ORDER: B2, pairs with the compareExchange of the peer's Consumer (B1): from then on somebody reads the ring.
    if (load(this.home, CONSUMER_OWNER) === 0) return false
    // ORDER: B3, before the first numbered message of either lane; pairs with the loads in LaneReceiver.keepMessage and begin.
    store(this.home, UNWRAPPED, this.announced)
    // B4. The lane keeps order, so this tells better than any count which messages are still to come.
    if (this.announced !== 0) this.lane.post([this.token, this.sequence, OOB_BEGIN] satisfies Envelope)
    this.isUnwrapped = false
    return true
  }

  protected sendUnwrapped(value: unknown, transfer: readonly object[] | undefined): true {
    const ports = transfer && portsIn(transfer)
    const { crossing } = this.parcels
    const passports = ports && crossing?.passportsOf(ports)
    if (passports === undefined) return this.countUnwrapped(() => this.parcels.post(this.lane, value, transfer))
    return this.countUnwrapped(() => this.#postWithCarrier(value, transfer!, crossing!, passports))
  }

  /** The reader may know nothing of us. So the message is as it was, and one more port comes last. */
  #postWithCarrier(
    value: unknown,
    transfer: readonly object[],
    crossing: Crossing,
    passports: readonly unknown[],
  ): void {
    const place = this.announced
    if (place >= MOST_CARRIERS) return this.parcels.post(this.lane, value, transfer)
    // ORDER: our own word.
    const others = load(this.home, CARRIERS)
    // ORDER: before the post; pairs with the load in LaneReceiver.#hasCarrier.
    store(this.home, CARRIERS, others | (1 << place))
    try {
      this.parcels.post(this.lane, value, [...transfer, crossing.carry(passports)])
    } catch (error) {
      // ORDER: our own word, and nothing was posted.
      store(this.home, CARRIERS, others)
      throw error
    }
  }

  protected countUnwrapped(post: () => void): true {
    const isInside = this.isEncoding
    this.isEncoding = true
    try {
      post()
    } finally {
      this.isEncoding = isInside
    }
    // It comes after the end, if at all.
    if (this.isClosed) return true
    this.isTorn = true
    this.sequence = (this.sequence + 1) >>> 0
    this.announced = (this.announced + 1) | 0
    this.messages++
    this.spills++
    this.announce()
    this.isTorn = false
    return true
  }
}
