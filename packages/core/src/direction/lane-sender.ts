/** The native lane of a sender: it carries what no ring can. Of rings it knows only the words that announce a native message. */

import { load, store } from '../atomics.ts'
import { dataCloneError } from '../errors.ts'
import type { Lane } from '../host.ts'
import { CONSUMER_GATE, OUT_OF_BAND } from '../memory/layout.ts'
import { PARK_SYNC, wake } from '../signal/gate.ts'
import { Buffered } from './buffered.ts'
import { type Order, POSTING, throwTorn } from './order.ts'
import { type Envelope, payloadOf, portsIn } from './out-of-band.ts'
import { Parcels } from './parcels.ts'
import type { SenderOptions } from './sender-options.ts'

export class LaneSender {
  readonly order: Order
  readonly lane: Lane
  readonly token: string
  parcels: Parcels
  /** The first ring's control block: the receiver writes there, however often the ring has grown. */
  readonly home: Int32Array
  readonly nudge: () => void
  readonly buffered: Buffered
  readonly #held: (() => void)[] = []
  #isSendingHeld = false

  /** Messages that took the native lane. */
  spills = 0
  /** Native messages sent only to wake the other side. */
  nudges = 0

  constructor(order: Order, { region, lane, token, parcels = new Parcels() }: SenderOptions) {
    this.order = order
    this.lane = lane
    this.token = token
    this.parcels = parcels
    this.home = region.words
    this.buffered = new Buffered(region)
    this.nudge = (): void => {
      this.nudges++
      lane.post(token)
    }
  }

  sendBytes(
    kind: number,
    bytes: Uint8Array,
    objects: readonly unknown[] | undefined,
    transfer: readonly object[],
  ): true {
    // A getter of this message has closed the direction. The lane takes nothing more, so nothing may be announced.
    if (this.order.isClosed) return true
    if (this.order.step === POSTING) return this.#hold(kind, bytes, objects, transfer)
    const { length } = bytes
    // Only `sendFilled` has a value here, and its length fits a view.
    this.post(kind, payloadOf(bytes), objects, [...transfer, bytes.buffer], length)
    return true
  }

  /** O1 to O3: one envelope on the native lane, with a sequence number of its own. */
  post(
    kind: number,
    payload: unknown,
    objects: readonly unknown[] | undefined,
    transfer: readonly object[],
    bytes: number,
  ): void {
    const { order } = this
    const ports = portsIn(transfer)
    const passports = ports && this.parcels.crossing?.passportsOf(ports)
    const envelope: Envelope = [this.token, order.sequence, kind, payload, objects, ports, passports]
    if (!this.postOnLane(envelope, transfer)) return
    order.isTorn = true
    order.isUnsent = false
    order.sequence = (order.sequence + 1) >>> 0
    // O2.count
    order.announced = (order.announced + 1) | 0
    // O2.tell
    this.announce()
    this.buffered.addToLane(order.announced, bytes)
    order.messages++
    order.bytes += bytes
    this.spills++
    order.isTorn = false
    this.sendHeld()
  }

  /** False: a getter has closed the direction, and the lane, which has not taken it then. */
  postOnLane(envelope: Envelope, transfer: readonly object[]): boolean {
    const { order } = this
    if (order.isTorn) throwTorn()
    const { step, isClosed } = order
    let isPosted = false
    order.step = POSTING
    try {
      this.lane.post(envelope, transfer)
      isPosted = isClosed || !order.isClosed
    } finally {
      order.step = step
      if (!isPosted) this.sendHeld()
    }
    return isPosted
  }

  #hold(kind: number, bytes: Uint8Array, objects: readonly unknown[] | undefined, transfer: readonly object[]): true {
    // Bytes alone can be posted later without fail: nobody could be told then.
    if (transfer.length + (objects?.length ?? 0) !== 0)
      throw dataCloneError(
        'What only the platform carries could not be cloned while it clones another: post it after that.',
      )
    this.#held.push(() => void this.sendBytes(kind, bytes, undefined, []))
    return true
  }

  sendHeld(): void {
    if (this.#isSendingHeld) return
    if (this.order.isClosed) this.#held.length = 0
    this.#isSendingHeld = true
    try {
      while (this.#held.length !== 0) this.#held.shift()!()
    } catch (error) {
      // The program was told that the message is sent.
      this.order.isTorn = true
      throw error
    } finally {
      this.#isSendingHeld = false
    }
  }

  announce(): void {
    this.announceIn(this.buffered.region.words)
  }

  announceIn(words: Int32Array): void {
    // ORDER: O2, after the post (O1), which may throw; pairs with the load in LaneReceiver.announced.
    store(words, OUT_OF_BAND, this.order.announced)
    this.#wakeIfBlocked(words)
  }

  #wakeIfBlocked(words: Int32Array): void {
    // ORDER: O3, after O2. An event loop has the port's own event; only a blocked thread must be woken. Pairs with C1.
    if (load(words, CONSUMER_GATE) === PARK_SYNC) wake(words, CONSUMER_GATE, this.nudge)
  }
}
