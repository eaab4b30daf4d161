/**
 * Messages that are one typed array: filled where they will lie in the ring, or by the native lane, where that copies less.
 */

import { load } from '../atomics.ts'
import { carriedBytes, MOST_BESIDE_BYTES, writeBytesHead } from '../codec/kinds/bytes.ts'
import { copyTyped } from '../codec/kinds/view.ts'
import { requireNoRemedyIn } from '../codec/uncloneable.ts'
import { BYTES_WANTED, RECORD_MESSAGE } from '../memory/layout.ts'
import { noteLent, wereLent } from '../memory/region-buffers.ts'
import { type Fill, filled, isFilledNow, requireByteLength, throwFilledLater } from './filled.ts'
import { Limits } from './limits.ts'
import { MOST_IN_VIEW, OOB_VALUE } from './out-of-band.ts'
import { RingSender } from './ring-sender.ts'
import type { SenderOptions } from './sender-options.ts'

export abstract class BytesSender extends RingSender {
  readonly #nativeBytes: number
  protected readonly chooseLane: SenderOptions['chooseLane']
  protected readonly limits: Limits

  /** Times the ring had no room for a message. */
  fullRings = 0

  constructor(options: SenderOptions) {
    super(options)
    this.#nativeBytes = options.nativeBytes ?? Infinity
    this.chooseLane = options.chooseLane
    this.limits = new Limits(options, this.buffered)
  }

  abstract send(value: unknown, transfer: readonly object[] | undefined, mayRefuse?: boolean): boolean

  /** A message that was encoded and not sent leaves no trace. */
  protected abstract forgetUnsent(): void

  /** As `send`, of a `Uint8Array` that `fill` writes: in the ring where that has room. Throws what `fill` throws, too. */
  sendFilled(byteLength: number, fill: Fill): boolean {
    requireByteLength(byteLength)
    // Should somebody write there later, another ring is needed at once.
    if (this.isUnwrapped || this.isEncoding || this.sendsAhead) return this.#sendFilledApart(byteLength, fill, false)
    if (this.isUnsent) this.forgetUnsent()
    if (this.bytes >= this.calm.lookAt) this.lookForCalm()
    if (!this.makeRoomFor(byteLength) && !this.#growFor(byteLength))
      return this.#sendFilledApart(byteLength, fill, byteLength >= this.#nativeBytes && this.limits.areLoose(false))
    const { bytes } = this.span
    const start = this.producer.claim()
    const at = writeBytesHead(bytes, start, byteLength)
    const end = at + byteLength
    this.isEncoding = true
    let isFilled: boolean
    noteLent()
    try {
      isFilled = isFilledNow(bytes.subarray(at, end), fill)
    } finally {
      this.isEncoding = false
    }
    if (!isFilled) this.#refuseLateFill()
    if (this.limits.isBounded && !this.isClosed && !this.limits.mayAdd(end - start, false)) return false
    this.commit(end - start, RECORD_MESSAGE)
    return true
  }

  // A late `fill` still writes there, so no other message may be.
  #refuseLateFill(): never {
    this.leaveRing()
    throwFilledLater()
  }

  /** Whether there is a larger ring now, with room for bytes that the one in use had none for. */
  #growFor(bytes: number): boolean {
    if (!this.limits.areLoose(false) || this.isReceiverClosed) return false
    const most = bytes + MOST_BESIDE_BYTES
    const isTooLong = most > this.producer.region.maxPayload
    if (!this.grow(most)) return false
    if (!isTooLong) this.fullRings++
    return this.makeRoomFor(bytes)
  }

  /** In memory of their own, which the native lane may take over: else there may be room for them by now. */
  #sendFilledApart(byteLength: number, fill: Fill, isByLane: boolean): boolean {
    const bytes = filled(byteLength, fill)
    if (this.isClosed) return true
    if (!isByLane || this.isReceiverClosed) return this.send(bytes, undefined)
    // `fill` may have been refused a message.
    if (this.isUnsent) this.forgetUnsent()
    if (byteLength + MOST_BESIDE_BYTES <= this.producer.region.maxPayload) this.fullRings++
    return this.sendBytes(OOB_VALUE, bytes, undefined, [])
  }

  /** Whether bytes were sent as they are. Else they are to be encoded, as any other message, and have room where they lie in one piece. */
  protected trySendAsIs(value: ArrayBufferView, transfer: readonly object[] | undefined, mayRefuse: boolean): boolean {
    const bytes = carriedBytes(value)
    // A transferred buffer needs no room.
    if (bytes === 0 || (transfer !== undefined && transfer.length !== 0)) return false
    const isLarge = bytes >= this.#nativeBytes && bytes <= MOST_IN_VIEW
    if (isLarge && this.#isQuickerByLane(mayRefuse)) return this.#sendValue(value, bytes)
    this.makeRoomFor(bytes)
    return false
  }

  /** The platform's clone makes a fresh buffer, in less time than we; a buffer of the receiver's spares it. */
  #isQuickerByLane(mayRefuse: boolean): boolean {
    // A Buffer or an instance that keeps its class is no typed array to us.
    if (this.parcels.registry !== undefined || !this.limits.areLoose(mayRefuse)) return false
    // ORDER: advice, which nothing depends on; pairs with the store in Receiver.nextInto.
    return load(this.home, BYTES_WANTED) === 0
  }

  /**
   * Whether the platform may clone a whole message, getters and all. Not after the program has got a view of a ring: the platform
   * would share all of that.
   */
  protected mayClone(mayRefuse: boolean): boolean {
    if (this.chooseLane === undefined || wereLent()) return false
    return this.parcels.registry === undefined && this.limits.areLoose(mayRefuse)
  }

  /** A message as it is. `bytes`: about how many its encoding would have. */
  protected sendClone(value: unknown, bytes: number): void {
    try {
      // Bun shares the characters of a text in an array that holds no other objects.
      this.post(OOB_VALUE, value, typeof value === 'string' ? undefined : [bytes], [], bytes)
    } catch (error) {
      if ((error as Partial<Error> | null)?.name === 'DataCloneError') requireNoRemedyIn(value)
      throw error
    }
  }

  /**
   * Typed arrays have no getters, so the platform's clone is the same as ours. It copies bytes twice, into a message and out of
   * it; what it takes over it does not copy at all.
   */
  #sendValue(value: ArrayBufferView, bytes: number): true {
    const copy = copyTyped(value)
    if (copy === undefined) this.post(OOB_VALUE, value, undefined, [], bytes)
    else this.post(OOB_VALUE, copy, undefined, [copy.buffer], bytes)
    return true
  }
}
