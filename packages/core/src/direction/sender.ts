/**
 * The sending half of one direction: which way a message goes. Every message takes the next sequence number and one of two
 * lanes: the ring, or the native lane for what the ring cannot carry (`transfer`, platform objects, large messages, a posting
 * getter).
 */

import { load } from '../atomics.ts'
import { copyBytes } from '../codec/copy.ts'
import { Encoder } from '../codec/index.ts'
import type { LaneChooser } from '../host.ts'
import { PRODUCER_POSITION, RECORD_MESSAGE, RECORD_TYPED } from '../memory/layout.ts'
import { CLOSED, FULL } from '../ring/producer.ts'
import { wakeAtAnyRelease, wakeAtBytesLeft } from './await-room.ts'
import { BytesSender } from './bytes-sender.ts'
import { LARGE } from './lane-choice.ts'
import { OOB_BYTES, OOB_RECORD, OOB_STANDALONE } from './out-of-band.ts'
import { type Parcels, postRecordParcel } from './parcels.ts'
import type { SenderOptions } from './sender-options.ts'
import { askPlatform, requireTransferable } from './transferable.ts'
import type { RecordWriter } from './typed-record.ts'

export class Sender extends BytesSender {
  readonly #onReceiverClosed: () => void
  #encoder: Encoder
  /** Once a large message could have gone another way. */
  #choice: LaneChooser | undefined = undefined
  /** Encodings of more bytes are looked at before they are sent. */
  #largeBytes = 0

  constructor(options: SenderOptions) {
    super(options)
    if (!this.limits.isBounded) this.#largeBytes = LARGE
    this.#onReceiverClosed = options.onReceiverClosed ?? (() => {})
    this.#encoder = new Encoder(false, this.parcels.registry)
  }

  /** Carries other classes of the program from now on: before the first message. */
  use(parcels: Parcels): void {
    this.parcels = parcels
    this.#encoder = new Encoder(false, parcels.registry)
  }

  /**
   * Sends a message. Waits only with `whenFull: 'block'`. With `mayRefuse` it returns false, and sends nothing, if it would
   * otherwise have to buffer, wait or throw because there is no room. Throws `DataCloneError`, or the error of a getter: then
   * nothing was sent.
   */
  send(value: unknown, transfer: readonly object[] | undefined, mayRefuse = false): boolean {
    // Rare steps are functions of their own, here and below (docs/decisions/0017).
    if (this.isUnwrapped || this.isEncoding) return this.#sendOutOfTurn(value, transfer, mayRefuse)
    if (transfer !== undefined) requireTransferable(this.lane, transfer)
    if (this.isUnsent) this.forgetUnsent()
    if (this.bytes >= this.calm.lookAt) this.lookForCalm()
    if (ArrayBuffer.isView(value) && this.trySendAsIs(value, transfer, mayRefuse)) return true
    if (this.#choice !== undefined && transfer === undefined && this.#trySendByLane(this.#choice, value, mayRefuse))
      return true
    const producer = this.producer
    const encoder = this.#encoder
    const start = producer.claim()
    let end: number
    this.isEncoding = true
    try {
      end = encoder.encode(value, this.span, start, producer.claimEnd, transfer)
    } catch (error) {
      this.isEncoding = false
      if (transfer !== undefined) askPlatform(this.lane, transfer)
      throw error
    }
    this.isEncoding = false
    this.isUnsent = true
    if (end < 0 || end - start > this.#largeBytes || encoder.beside.areSent || transfer !== undefined)
      return this.#sendEncoded(value, start, end, transfer ?? [], mayRefuse)
    this.commit(end - start, RECORD_MESSAGE)
    return true
  }

  #sendOutOfTurn(value: unknown, transfer: readonly object[] | undefined, mayRefuse: boolean): boolean {
    // While a message without envelope is being posted, none with a number may come before it.
    if (this.isUnwrapped && (this.isEncoding || !this.stopUnwrapped())) return this.sendUnwrapped(value, transfer)
    // A getter of the value being encoded posts: its message comes first, by the lane that is free.
    if (this.isEncoding) return this.#sendFromGetter(value, transfer ?? [], mayRefuse)
    return this.send(value, transfer, mayRefuse)
  }

  #sendEncoded(value: unknown, start: number, end: number, transfer: readonly object[], mayRefuse: boolean): boolean {
    const encoder = this.#encoder
    if (this.isClosed) return true
    if (transfer.length === 0 && this.mayClone(mayRefuse))
      this.#learn(value, end < 0 ? encoder.spilled().length : end - start)
    if (encoder.beside.areSent || transfer.length !== 0)
      return this.#sendPlatformObjects(start, end, transfer, mayRefuse)
    if (end < 0) {
      try {
        return this.#sendSpilled(encoder.spilled(), RECORD_MESSAGE, mayRefuse, false)
      } finally {
        // Nothing of a refused message is kept: a wait for room may be due to a lack of memory.
        if (this.isUnsent) this.forgetUnsent()
        else encoder.forgetSpilled()
      }
    }
    if (this.limits.isBounded && !this.limits.mayAdd(end - start, mayRefuse)) return false
    this.commit(end - start, RECORD_MESSAGE)
    return true
  }

  /** Whether the platform has cloned it, since the last of its kind were mostly what that copies faster. */
  #trySendByLane(choice: LaneChooser, value: unknown, mayRefuse: boolean): boolean {
    const bytes = this.mayClone(mayRefuse) ? choice.bytesByLane(value) : 0
    if (bytes !== 0) this.sendClone(value, bytes)
    return bytes !== 0
  }

  #learn(value: unknown, bytes: number): void {
    if (bytes <= LARGE) return
    this.#choice ??= this.chooseLane?.()
    this.#choice?.learn(value, bytes, this.#encoder.copiedBytes)
  }

  /** As `send`, for a record of a typed channel. Throws what writing it throws, and then nothing was sent. */
  sendRecord(writer: RecordWriter, mayRefuse = false): boolean {
    if (this.isUnwrapped && (this.isEncoding || !this.stopUnwrapped()))
      return this.countUnwrapped(() => postRecordParcel(this.lane, writer.spilled().slice(), writer.memory))
    if (this.isEncoding) return this.#sendRecordBeside(writer, mayRefuse)
    if (this.isUnsent) this.forgetUnsent()
    if (writer.memory !== undefined) return this.#sendRecordBeside(writer, mayRefuse)
    if (this.bytes >= this.calm.lookAt) this.lookForCalm()
    const start = this.producer.claim()
    let end: number
    this.isEncoding = true
    try {
      end = writer.write(this.span, start, this.producer.claimEnd)
    } finally {
      this.isEncoding = false
    }
    if (end < 0) return this.#sendSpilledRecord(writer, mayRefuse)
    if (this.limits.isBounded && !writer.isOpening && !this.limits.mayAdd(end - start, mayRefuse)) return false
    this.commit(end - start, RECORD_TYPED)
    return true
  }

  #sendSpilledRecord(writer: RecordWriter, mayRefuse: boolean): boolean {
    const encoded = writer.spilled()
    // Getters have run once more, and what they posted may have been refused.
    if (this.isUnsent) this.forgetUnsent()
    return this.isClosed || this.#sendSpilled(encoded, RECORD_TYPED, mayRefuse, writer.isOpening)
  }

  /** A message was sent, or is being encoded. */
  get isUsed(): boolean {
    return this.messages !== 0 || this.isEncoding
  }

  /** Bytes sent and not yet taken by the other side: of records with their headers, and of encodings on the lane. */
  lookAtBuffered(): number {
    return this.buffered.look()
  }

  /** The most that was buffered, as far as somebody looked. */
  get maxBuffered(): number {
    return this.buffered.most
  }

  /** And here a side that waits until less is buffered: the next release is of this ring. */
  findReleasing(): Int32Array {
    return this.buffered.findOldest()
  }

  /** Bytes of `bufferedAmount` at and below which the other side has caught up. */
  get readyAt(): number {
    return this.limits.readyAt
  }

  /** It has. */
  caughtUp(): void {
    this.limits.forgetRefused()
  }

  /** Before parking: the release that leaves no more than `readyAt` wakes, or, with older bytes, any. */
  wantDrained(words: Int32Array): void {
    if (!this.buffered.isInOneRing) return wakeAtAnyRelease(words)
    // ORDER: our own word; nobody else writes it.
    wakeAtBytesLeft(words, load(words, PRODUCER_POSITION), this.limits.readyAt)
  }

  protected forgetUnsent(): void {
    this.#encoder.rollback()
    this.isUnsent = false
  }

  /** `isUrgent`: neither refused nor waited for. */
  #sendSpilled(encoded: Uint8Array, kind: number, mayRefuse: boolean, isUrgent: boolean): boolean {
    const length = encoded.length
    if (this.limits.isBounded && !isUrgent && !this.limits.mayAdd(length, mayRefuse)) return false
    const isTooLong = length > this.producer.region.maxPayload
    let offset = isTooLong ? FULL : this.producer.tryClaim(length)
    if (offset === FULL && !isTooLong) this.fullRings++
    if (isTooLong && !isUrgent && !this.limits.mayAddBeside(length, mayRefuse)) return false
    if (offset === FULL && !isTooLong && !isUrgent && this.limits.areStrict(mayRefuse)) {
      const isMet = (): boolean => (offset = this.producer.tryClaim(length)) !== FULL
      const { capacity } = this.producer.region
      if (!isMet() && !this.limits.awaitOrRefuse(length, isMet, mayRefuse, capacity)) return false
    }
    if (offset === CLOSED || (offset === FULL && this.isReceiverClosed)) {
      this.#onReceiverClosed()
      return true
    }
    if (offset === FULL) {
      const envelopeKind = kind === RECORD_TYPED ? OOB_RECORD : OOB_BYTES
      if (!this.grow(length)) return this.sendBytes(envelopeKind, encoded.slice(), undefined, [])
      offset = this.producer.tryClaim(length)
    }
    copyBytes(encoded, 0, length, this.span.bytes, offset)
    this.commit(length, kind)
    return true
  }

  #sendPlatformObjects(start: number, end: number, transfer: readonly object[], mayRefuse: boolean): boolean {
    const encoder = this.#encoder
    const length = end < 0 ? encoder.spilled().length : end - start
    if (!this.#mayAddPlatformObjects(length, mayRefuse)) return false
    // Not `slice`: on shared memory it is many times slower than a fresh array and `set`.
    const bytes = end < 0 ? encoder.spilled().slice() : new Uint8Array(end - start)
    if (end >= 0) copyBytes(this.span.bytes, start, end, bytes, 0)
    const objects = encoder.platformObjects
    // The receiver's platform may not know one of the objects, and then drops the message: no other may build on it.
    encoder.rollback()
    return this.sendBytes(OOB_BYTES, bytes, objects, transfer)
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

  #mayAddInside(bytes: number, mayRefuse: boolean): boolean {
    if (this.limits.isBounded && !this.limits.mayAdd(bytes, mayRefuse)) return false
    return this.limits.mayAddInside(bytes, mayRefuse)
  }

  /** Its encoding refers to no earlier message: the encoder's tables belong to the message whose getter posts. */
  #sendFromGetter(value: unknown, transfer: readonly object[], mayRefuse: boolean): boolean {
    requireTransferable(this.lane, transfer)
    const encoder = new Encoder(false, this.parcels.registry)
    encoder.encode(value, this.span, 0, 0, transfer)
    const encoded = encoder.spilled()
    if (!this.#mayAddInside(encoded.length, mayRefuse)) return false
    return this.sendBytes(OOB_STANDALONE, encoded.slice(), encoder.platformObjects, transfer)
  }

  /** By the native lane: from a getter, or with memory. */
  #sendRecordBeside(writer: RecordWriter, mayRefuse: boolean): boolean {
    const encoded = writer.spilled()
    if (!writer.isOpening && !this.#mayAddInside(encoded.length, mayRefuse)) return false
    return this.sendBytes(OOB_RECORD, encoded.slice(), writer.memory && [writer.memory], [])
  }
}
