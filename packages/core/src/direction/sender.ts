/**
 * The sending half of one direction: which way a message goes. Every message takes the next sequence number and one of two
 * lanes: the ring, or the native lane for what the ring cannot carry (`transfer`, platform objects, large messages, a posting
 * getter).
 */

import { load } from '../atomics.ts'
import { copyBytes } from '../codec/copy.ts'
import { Encoder } from '../codec/index.ts'
import { carriedBytes } from '../codec/kinds/bytes.ts'
import type { LaneChooser } from '../host.ts'
import { PRODUCER_POSITION, RECORD_MESSAGE } from '../memory/layout.ts'
import { CLOSED, FULL } from '../ring/producer.ts'
import { wakeAtAnyRelease, wakeAtBytesLeft } from './await-room.ts'
import { LaneSender } from './lane-sender.ts'
import { Limits } from './limits.ts'
import { ENCODING, FREE, Order } from './order.ts'
import { LARGE, OOB_BYTES, OOB_STANDALONE } from './out-of-band.ts'
import type { Parcels } from './parcels.ts'
import { RingSender } from './ring-sender.ts'
import type { SenderOptions } from './sender-options.ts'
import { askPlatform, requireTransferable } from './transferable.ts'
import { UnwrappedSender } from './unwrapped-sender.ts'

export class Sender {
  readonly order: Order
  readonly lane: LaneSender
  readonly rings: RingSender
  readonly unwrapped: UnwrappedSender
  readonly limits: Limits
  readonly #options: SenderOptions
  /** Made for the first message: a port may only read, or post what goes as it is. */
  #encoder: Encoder | undefined = undefined
  /** Once a large message could have gone another way. */
  #choice: LaneChooser | undefined = undefined
  /** Encodings of more bytes are looked at before they are sent. */
  readonly #largeBytes: number

  constructor(options: SenderOptions) {
    this.#options = options
    this.order = new Order()
    this.lane = new LaneSender(this.order, options)
    this.rings = new RingSender(this.lane, options)
    this.unwrapped = new UnwrappedSender(this.lane)
    this.limits = new Limits(options, this.lane.buffered)
    this.#largeBytes = this.limits.isBounded ? 0 : LARGE
    this.unwrapped.begin(options.unwrapped)
  }

  /** Carries other classes of the program from now on: before the first message. */
  use(parcels: Parcels): void {
    this.lane.parcels = parcels
    this.#encoder = undefined
  }

  /**
   * Sends a message. Waits only with `whenFull: 'block'`. With `mayRefuse` it returns false, and sends nothing, if it would
   * otherwise have to buffer, wait or throw because there is no room. Throws `DataCloneError`, or the error of a getter: then
   * nothing was sent.
   */
  send(value: unknown, transfer: readonly object[] | undefined, mayRefuse = false): boolean {
    const { order, rings } = this
    // Rare steps are functions of their own, here and below (docs/decisions/0017).
    if (this.unwrapped.isOn || order.step !== FREE) return this.#sendOutOfTurn(value, transfer, mayRefuse)
    if (transfer !== undefined) requireTransferable(this.lane.lane, transfer)
    if (order.isUnsent || order.bytes >= rings.calm.lookAt) this.begin()
    if (ArrayBuffer.isView(value) && this.#trySendView(value, transfer, mayRefuse)) return true
    if (this.#choice !== undefined && transfer === undefined && this.#trySendByLane(this.#choice, value, mayRefuse))
      return true
    const { producer } = rings
    const encoder = (this.#encoder ??= new Encoder(false, this.lane.parcels.registry))
    const start = producer.claim()
    let end: number
    order.step = ENCODING
    try {
      end = encoder.encode(value, rings.span, start, producer.claimEnd, transfer)
    } catch (error) {
      order.step = FREE
      if (transfer !== undefined) askPlatform(this.lane.lane, transfer)
      throw error
    }
    order.step = FREE
    order.isUnsent = true
    if (end < 0 || end - start > this.#largeBytes || encoder.beside.areSent || transfer !== undefined)
      return this.#sendEncoded(value, start, end, transfer ?? [], mayRefuse)
    rings.commit(end - start, RECORD_MESSAGE)
    return true
  }

  /** To be called before a message. Undoes a message that was encoded and not sent, and leaves a ring that is too large. */
  begin(): void {
    if (this.order.isUnsent) this.forgetUnsent()
    if (this.order.bytes >= this.rings.calm.lookAt) this.rings.lookForCalm()
  }

  #sendOutOfTurn(value: unknown, transfer: readonly object[] | undefined, mayRefuse: boolean): boolean {
    const { order, unwrapped } = this
    // While a message without envelope is being posted, no numbered message may overtake it.
    if (unwrapped.isOn && (order.step !== FREE || !unwrapped.stopUnwrapped())) return unwrapped.send(value, transfer)
    // A getter of the value that is being encoded posts. Its message goes first, by the native lane, which is free.
    if (order.step !== FREE) return this.#sendFromGetter(value, transfer ?? [], mayRefuse)
    return this.send(value, transfer, mayRefuse)
  }

  #sendEncoded(value: unknown, start: number, end: number, transfer: readonly object[], mayRefuse: boolean): boolean {
    const encoder = this.#encoder!
    if (this.order.isClosed) return true
    if (transfer.length === 0) this.#learn(value, end < 0 ? encoder.spilled().length : end - start, mayRefuse)
    if (encoder.beside.areSent || transfer.length !== 0)
      return this.#sendPlatformObjects(start, end, transfer, mayRefuse)
    if (end < 0) {
      try {
        return this.sendSpilled(encoder.spilled(), RECORD_MESSAGE, OOB_BYTES, mayRefuse, false)
      } finally {
        // Nothing of a refused message is kept: memory may be what is short.
        if (this.order.isUnsent) this.forgetUnsent()
        else encoder.forgetSpilled()
      }
    }
    if (this.limits.isBounded && !this.limits.mayAdd(end - start, mayRefuse)) return false
    this.rings.commit(end - start, RECORD_MESSAGE)
    return true
  }

  /** Whether bytes were sent as they are. Else room was made for them in one piece, and they are encoded as any other message. */
  #trySendView(value: ArrayBufferView, transfer: readonly object[] | undefined, mayRefuse: boolean): boolean {
    const bytes = carriedBytes(value)
    // A transferred buffer needs no room.
    if (bytes === 0 || (transfer !== undefined && transfer.length !== 0)) return false
    const choice = bytes > LARGE ? this.#choose() : undefined
    if (choice !== undefined && this.#mayClone(mayRefuse) && choice.trySendView(value, bytes)) return true
    this.rings.makeRoomFor(bytes)
    return false
  }

  #trySendByLane(choice: LaneChooser, value: unknown, mayRefuse: boolean): boolean {
    return this.#mayClone(mayRefuse) && choice.trySend(value)
  }

  #learn(value: unknown, bytes: number, mayRefuse: boolean): void {
    if (bytes > LARGE && this.#mayClone(mayRefuse)) this.#choose()?.learn(value, bytes, this.#encoder!.copiedBytes)
  }

  #choose(): LaneChooser | undefined {
    return (this.#choice ??= this.#options.chooseLane?.(this.lane))
  }

  /** The platform knows no classes of the program, and neither waits nor refuses. */
  #mayClone(mayRefuse: boolean): boolean {
    return this.lane.parcels.registry === undefined && this.limits.areLoose(mayRefuse)
  }

  /** Whether the native lane carries so many bytes sooner than a ring without room for them. */
  isClonedSooner(bytes: number): boolean {
    return bytes > LARGE && bytes >= (this.#choose()?.viewBytes ?? Infinity) && this.limits.areLoose(false)
  }

  /** A message was sent, or is being encoded. */
  get isUsed(): boolean {
    return this.order.messages !== 0 || this.order.step !== FREE
  }

  /** Bytes sent and not yet taken by the other side: of records with their headers, and of encodings on the lane. */
  lookAtBuffered(): number {
    return this.lane.buffered.look()
  }

  /** The control block at which to wait until less is buffered: the next release is of this ring. */
  findReleasing(): Int32Array {
    return this.lane.buffered.findOldest()
  }

  /** To be called before parking. The release that leaves at most `readyAt` bytes wakes; while older rings hold bytes, any does. */
  wantDrained(words: Int32Array): void {
    if (!this.lane.buffered.isInOneRing) return wakeAtAnyRelease(words)
    // ORDER: our own word; nobody else writes it.
    wakeAtBytesLeft(words, load(words, PRODUCER_POSITION), this.limits.readyAt)
  }

  forgetUnsent(): void {
    this.#encoder!.rollback()
    this.order.isUnsent = false
  }

  /** Ends the direction. `isTorn`: after a stack overflow anywhere. */
  close(isTorn = false): void {
    this.order.isClosed = true
    // Else a receiver that has missed some of the unwrapped messages would wait for them.
    if (this.unwrapped.isOn) this.unwrapped.stopUnwrapped()
    this.rings.close(isTorn)
  }

  /** Leaves the ring in use, where somebody may still write. Without memory for another one nothing more is sent. */
  leaveRing(): void {
    try {
      if (!this.rings.leaveRing()) this.close()
    } catch (error) {
      this.order.isTorn = true
      throw error
    }
  }

  /** `isUrgent`: neither refused nor waited for. `envelopeKind`: by the native lane, where no ring has room. */
  sendSpilled(encoded: Uint8Array, kind: number, envelopeKind: number, mayRefuse: boolean, isUrgent: boolean): boolean {
    const { limits, rings } = this
    const length = encoded.length
    if (limits.isBounded && !isUrgent && !limits.mayAdd(length, mayRefuse)) return false
    const isTooLong = length > rings.producer.region.maxPayload
    let offset = isTooLong ? FULL : rings.producer.tryClaim(length)
    if (offset === FULL && !isTooLong) limits.fullRings++
    if (isTooLong && !isUrgent && !limits.mayAddBeside(length, mayRefuse)) return false
    if (offset === FULL && !isTooLong && !isUrgent && limits.areStrict(mayRefuse)) {
      const isMet = (): boolean => (offset = rings.producer.tryClaim(length)) !== FULL
      const { capacity } = rings.producer.region
      if (!isMet() && !limits.awaitOrRefuse(length, isMet, mayRefuse, capacity)) return false
    }
    if (offset === CLOSED || (offset === FULL && rings.isReceiverClosed)) {
      this.#options.onReceiverClosed?.()
      return true
    }
    if (offset === FULL) {
      if (!rings.grow(length)) return this.lane.sendBytes(envelopeKind, encoded.slice(), undefined, [])
      offset = rings.producer.tryClaim(length)
    }
    copyBytes(encoded, 0, length, rings.span.bytes, offset)
    rings.commit(length, kind)
    return true
  }

  #sendPlatformObjects(start: number, end: number, transfer: readonly object[], mayRefuse: boolean): boolean {
    const encoder = this.#encoder!
    const length = end < 0 ? encoder.spilled().length : end - start
    if (!this.#mayAddPlatformObjects(length, mayRefuse)) return false
    // Not `slice`: on shared memory it is many times slower than a fresh array and `set`.
    const bytes = end < 0 ? encoder.spilled().slice() : new Uint8Array(end - start)
    if (end >= 0) copyBytes(this.rings.span.bytes, start, end, bytes, 0)
    const objects = encoder.platformObjects
    // The receiver's platform may drop the message because it does not know one of the objects. No encoding may refer to it.
    encoder.rollback()
    return this.lane.sendBytes(OOB_BYTES, bytes, objects, transfer)
  }

  #mayAddPlatformObjects(bytes: number, mayRefuse: boolean): boolean {
    let mayAdd = false
    try {
      mayAdd = !this.limits.isBounded || this.limits.mayAdd(bytes, mayRefuse)
      // The lane always has room: whether the other side keeps up is what counts.
      mayAdd &&= this.limits.mayAddBeside(bytes, mayRefuse)
    } finally {
      if (!mayAdd) this.forgetUnsent()
    }
    return mayAdd
  }

  /** Its encoding refers to no earlier message: the encoder's tables belong to the message whose getter posts. */
  #sendFromGetter(value: unknown, transfer: readonly object[], mayRefuse: boolean): boolean {
    const { lane } = this
    requireTransferable(lane.lane, transfer)
    const encoder = new Encoder(false, lane.parcels.registry)
    encoder.encode(value, this.rings.span, 0, 0, transfer)
    const encoded = encoder.spilled()
    if (!this.limits.mayAddApart(encoded.length, mayRefuse)) return false
    return lane.sendBytes(OOB_STANDALONE, encoded.slice(), encoder.platformObjects, transfer)
  }
}
