/**
 * The series of rings of one direction. A full ring is followed by a larger one, so that a post never waits; and once that is
 * no longer needed, by one of the first size.
 */

import { load, store } from '../atomics.ts'
import { createSpan, type Span } from '../codec/index.ts'
import { MOST_BESIDE_BYTES } from '../codec/kinds/bytes.ts'
import {
  CONSUMER_OWNER,
  CONTROL_BYTES,
  MAX_CAPACITY,
  OUT_OF_BAND,
  POLLS,
  RECORD_HEADER_BYTES,
  RING_SENT_AT,
  RINGS_AHEAD,
  RINGS_SENT,
  STATE_TORN,
} from '../memory/layout.ts'
import { createRegion, type Region } from '../memory/region.ts'
import { endForProducer } from '../ring/death.ts'
import { Producer } from '../ring/producer.ts'
import { isConsumerClosed } from './await-room.ts'
import { Calm } from './calm.ts'
import type { LaneSender } from './lane-sender.ts'
import { type Order, throwTorn } from './order.ts'
import { OOB_AHEAD, OOB_RING } from './out-of-band.ts'
import type { SenderOptions } from './sender-options.ts'

export class RingSender {
  readonly #by: LaneSender
  readonly #order: Order
  readonly #owner: number
  readonly #maxCapacity: number
  producer: Producer
  span: Span
  readonly calm: Calm
  /** More bytes need a larger ring than the first. */
  readonly #firstMaxPayload: number
  /** Another ring is sent before it is used, where the lane may lose it. */
  readonly sendsAhead: boolean
  /** One that the other side may not have got yet. */
  #ahead: Region | undefined = undefined
  #ringsSent = 0
  /** Another ring that the receiver may read by now, while a step is under way. */
  other: Region | undefined = undefined

  /** Larger rings used. */
  growths = 0
  /** Times a ring of the first size followed a larger one. */
  shrinks = 0

  constructor(by: LaneSender, { region, lane, owner, maxCapacity, calmLooks }: SenderOptions) {
    this.#by = by
    this.#order = by.order
    this.#owner = owner
    this.#maxCapacity = Math.min(maxCapacity, MAX_CAPACITY)
    this.sendsAhead = lane.losesShared === true
    this.#firstMaxPayload = region.maxPayload
    this.calm = new Calm(region.capacity, calmLooks)
    this.producer = new Producer(region, owner, by.nudge)
    this.span = createSpan(region.buffer, CONTROL_BYTES, region.capacity)
  }

  /** The control block of the ring in use: a side that waits for room parks there, on PRODUCER_GATE. */
  get words(): Int32Array {
    return this.producer.region.words
  }

  /**
   * The other side may be in an older ring: it may take its last message there, read there while it takes from the lane, or end
   * there. Nothing in the ring in use tells of that.
   */
  get isInOlderRings(): boolean {
    if (this.#by.buffered.hasOlder || this.words === this.#by.home) return this.#by.buffered.hasOlder
    // ORDER: B1 of that ring. After it the receiver reads this ring, and would end here.
    return !this.#by.buffered.isInOneRing || load(this.words, CONSUMER_OWNER) === 0
  }

  /** The receiver has ended the direction: whichever ring it reads, it says so in the first as well. */
  get isReceiverClosed(): boolean {
    return isConsumerClosed(this.#by.home) || isConsumerClosed(this.words)
  }

  /** The other side's reading position is impossible. */
  get isCorrupt(): boolean {
    return this.producer.isCorrupt
  }

  /** Ends the direction: the receiver drains both lanes and then sees the end. `isTorn`: after a stack overflow anywhere. */
  close(isTorn: boolean): void {
    if (isTorn) this.#closeTorn()
    else this.producer.close()
    const { endsSilently, isHeard } = this.#by.lane
    const isTold = endsSilently !== true && !isTorn
    // ORDER: B2, as in stopUnwrapped. Before it nobody has looked at the ring, and a receiver that looks later sees the end.
    if (!isTold && (isHeard === true || load(this.words, CONSUMER_OWNER) !== 0)) this.#by.nudge()
  }

  /** The receiver may not know of the last ring, and a step that was stopped may have kept its wake-up. */
  #closeTorn(): void {
    if (this.other !== undefined) endForProducer(this.other, STATE_TORN)
    endForProducer(this.producer.region, STATE_TORN)
  }

  // If a getter of the message has closed the port, `tryPublish` does not show the record.
  commit(payloadBytes: number, kind: number): void {
    const order = this.#order
    if (order.isTorn) throwTorn()
    order.isTorn = true
    this.producer.commit(payloadBytes, kind, order.sequence)
    order.isUnsent = false
    order.sequence = (order.sequence + 1) >>> 0
    order.messages++
    order.bytes += payloadBytes
    // The first ring could not carry it, so the larger one is still needed.
    if (payloadBytes > this.#firstMaxPayload) this.calm.begin(order.bytes)
    this.producer.tryPublish()
    order.isTorn = false
  }

  /**
   * Whether there is room for these bytes. If they do not fit before the end of the ring, the record goes to its start now, and
   * is not copied there later.
   */
  makeRoomFor(bytes: number): boolean {
    const most = bytes + MOST_BESIDE_BYTES
    return most <= this.producer.region.maxPayload && this.producer.tryClaim(most) >= 0
  }

  /** Goes on in a larger ring with room for `payloadBytes`. */
  grow(payloadBytes: number): boolean {
    let capacity = this.producer.region.capacity * 2
    while (payloadBytes > capacity / 4 - RECORD_HEADER_BYTES) capacity *= 2
    if (capacity > this.#maxCapacity) return false
    if (this.sendsAhead) return this.#growAhead(capacity)
    const region = regionIfAny(capacity)
    if (region === undefined) return false
    this.#moveTo(region, region.buffer)
    this.growths++
    return true
  }

  /** Goes on in a ring of at least that size if the other side has one by now. Else it is sent one, if there is memory for it. */
  #growAhead(capacity: number): boolean {
    const ahead = this.#ahead
    // ORDER: R2, it has the ring and all before it; pairs with R1 in LaneReceiver.#keepAhead.
    if (ahead !== undefined && load(this.#by.home, RINGS_AHEAD) !== this.#ringsSent) return false
    if (ahead !== undefined && ahead.capacity >= capacity) {
      this.#ahead = undefined
      this.#moveTo(ahead, undefined)
      this.growths++
      return true
    }
    const region = regionIfAny(capacity)
    if (region !== undefined) this.#sendAhead(region)
    return false
  }

  #sendAhead(region: Region): void {
    // ORDER: R0, before it is posted: who cannot read it knows that there is one, and where; pairs with LaneReceiver.#isRingNext.
    store(this.#by.home, RING_SENT_AT, this.#order.announced)
    // ORDER: the same.
    store(this.#by.home, RINGS_SENT, this.#ringsSent + 1)
    if (!this.#by.postOnLane([this.#by.token, 0, OOB_AHEAD, region.buffer], [])) return
    this.#ringsSent++
    this.#ahead = region
  }

  /** Goes back to a ring of the first size once the larger one is not needed. */
  lookForCalm(): void {
    const buffered = this.#by.buffered.look()
    if (this.producer.region.capacity === this.calm.capacity || this.sendsAhead) {
      // Back already, or never: looks until the rings that were left are drained, and nobody keeps their memory.
      if (this.#by.buffered.hasOlder) this.calm.begin(this.#order.bytes)
      else this.calm.lookAt = Infinity
      return
    }
    if (!this.calm.isEnough(this.#order.bytes, buffered)) return
    // ORDER: advice, which nothing depends on; pairs with the store in the constructor of MergingReceiver.
    if (load(this.#by.home, POLLS) === 0) return
    // The receiver has ended: it would never open the new ring, nor mark it as closed.
    if (this.isReceiverClosed) return
    const region = regionIfAny(this.calm.capacity)
    // There is no memory for it, and no need of it.
    if (region === undefined) return this.calm.begin(this.#order.bytes)
    this.#moveTo(region, region.buffer)
    this.calm.end(this.#order.bytes)
    this.shrinks++
  }

  /** Leaves the ring in use, where somebody may still write. False without memory for another one. */
  leaveRing(): boolean {
    const region = this.#order.isClosed ? undefined : regionIfAny(this.producer.region.capacity)
    if (region === undefined) return false
    this.#moveTo(region, region.buffer)
    return true
  }

  /** Goes on in another ring; `buffer`: the other side has not got it yet. The announcement is a message: all later ones come after. */
  #moveTo(region: Region, buffer: SharedArrayBuffer | undefined): void {
    // ORDER: O2.ring, before the announcement below; the receiver goes on counting where the old ring stopped.
    store(region.words, OUT_OF_BAND, (this.#order.announced + 1) | 0)
    const producer = new Producer(region, this.#owner, this.#by.nudge)
    const span = createSpan(region.buffer, CONTROL_BYTES, region.capacity)
    const left = this.producer.region
    this.#by.buffered.look()
    if (!this.#by.postOnLane([this.#by.token, this.#order.sequence, OOB_RING, buffer], [])) return
    this.#order.isTorn = true
    this.other = left
    this.#order.sequence = (this.#order.sequence + 1) >>> 0
    this.#order.announced = (this.#order.announced + 1) | 0
    this.producer = producer
    this.span = span
    this.#by.buffered.moveTo(region)
    this.#by.announceIn(left.words)
    // Looks until the ring that was left is drained.
    this.calm.begin(this.#order.bytes)
    this.other = undefined
    this.#order.isTorn = false
    this.#by.sendHeld()
  }
}

/** Undefined where there is no memory for it. */
function regionIfAny(capacity: number): Region | undefined {
  try {
    return createRegion({ capacity })
  } catch {
    return undefined
  }
}
