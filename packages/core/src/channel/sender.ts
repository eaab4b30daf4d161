/**
 * One direction, sending half. Every message takes the next sequence number and one of two lanes: the ring, or the native
 * lane for what the ring cannot carry (`transfer`, platform objects, large messages, a posting getter). A full ring is
 * followed by a larger one, so that `send` never waits; and once that is no longer needed, by one of the first size.
 */

import { load, store } from '../atomics.ts'
import { copyBytes } from '../codec/copy.ts'
import { createSpan, Encoder, type Span } from '../codec/index.ts'
import { carriedBytes, MOST_BESIDE_BYTES, writeBytesHead } from '../codec/kinds/bytes.ts'
import { copyTyped } from '../codec/kinds/view.ts'
import { dataCloneError } from '../errors.ts'
import type { Lane } from '../host.ts'
import {
  BYTES_WANTED,
  CARRIERS,
  CONSUMER_GATE,
  CONSUMER_OWNER,
  CONTROL_BYTES,
  MAX_CAPACITY,
  MOST_CARRIERS,
  OUT_OF_BAND,
  POLLS,
  PRODUCER_OWNER,
  PRODUCER_POSITION,
  RECORD_HEADER_BYTES,
  RECORD_MESSAGE,
  RECORD_TYPED,
  RINGS_AHEAD,
  RINGS_SENT,
  STATE_TORN,
  UNWRAPPED,
} from '../memory/layout.ts'
import { createRegion, EVERY_MESSAGE_UNWRAPPED, type Region } from '../memory/region.ts'
import { noteLent } from '../memory/region-buffers.ts'
import { endForProducer } from '../ring/death.ts'
import { CLOSED, FULL, Producer } from '../ring/producer.ts'
import { PARK_SYNC, wake } from '../signal/gate.ts'
import { Sized } from '../sized.ts'
import { isConsumerClosed, wakeAtAnyRelease, wakeAtBytesLeft } from './await-room.ts'
import { Buffered } from './buffered.ts'
import { Calm } from './calm.ts'
import { type Fill, filled, isFilledNow, requireByteLength, throwFilledLater } from './filled.ts'
import { Limits } from './limits.ts'
import {
  type Envelope,
  OOB_BEGIN,
  MOST_IN_VIEW,
  OOB_AHEAD,
  OOB_MOVED,
  OOB_BYTES,
  OOB_RECORD,
  OOB_RING,
  OOB_STANDALONE,
  OOB_VALUE,
  payloadOf,
  portsIn,
} from './out-of-band.ts'
import { Parcels, postRecordParcel } from './parcels.ts'
import { passportsOf } from './passports.ts'
import type { SenderOptions } from './sender-options.ts'
import { askPlatform, requireTransferable } from './transferable.ts'
import type { RecordWriter } from './typed-record.ts'

export class Sender extends Sized {
  readonly #lane: Lane
  readonly #token: string
  readonly #owner: number
  readonly #maxCapacity: number
  readonly #nativeBytes: number
  /** The first ring's control block: the receiver writes there, however often the ring has grown. */
  readonly #home: Int32Array
  readonly #nudge: () => void
  readonly #onReceiverClosed: () => void
  #parcels: Parcels
  #encoder: Encoder
  #producer: Producer
  #span: Span
  /** Number of the next message, u32. */
  #sequence = 0
  /** Native messages announced in OUT_OF_BAND: kept here, so that a new ring goes on counting. */
  #announced = 0
  /** The peer may be one that reads native messages only: send it those until it takes the ring's other end. */
  #isUnwrapped: boolean
  #isEncoding = false
  /** A message was encoded and has not been sent: the next must not build on it, whatever became of it. */
  #isUnsent = false
  /** The platform clones: a getter of what only it can carry may post, and its message waits until this one has a number. */
  #isPosting = false
  readonly #held: (() => void)[] = []
  #isSendingHeld = false
  /** A getter of the message that is being encoded may have closed the direction: then that is not sent either. */
  #isClosed = false
  readonly #buffered: Buffered
  readonly #limits: Limits
  readonly #firstCapacity: number
  readonly #firstMaxPayload: number
  readonly #calm: Calm
  /** Another ring is sent before it is used, where the lane may lose it. */
  readonly #sendsAhead: boolean
  /** One that the other side may not have got yet. */
  #ahead: Region | undefined
  #ringsSent = 0
  /** Another ring that the receiver may read by now, while a step is under way. */
  #other: Region | undefined
  /**
   * A step is under way of which a part is worse than nothing. Still true after something was thrown: nothing more can be
   * sent, and the port ends (docs/decisions/0024).
   */
  isTorn = false

  messages = 0
  bytes = 0
  /** Messages that took the native lane. */
  spills = 0
  /** Larger rings used. */
  growths = 0
  /** Times a ring of the first size followed a larger one. */
  shrinks = 0
  /** Times the ring had no room for a message. */
  fullRings = 0
  /** Native messages sent only to wake the other side. */
  nudges = 0

  constructor({
    region,
    lane,
    token,
    owner,
    maxCapacity,
    unwrapped,
    nativeBytes = Infinity,
    parcels = new Parcels(),
    calmLooks,
    onReceiverClosed = () => {},
    ...limits
  }: SenderOptions) {
    super()
    this.#lane = lane
    this.#parcels = parcels
    this.#encoder = new Encoder(false, parcels.registry)
    this.#buffered = new Buffered(region)
    this.#limits = new Limits(limits, this.#buffered)
    this.#token = token
    this.#owner = owner
    this.#maxCapacity = Math.min(maxCapacity, MAX_CAPACITY)
    this.#sendsAhead = lane.losesShared === true
    this.#nativeBytes = nativeBytes
    this.#home = region.words
    this.#firstCapacity = region.capacity
    this.#firstMaxPayload = region.maxPayload
    this.#calm = new Calm(region.capacity, calmLooks)
    this.#onReceiverClosed = onReceiverClosed
    this.#nudge = (): void => {
      this.nudges++
      lane.post(token)
    }
    this.#producer = new Producer(region, owner, this.#nudge)
    this.#span = createSpan(region.buffer, CONTROL_BYTES, region.capacity)
    // ORDER: our own word, set by the region's creator before it was handed over.
    this.#isUnwrapped = load(region.words, UNWRAPPED) === EVERY_MESSAGE_UNWRAPPED
    if (unwrapped === 0) return
    this.#sequence = unwrapped >>> 0
    this.#announced = unwrapped | 0
    // ORDER: O2 for all of them at once; pairs with the load in Receiver.#isPending.
    this.#announceIn(region.words)
  }

  /** Carries other classes of the program from now on: before the first message. */
  use(parcels: Parcels): void {
    this.#parcels = parcels
    this.#encoder = new Encoder(false, parcels.registry)
  }

  /**
   * Throws `DataCloneError`, or what a getter threw, and then nothing was sent.
   * Waits only with `whenFull: 'block'`. With `mayRefuse` it gives false, and has sent nothing, where it would otherwise
   * buffer, wait or throw for want of room.
   */
  send(value: unknown, transfer: readonly object[] | undefined, mayRefuse = false): boolean {
    // What is rare is apart, here and below (docs/decisions/0017).
    if (this.#isUnwrapped || this.#isEncoding) return this.#sendOutOfTurn(value, transfer, mayRefuse)
    if (transfer !== undefined) requireTransferable(this.#lane, transfer)
    if (this.#isUnsent) this.#forgetUnsent()
    if (this.bytes >= this.#calm.lookAt) this.#lookForCalm()
    if (ArrayBuffer.isView(value) && this.#trySendAsIs(value, transfer, mayRefuse)) return true
    const producer = this.#producer
    const encoder = this.#encoder
    const start = producer.claimOffset()
    let end: number
    this.#isEncoding = true
    try {
      end = encoder.encode(value, this.#span, start, producer.claimEnd(), transfer)
    } catch (error) {
      this.#isEncoding = false
      if (transfer !== undefined) askPlatform(this.#lane, transfer)
      throw error
    }
    this.#isEncoding = false
    this.#isUnsent = true
    if (end < 0 || encoder.hasHosts || transfer !== undefined || this.#limits.isBounded)
      return this.#sendEncoded(start, end, transfer ?? [], mayRefuse)
    this.#commit(end - start, RECORD_MESSAGE)
    return true
  }

  #sendOutOfTurn(value: unknown, transfer: readonly object[] | undefined, mayRefuse: boolean): boolean {
    // While a message without envelope is being posted, none with a number may come before it.
    if (this.#isUnwrapped && (this.#isEncoding || !this.#stopUnwrapped())) return this.#sendUnwrapped(value, transfer)
    // A getter of the value being encoded posts: its message comes first, by the lane that is free.
    if (this.#isEncoding) return this.#sendFromGetter(value, transfer ?? [], mayRefuse)
    return this.send(value, transfer, mayRefuse)
  }

  #sendEncoded(start: number, end: number, transfer: readonly object[], mayRefuse: boolean): boolean {
    const encoder = this.#encoder
    if (this.#isClosed) return true
    if (encoder.hasHosts || transfer.length !== 0) return this.#sendHosts(start, end, transfer, mayRefuse)
    if (end < 0) {
      try {
        return this.#sendSpilled(encoder.spilled(), RECORD_MESSAGE, mayRefuse, false)
      } finally {
        // Refused, nothing of it is kept either: who waits until there is room may wait for want of memory.
        if (this.#isUnsent) this.#forgetUnsent()
        else encoder.forgetSpilled()
      }
    }
    if (this.#limits.isBounded && !this.#limits.mayAdd(end - start, mayRefuse)) return false
    this.#commit(end - start, RECORD_MESSAGE)
    return true
  }

  /** As `send`, of a `Uint8Array` that `fill` writes: in the ring where that has room. Throws what `fill` throws, too. */
  sendFilled(byteLength: number, fill: Fill): boolean {
    requireByteLength(byteLength)
    // Should somebody write there later, another ring is needed at once.
    if (this.#isUnwrapped || this.#isEncoding || this.#sendsAhead) return this.#sendFilledApart(byteLength, fill, false)
    if (this.#isUnsent) this.#forgetUnsent()
    if (this.bytes >= this.#calm.lookAt) this.#lookForCalm()
    if (!this.#makeRoomFor(byteLength) && !this.#growFor(byteLength))
      return this.#sendFilledApart(byteLength, fill, byteLength >= this.#nativeBytes && this.#limits.areLoose(false))
    const { bytes } = this.#span
    const start = this.#producer.claimOffset()
    const at = writeBytesHead(bytes, start, byteLength)
    const end = at + byteLength
    this.#isEncoding = true
    let isFilled: boolean
    noteLent()
    try {
      isFilled = isFilledNow(bytes.subarray(at, end), fill)
    } finally {
      this.#isEncoding = false
    }
    if (!isFilled) this.#refuseLateFill()
    if (this.#limits.isBounded && !this.#isClosed && !this.#limits.mayAdd(end - start, false)) return false
    this.#commit(end - start, RECORD_MESSAGE)
    return true
  }

  // Who fills later writes there whatever is there by then: nobody's message may be. Without memory for another ring nothing
  // more is sent.
  #refuseLateFill(): never {
    const region = this.#isClosed ? undefined : regionIfAny(this.#producer.region.capacity)
    try {
      if (region === undefined) this.close()
      else this.#moveTo(region, region.buffer)
    } catch (error) {
      this.isTorn = true
      throw error
    }
    throwFilledLater()
  }

  /** Whether there is a larger ring now, with room for bytes that the one in use had none for. */
  #growFor(bytes: number): boolean {
    if (!this.#limits.areLoose(false) || this.isReceiverClosed) return false
    const most = bytes + MOST_BESIDE_BYTES
    const isTooLong = most > this.#producer.region.maxPayload
    if (!this.#grow(most)) return false
    if (!isTooLong) this.fullRings++
    return this.#makeRoomFor(bytes)
  }

  /** In memory of their own, which the native lane may take over: else there may be room for them by now. */
  #sendFilledApart(byteLength: number, fill: Fill, isByLane: boolean): boolean {
    const bytes = filled(byteLength, fill)
    if (this.#isClosed) return true
    if (!isByLane || this.isReceiverClosed) return this.send(bytes, undefined)
    // `fill` may have been refused a message.
    if (this.#isUnsent) this.#forgetUnsent()
    if (byteLength + MOST_BESIDE_BYTES <= this.#producer.region.maxPayload) this.fullRings++
    return this.#sendBytes(OOB_VALUE, bytes, undefined, [])
  }

  /** Whether bytes were sent as they are. Else they are to be encoded, as any other message, and have room where they lie in one piece. */
  #trySendAsIs(value: ArrayBufferView, transfer: readonly object[] | undefined, mayRefuse: boolean): boolean {
    const bytes = carriedBytes(value)
    // What is transferred needs no room.
    if (bytes === 0 || (transfer !== undefined && transfer.length !== 0)) return false
    const isLarge = bytes >= this.#nativeBytes && bytes <= MOST_IN_VIEW
    if (isLarge && this.#isQuickerByLane(mayRefuse)) return this.#sendValue(value, bytes)
    this.#makeRoomFor(bytes)
    return false
  }

  /** As `send`, for a record of a typed channel. Throws what writing it throws, and then nothing was sent. */
  sendRecord(writer: RecordWriter, mayRefuse = false): boolean {
    if (this.#isUnwrapped && (this.#isEncoding || !this.#stopUnwrapped()))
      return this.#countUnwrapped(() => postRecordParcel(this.#lane, writer.spilled().slice(), writer.memory))
    if (this.#isEncoding) return this.#sendRecordBeside(writer, mayRefuse)
    if (this.#isUnsent) this.#forgetUnsent()
    if (writer.memory !== undefined) return this.#sendRecordBeside(writer, mayRefuse)
    if (this.bytes >= this.#calm.lookAt) this.#lookForCalm()
    const start = this.#producer.claimOffset()
    let end: number
    this.#isEncoding = true
    try {
      end = writer.write(this.#span, start, this.#producer.claimEnd())
    } finally {
      this.#isEncoding = false
    }
    if (end < 0) return this.#sendSpilledRecord(writer, mayRefuse)
    if (this.#limits.isBounded && !writer.isOpening && !this.#limits.mayAdd(end - start, mayRefuse)) return false
    this.#commit(end - start, RECORD_TYPED)
    return true
  }

  #sendSpilledRecord(writer: RecordWriter, mayRefuse: boolean): boolean {
    const encoded = writer.spilled()
    // Getters have run once more, and what they posted may have been refused.
    if (this.#isUnsent) this.#forgetUnsent()
    return this.#isClosed || this.#sendSpilled(encoded, RECORD_TYPED, mayRefuse, writer.isOpening)
  }

  /** Nobody reads the ring yet: messages take the native lane as they are. */
  get isUnwrapped(): boolean {
    return this.#isUnwrapped
  }

  /** A message was sent, or is being encoded. */
  get isUsed(): boolean {
    return this.messages !== 0 || this.#isEncoding
  }

  /** Bytes sent and not yet taken by the other side: of records with their headers, and of encodings on the lane. */
  get bufferedAmount(): number {
    return this.#buffered.look()
  }

  /** The most that was buffered, as far as somebody looked. */
  get maxBuffered(): number {
    return this.#buffered.most
  }

  /** The control block of the ring in use: a side that waits for room parks there, on PRODUCER_GATE. */
  get words(): Int32Array {
    return this.#producer.region.words
  }

  /** And here a side that waits until less is buffered: the next release is of this ring. */
  get releasingWords(): Int32Array {
    return this.#buffered.oldestWords
  }

  /**
   * An older ring may hold what the other side takes last, or be where it reads while it takes from the lane, or where it
   * ends: then nothing in the ring in use tells of it.
   */
  get isInOlderRings(): boolean {
    if (this.#buffered.hasOlder || this.words === this.#home) return this.#buffered.hasOlder
    // ORDER: B1 of that ring: the receiver reads it, and will end there; before it, it is looked for.
    return !this.#buffered.isInOneRing || load(this.words, CONSUMER_OWNER) === 0
  }

  /** The receiver has ended the direction: whichever ring it reads, it says so in the first as well. */
  get isReceiverClosed(): boolean {
    return isConsumerClosed(this.#home) || isConsumerClosed(this.words)
  }

  /** The other side says of its reading what cannot be. */
  get isCorrupt(): boolean {
    return this.#producer.isCorrupt
  }

  /** Bytes of `bufferedAmount` at and below which the other side has caught up. */
  get readyAt(): number {
    return this.#limits.readyAt
  }

  /** It has. */
  caughtUp(): void {
    this.#limits.forgetRefused()
  }

  /** Before parking: the release that leaves no more than `readyAt` wakes, or, with older bytes, any. */
  wantDrained(words: Int32Array): void {
    if (!this.#buffered.isInOneRing) return wakeAtAnyRelease(words)
    // ORDER: our own word; nobody else writes it.
    wakeAtBytesLeft(words, load(words, PRODUCER_POSITION), this.#limits.readyAt)
  }

  /** Ends the direction: the receiver drains both lanes and then sees the end. `isTorn`: after a stack overflow anywhere. */
  close(isTorn = false): void {
    this.#isClosed = true
    // Or a receiver that has missed some of the unwrapped messages would wait for them.
    if (this.#isUnwrapped) this.#stopUnwrapped()
    if (isTorn) this.#closeTorn()
    else this.#producer.close()
    const { endsSilently, isHeard } = this.#lane
    const isTold = endsSilently !== true && !isTorn
    // ORDER: B2, as in #stopUnwrapped: before it nobody has looked at the ring, and who does sees the end.
    if (!isTold && (isHeard === true || load(this.words, CONSUMER_OWNER) !== 0)) this.#nudge()
  }

  /** The receiver may not know of the last ring, and a step that was stopped may have kept its wake-up. */
  #closeTorn(): void {
    if (this.#other !== undefined) endForProducer(this.#other, STATE_TORN)
    endForProducer(this.#producer.region, STATE_TORN)
  }

  /**
   * Bytes that would not fit before the end of the ring go to its start at once, not by a second copy. Whether there is room
   * for them.
   */
  #makeRoomFor(bytes: number): boolean {
    const most = bytes + MOST_BESIDE_BYTES
    return most <= this.#producer.region.maxPayload && this.#producer.tryClaim(most) >= 0
  }

  // Not shown where a getter of the message has closed the port.
  #commit(payloadBytes: number, kind: number): void {
    if (this.isTorn) throwTorn()
    this.isTorn = true
    this.#producer.commit(payloadBytes, kind, this.#sequence)
    this.#isUnsent = false
    this.#sequence = (this.#sequence + 1) >>> 0
    this.messages++
    this.bytes += payloadBytes
    // Too much for the first ring, so the larger one is needed.
    if (payloadBytes > this.#firstMaxPayload) this.#calm.begin(this.bytes)
    this.#producer.tryPublish()
    this.isTorn = false
  }

  #forgetUnsent(): void {
    this.#encoder.rollback()
    this.#isUnsent = false
  }

  /** `isUrgent`: neither refused nor waited for. */
  #sendSpilled(encoded: Uint8Array, kind: number, mayRefuse: boolean, isUrgent: boolean): boolean {
    const length = encoded.length
    if (this.#limits.isBounded && !isUrgent && !this.#limits.mayAdd(length, mayRefuse)) return false
    const isTooLong = length > this.#producer.region.maxPayload
    let offset = isTooLong ? FULL : this.#producer.tryClaim(length)
    if (offset === FULL && !isTooLong) this.fullRings++
    if (isTooLong && !isUrgent && !this.#limits.mayAddBeside(length, mayRefuse)) return false
    if (offset === FULL && !isTooLong && !isUrgent && this.#limits.areStrict(mayRefuse)) {
      const isMet = (): boolean => (offset = this.#producer.tryClaim(length)) !== FULL
      const { capacity } = this.#producer.region
      if (!isMet() && !this.#limits.awaitOrRefuse(length, isMet, mayRefuse, capacity)) return false
    }
    if (offset === CLOSED || (offset === FULL && this.isReceiverClosed)) {
      this.#onReceiverClosed()
      return true
    }
    if (offset === FULL) {
      const envelopeKind = kind === RECORD_TYPED ? OOB_RECORD : OOB_BYTES
      if (!this.#grow(length)) return this.#sendBytes(envelopeKind, encoded.slice(), undefined, [])
      offset = this.#producer.tryClaim(length)
    }
    copyBytes(encoded, 0, length, this.#span.bytes, offset)
    this.#commit(length, kind)
    return true
  }

  /** The platform's clone makes a fresh buffer, in less time than we; a buffer of the receiver's spares it. */
  #isQuickerByLane(mayRefuse: boolean): boolean {
    // A Buffer or an instance that keeps its class is no typed array to us.
    if (this.#parcels.registry !== undefined || !this.#limits.areLoose(mayRefuse)) return false
    // ORDER: advice, which nothing depends on; pairs with the store in Receiver.nextInto.
    return load(this.#home, BYTES_WANTED) === 0
  }

  /**
   * Typed arrays have no getters, so the platform's clone is the same as ours. It copies bytes twice, into a message and out of
   * it; what it takes over it does not copy at all.
   */
  #sendValue(value: ArrayBufferView, bytes: number): true {
    const copy = copyTyped(value)
    if (copy === undefined) this.#post(OOB_VALUE, value, undefined, [], bytes)
    else this.#post(OOB_VALUE, copy, undefined, [copy.buffer], bytes)
    return true
  }

  #sendHosts(start: number, end: number, transfer: readonly object[], mayRefuse: boolean): boolean {
    const encoder = this.#encoder
    const length = end < 0 ? encoder.spilled().length : end - start
    if (!this.#mayAddHosts(length, mayRefuse)) return false
    // Not `slice`: on shared memory it is many times slower than a fresh array and `set`.
    const bytes = end < 0 ? encoder.spilled().slice() : new Uint8Array(end - start)
    if (end >= 0) copyBytes(this.#span.bytes, start, end, bytes, 0)
    const { hosts } = encoder
    // The receiver's platform may not know one of the objects, and then drops the message: no other may build on it.
    encoder.rollback()
    return this.#sendBytes(OOB_BYTES, bytes, hosts, transfer)
  }

  #mayAddHosts(bytes: number, mayRefuse: boolean): boolean {
    let mayAdd = false
    try {
      mayAdd = !this.#limits.isBounded || this.#limits.mayAdd(bytes, mayRefuse)
      // The lane always has room: whether the other side keeps up is what counts.
      mayAdd &&= this.#limits.mayAddBeside(bytes, mayRefuse)
    } finally {
      if (!mayAdd) this.#forgetUnsent()
    }
    return mayAdd
  }

  #mayAddInside(bytes: number, mayRefuse: boolean): boolean {
    if (this.#limits.isBounded && !this.#limits.mayAdd(bytes, mayRefuse)) return false
    return this.#limits.mayAddInside(bytes, mayRefuse)
  }

  /** Its encoding refers to no earlier message: the encoder's tables belong to the message whose getter posts. */
  #sendFromGetter(value: unknown, transfer: readonly object[], mayRefuse: boolean): boolean {
    requireTransferable(this.#lane, transfer)
    const encoder = new Encoder(false, this.#parcels.registry)
    encoder.encode(value, this.#span, 0, 0, transfer)
    const encoded = encoder.spilled()
    if (!this.#mayAddInside(encoded.length, mayRefuse)) return false
    return this.#sendBytes(OOB_STANDALONE, encoded.slice(), encoder.hosts, transfer)
  }

  /** By the native lane: from a getter, or with memory. */
  #sendRecordBeside(writer: RecordWriter, mayRefuse: boolean): boolean {
    const encoded = writer.spilled()
    if (!writer.isOpening && !this.#mayAddInside(encoded.length, mayRefuse)) return false
    return this.#sendBytes(OOB_RECORD, encoded.slice(), writer.memory && [writer.memory], [])
  }

  #sendBytes(
    kind: number,
    bytes: Uint8Array,
    hosts: readonly unknown[] | undefined,
    transfer: readonly object[],
  ): true {
    // By a getter of this one: the lane takes no more either, and what is announced now would never come.
    if (this.#isClosed) return true
    if (this.#isPosting) return this.#hold(kind, bytes, hosts, transfer)
    const { length } = bytes
    // Nobody but `postBytes` has a value here, and that is no longer than a view may be.
    this.#post(kind, payloadOf(bytes), hosts, [...transfer, bytes.buffer], length)
    return true
  }

  /** O1 to O3: one envelope on the native lane, with a sequence number of its own. */
  #post(
    kind: number,
    payload: unknown,
    hosts: readonly unknown[] | undefined,
    transfer: readonly object[],
    bytes: number,
  ): void {
    const ports = portsIn(transfer)
    const passports = ports && passportsOf(ports)
    const envelope: Envelope = [this.#token, this.#sequence, kind, payload, hosts, ports, passports]
    if (!this.#postOnLane(envelope, transfer)) return
    this.isTorn = true
    this.#isUnsent = false
    this.#sequence = (this.#sequence + 1) >>> 0
    // O2.count
    this.#announced = (this.#announced + 1) | 0
    // O2.tell
    this.#announce()
    this.#buffered.addToLane(this.#announced, bytes)
    this.messages++
    this.bytes += bytes
    this.spills++
    this.isTorn = false
    this.#sendHeld()
  }

  /** False: a getter has closed the direction, and the lane, which has not taken it then. */
  #postOnLane(envelope: Envelope, transfer: readonly object[]): boolean {
    if (this.isTorn) throwTorn()
    const isInside = this.#isEncoding
    const wasClosed = this.#isClosed
    let isPosted = false
    this.#isEncoding = this.#isPosting = true
    try {
      this.#lane.post(envelope, transfer)
      isPosted = wasClosed || !this.#isClosed
    } finally {
      this.#isEncoding = isInside
      this.#isPosting = false
      if (!isPosted) this.#sendHeld()
    }
    return isPosted
  }

  #hold(kind: number, bytes: Uint8Array, hosts: readonly unknown[] | undefined, transfer: readonly object[]): true {
    // Bytes alone can be posted later without fail: nobody could be told then.
    if (transfer.length !== 0 || (hosts !== undefined && hosts.length !== 0))
      throw dataCloneError(
        'What only the platform carries could not be cloned while it clones another: post it after that.',
      )
    this.#held.push(() => void this.#sendBytes(kind, bytes, undefined, []))
    return true
  }

  #sendHeld(): void {
    if (this.#isSendingHeld) return
    if (this.#isClosed) this.#held.length = 0
    this.#isSendingHeld = true
    try {
      while (this.#held.length !== 0) this.#held.shift()!()
    } catch (error) {
      // Who has posted it was told that it is sent.
      this.isTorn = true
      throw error
    } finally {
      this.#isSendingHeld = false
    }
  }

  #announce(): void {
    this.#announceIn(this.#producer.region.words)
  }

  #announceIn(words: Int32Array): void {
    // ORDER: O2, after the post (O1), which may throw; pairs with the loads in Receiver.next and hasNews.
    store(words, OUT_OF_BAND, this.#announced)
    this.#wakeIfBlocked(words)
  }

  #wakeIfBlocked(words: Int32Array): void {
    // ORDER: O3, after O2. An event loop has the port's own event; only a blocked thread must be woken. Pairs with C1.
    if (load(words, CONSUMER_GATE) === PARK_SYNC) wake(words, CONSUMER_GATE, this.#nudge)
  }

  /** Goes on in a larger ring with room for `payloadBytes`. */
  #grow(payloadBytes: number): boolean {
    let capacity = this.#producer.region.capacity * 2
    while (payloadBytes > capacity / 4 - RECORD_HEADER_BYTES) capacity *= 2
    if (capacity > this.#maxCapacity) return false
    if (this.#sendsAhead) return this.#growAhead(capacity)
    const region = regionIfAny(capacity)
    if (region === undefined) return false
    this.#moveTo(region, region.buffer)
    this.growths++
    return true
  }

  /** Goes on in a ring of at least that size if the other side has one by now. Else it is sent one, if there is memory for it. */
  #growAhead(capacity: number): boolean {
    const ahead = this.#ahead
    // ORDER: R2, it has the ring and all before it; pairs with R1 in Receiver.#keepAhead.
    if (ahead !== undefined && load(this.#home, RINGS_AHEAD) !== this.#ringsSent) return false
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
    // ORDER: R0, before it is posted: who cannot read it knows that there is one; pairs with the load in Receiver.#loseAhead.
    store(this.#home, RINGS_SENT, this.#ringsSent + 1)
    if (!this.#postOnLane([this.#token, 0, OOB_AHEAD, region.buffer], [])) return
    this.#ringsSent++
    this.#ahead = region
  }

  /** Goes back to a ring of the first size once the larger one is not needed. */
  #lookForCalm(): void {
    const buffered = this.#buffered.look()
    if (this.#producer.region.capacity === this.#firstCapacity || this.#sendsAhead) {
      // Back already, or never: looks until the rings that were left are drained, and nobody keeps their memory.
      if (this.#buffered.hasOlder) this.#calm.begin(this.bytes)
      else this.#calm.lookAt = Infinity
      return
    }
    if (!this.#calm.isEnough(this.bytes, buffered)) return
    // ORDER: advice, which nothing depends on; pairs with the store in the constructor of Receiver.
    if (load(this.#home, POLLS) === 0) return
    // The receiver has ended: it would never open the new ring, nor mark it as closed.
    if (this.isReceiverClosed) return
    const region = regionIfAny(this.#firstCapacity)
    // There is no memory for it, and no need of it.
    if (region === undefined) return this.#calm.begin(this.bytes)
    this.#moveTo(region, region.buffer)
    this.#calm.end(this.bytes)
    this.shrinks++
  }

  /** Goes on in another ring; `buffer`: the other side has not got it yet. The announcement is a message: all later ones come after. */
  #moveTo(region: Region, buffer: SharedArrayBuffer | undefined): void {
    // ORDER: O2.ring, before the announcement below; the receiver goes on counting where the old ring stopped.
    store(region.words, OUT_OF_BAND, (this.#announced + 1) | 0)
    const producer = new Producer(region, this.#owner, this.#nudge)
    const span = createSpan(region.buffer, CONTROL_BYTES, region.capacity)
    const left = this.#producer.region
    this.#buffered.look()
    if (!this.#postOnLane([this.#token, this.#sequence, OOB_RING, buffer], [])) return
    this.isTorn = true
    this.#other = left
    this.#sequence = (this.#sequence + 1) >>> 0
    this.#announced = (this.#announced + 1) | 0
    this.#producer = producer
    this.#span = span
    this.#buffered.moveTo(region)
    this.#announceIn(left.words)
    // Looks until the ring that was left is drained.
    this.#calm.begin(this.bytes)
    this.#other = undefined
    this.isTorn = false
    this.#sendHeld()
  }

  #stopUnwrapped(): boolean {
    const { words } = this.#producer.region
    // ORDER: B2, pairs with the compareExchange of the peer's Consumer (B1): from then on somebody reads the ring.
    if (load(words, CONSUMER_OWNER) === 0) return false
    // ORDER: B3, before the first numbered message of either lane; pairs with the loads in Receiver.onMessage and #begin.
    store(words, UNWRAPPED, this.#announced)
    // B4. The lane keeps order, so this tells better than any count which messages are still to come.
    if (this.#announced !== 0) this.#lane.post([this.#token, this.#sequence, OOB_BEGIN] satisfies Envelope)
    this.#isUnwrapped = false
    return true
  }

  #sendUnwrapped(value: unknown, transfer: readonly object[] | undefined): true {
    const ports = transfer && portsIn(transfer)
    const passports = ports && passportsOf(ports)
    if (passports === undefined) return this.#countUnwrapped(() => this.#parcels.post(this.#lane, value, transfer))
    return this.#countUnwrapped(() => this.#postWithCarrier(value, transfer!, passports))
  }

  /** The reader may know nothing of us. So the message is as it was, and one more port comes last. */
  #postWithCarrier(value: unknown, transfer: readonly object[], passports: readonly unknown[]): void {
    const place = this.#announced
    const { maker } = this.#parcels
    if (maker === undefined || place >= MOST_CARRIERS) return this.#parcels.post(this.#lane, value, transfer)
    // ORDER: our own word.
    const others = load(this.#home, CARRIERS)
    // ORDER: before the post; pairs with the load in Receiver.#hasCarrier.
    store(this.#home, CARRIERS, others | (1 << place))
    try {
      this.#parcels.post(this.#lane, value, [...transfer, maker.carry(passports)])
    } catch (error) {
      // ORDER: our own word, and nothing was posted.
      store(this.#home, CARRIERS, others)
      throw error
    }
  }

  /** Nothing is being encoded or posted by it now, and nobody may still write what it has claimed. */
  get mayHandOver(): boolean {
    return !this.#isEncoding && !this.#isPosting && !this.isTorn && !this.#isClosed && !this.#sendsAhead
  }

  /**
   * Another sender goes on, also on another thread, and with a `Parcels` of its own: gives its ring, and how many unwrapped
   * messages were posted there. This one sends nothing more. Throws `RangeError` without memory for a ring.
   */
  handOver(): { readonly region: Region; readonly unwrapped: number } {
    const { region: last } = this.#producer
    if (this.#isUnwrapped) {
      // ORDER: the next takes it only when it has been told of the region.
      store(last.words, PRODUCER_OWNER, 0)
      this.isTorn = true
      return { region: last, unwrapped: this.#announced }
    }
    const region = createRegion({ capacity: this.#firstCapacity, unwrapped: Infinity })
    this.#lane.post([this.#token, this.#sequence, OOB_MOVED, region.buffer] satisfies Envelope)
    this.isTorn = true
    this.#other = region
    this.#announced = (this.#announced + 1) | 0
    this.#announce()
    return { region, unwrapped: 0 }
  }

  #countUnwrapped(post: () => void): true {
    const isInside = this.#isEncoding
    this.#isEncoding = true
    try {
      post()
    } finally {
      this.#isEncoding = isInside
    }
    // It comes after the end, if at all.
    if (this.#isClosed) return true
    this.isTorn = true
    this.#sequence = (this.#sequence + 1) >>> 0
    this.#announced = (this.#announced + 1) | 0
    this.messages++
    this.spills++
    this.#announce()
    this.isTorn = false
    return true
  }
}

// A message that comes after would take the place of the one that was stopped.
function throwTorn(): never {
  throw new Error('Cannot post: an error has stopped the message before in the middle, and the port ends')
}

/** Undefined where there is no memory for it. */
function regionIfAny(capacity: number): Region | undefined {
  try {
    return createRegion({ capacity })
  } catch {
    return undefined
  }
}
