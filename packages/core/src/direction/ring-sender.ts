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
  PRODUCER_OWNER,
  RECORD_HEADER_BYTES,
  RINGS_AHEAD,
  RINGS_SENT,
  STATE_TORN,
} from '../memory/layout.ts'
import { createRegion, type Region } from '../memory/region.ts'
import { endForProducer } from '../ring/death.ts'
import { Producer } from '../ring/producer.ts'
import { isConsumerClosed } from './await-room.ts'
import { Calm } from './calm.ts'
import { throwTorn } from './lane-sender.ts'
import { type Envelope, OOB_AHEAD, OOB_MOVED, OOB_RING } from './out-of-band.ts'
import type { SenderOptions } from './sender-options.ts'
import { UnwrappedSender } from './unwrapped-sender.ts'

export abstract class RingSender extends UnwrappedSender {
  readonly #owner: number
  readonly #maxCapacity: number
  protected producer: Producer
  protected span: Span
  readonly #firstCapacity: number
  readonly #firstMaxPayload: number
  protected readonly calm: Calm
  /** Another ring is sent before it is used, where the lane may lose it. */
  protected readonly sendsAhead: boolean
  /** One that the other side may not have got yet. */
  #ahead: Region | undefined
  #ringsSent = 0
  /** Another ring that the receiver may read by now, while a step is under way. */
  #other: Region | undefined

  /** Larger rings used. */
  growths = 0
  /** Times a ring of the first size followed a larger one. */
  shrinks = 0

  constructor(options: SenderOptions) {
    super(options)
    const { region, lane, owner, maxCapacity, calmLooks, unwrapped } = options
    this.#owner = owner
    this.#maxCapacity = Math.min(maxCapacity, MAX_CAPACITY)
    this.sendsAhead = lane.losesShared === true
    this.#firstCapacity = region.capacity
    this.#firstMaxPayload = region.maxPayload
    this.calm = new Calm(region.capacity, calmLooks)
    this.producer = new Producer(region, owner, this.nudge)
    this.span = createSpan(region.buffer, CONTROL_BYTES, region.capacity)
    this.begin(unwrapped)
  }

  /** The control block of the ring in use: a side that waits for room parks there, on PRODUCER_GATE. */
  get words(): Int32Array {
    return this.producer.region.words
  }

  /**
   * An older ring may hold what the other side takes last, or be where it reads while it takes from the lane, or where it
   * ends: then nothing in the ring in use tells of it.
   */
  get isInOlderRings(): boolean {
    if (this.buffered.hasOlder || this.words === this.home) return this.buffered.hasOlder
    // ORDER: B1 of that ring: the receiver reads it, and will end there; before it, it is looked for.
    return !this.buffered.isInOneRing || load(this.words, CONSUMER_OWNER) === 0
  }

  /** The receiver has ended the direction: whichever ring it reads, it says so in the first as well. */
  get isReceiverClosed(): boolean {
    return isConsumerClosed(this.home) || isConsumerClosed(this.words)
  }

  /** The other side says of its reading what cannot be. */
  get isCorrupt(): boolean {
    return this.producer.isCorrupt
  }

  /** Ends the direction: the receiver drains both lanes and then sees the end. `isTorn`: after a stack overflow anywhere. */
  close(isTorn = false): void {
    this.isClosed = true
    // Or a receiver that has missed some of the unwrapped messages would wait for them.
    if (this.isUnwrapped) this.stopUnwrapped()
    if (isTorn) this.#closeTorn()
    else this.producer.close()
    const { endsSilently, isHeard } = this.lane
    const isTold = endsSilently !== true && !isTorn
    // ORDER: B2, as in stopUnwrapped: before it nobody has looked at the ring, and who does sees the end.
    if (!isTold && (isHeard === true || load(this.words, CONSUMER_OWNER) !== 0)) this.nudge()
  }

  /** The receiver may not know of the last ring, and a step that was stopped may have kept its wake-up. */
  #closeTorn(): void {
    if (this.#other !== undefined) endForProducer(this.#other, STATE_TORN)
    endForProducer(this.producer.region, STATE_TORN)
  }

  // Not shown where a getter of the message has closed the port.
  protected commit(payloadBytes: number, kind: number): void {
    if (this.isTorn) throwTorn()
    this.isTorn = true
    this.producer.commit(payloadBytes, kind, this.sequence)
    this.isUnsent = false
    this.sequence = (this.sequence + 1) >>> 0
    this.messages++
    this.bytes += payloadBytes
    // Too much for the first ring, so the larger one is needed.
    if (payloadBytes > this.#firstMaxPayload) this.calm.begin(this.bytes)
    this.producer.tryPublish()
    this.isTorn = false
  }

  /**
   * Bytes that would not fit before the end of the ring go to its start at once, not by a second copy. Whether there is room
   * for them.
   */
  protected makeRoomFor(bytes: number): boolean {
    const most = bytes + MOST_BESIDE_BYTES
    return most <= this.producer.region.maxPayload && this.producer.tryClaim(most) >= 0
  }

  /** Goes on in a larger ring with room for `payloadBytes`. */
  protected grow(payloadBytes: number): boolean {
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
    if (ahead !== undefined && load(this.home, RINGS_AHEAD) !== this.#ringsSent) return false
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
    // ORDER: R0, before it is posted: who cannot read it knows that there is one; pairs with the load in LaneReceiver.disownUnreadable.
    store(this.home, RINGS_SENT, this.#ringsSent + 1)
    if (!this.postOnLane([this.token, 0, OOB_AHEAD, region.buffer], [])) return
    this.#ringsSent++
    this.#ahead = region
  }

  /** Goes back to a ring of the first size once the larger one is not needed. */
  protected lookForCalm(): void {
    const buffered = this.buffered.look()
    if (this.producer.region.capacity === this.#firstCapacity || this.sendsAhead) {
      // Back already, or never: looks until the rings that were left are drained, and nobody keeps their memory.
      if (this.buffered.hasOlder) this.calm.begin(this.bytes)
      else this.calm.lookAt = Infinity
      return
    }
    if (!this.calm.isEnough(this.bytes, buffered)) return
    // ORDER: advice, which nothing depends on; pairs with the store in the constructor of MergingReceiver.
    if (load(this.home, POLLS) === 0) return
    // The receiver has ended: it would never open the new ring, nor mark it as closed.
    if (this.isReceiverClosed) return
    const region = regionIfAny(this.#firstCapacity)
    // There is no memory for it, and no need of it.
    if (region === undefined) return this.calm.begin(this.bytes)
    this.#moveTo(region, region.buffer)
    this.calm.end(this.bytes)
    this.shrinks++
  }

  /** Leaves the ring in use, where somebody may still write. Without memory for another one nothing more is sent. */
  protected leaveRing(): void {
    const region = this.isClosed ? undefined : regionIfAny(this.producer.region.capacity)
    try {
      if (region === undefined) this.close()
      else this.#moveTo(region, region.buffer)
    } catch (error) {
      this.isTorn = true
      throw error
    }
  }

  /** Goes on in another ring; `buffer`: the other side has not got it yet. The announcement is a message: all later ones come after. */
  #moveTo(region: Region, buffer: SharedArrayBuffer | undefined): void {
    // ORDER: O2.ring, before the announcement below; the receiver goes on counting where the old ring stopped.
    store(region.words, OUT_OF_BAND, (this.announced + 1) | 0)
    const producer = new Producer(region, this.#owner, this.nudge)
    const span = createSpan(region.buffer, CONTROL_BYTES, region.capacity)
    const left = this.producer.region
    this.buffered.look()
    if (!this.postOnLane([this.token, this.sequence, OOB_RING, buffer], [])) return
    this.isTorn = true
    this.#other = left
    this.sequence = (this.sequence + 1) >>> 0
    this.announced = (this.announced + 1) | 0
    this.producer = producer
    this.span = span
    this.buffered.moveTo(region)
    this.announceIn(left.words)
    // Looks until the ring that was left is drained.
    this.calm.begin(this.bytes)
    this.#other = undefined
    this.isTorn = false
    this.sendHeld()
  }

  /** Nothing is being encoded or posted by it now, and nobody may still write what it has claimed. */
  get mayHandOver(): boolean {
    return !this.isEncoding && !this.isPosting && !this.isTorn && !this.isClosed && !this.sendsAhead
  }

  /**
   * Another sender goes on, also on another thread, and with a `Parcels` of its own: gives its ring, and how many unwrapped
   * messages were posted there. This one sends nothing more. Throws `RangeError` without memory for a ring.
   */
  handOver(): { readonly region: Region; readonly unwrapped: number } {
    const { region: last } = this.producer
    if (this.isUnwrapped) {
      // ORDER: the next takes it only when it has been told of the region.
      store(last.words, PRODUCER_OWNER, 0)
      this.isTorn = true
      return { region: last, unwrapped: this.announced }
    }
    const region = createRegion({ capacity: this.#firstCapacity, unwrapped: Infinity })
    this.lane.post([this.token, this.sequence, OOB_MOVED, region.buffer] satisfies Envelope)
    this.isTorn = true
    this.#other = region
    this.announced = (this.announced + 1) | 0
    this.announce()
    return { region, unwrapped: 0 }
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
