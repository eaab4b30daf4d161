/**
 * One direction, receiving half: merges the ring and the native lane by sequence number into one order. A record that is
 * ahead of its turn waits in the ring, in place; a native message that is ahead waits in the stash.
 */

import { load, store } from '../atomics.ts'
import { createSpan, Decoder, type Span } from '../codec/index.ts'
import { bytesOf, carriedBytes } from '../codec/kinds/bytes.ts'
import { RingCorruptError } from '../errors.ts'
import type { Lane } from '../host.ts'
import {
  BYTES_WANTED,
  CONSUMER_STATE,
  CONTROL_BYTES,
  OUT_OF_BAND,
  OUT_OF_BAND_TAKEN,
  RECORD_MESSAGE,
  STATE_CLOSED,
  UNWRAPPED,
} from '../memory/layout.ts'
import { openRegion, type Region } from '../memory/region.ts'
import { Consumer } from '../ring/consumer.ts'
import type { Sleeper } from '../signal/gate.ts'
import { copyInto } from './into.ts'
import { isEnvelope, OOB_BEGIN, OOB_RING, OOB_STANDALONE, OOB_VALUE } from './out-of-band.ts'
import { Parcels } from './parcels.ts'
import { encodingIn, keep, RAW, type Stashed } from './stash.ts'
import { unreadableFor } from './unreadable.ts'

/** What `next` found. */
export const EMPTY = 0
/** `value` is the next message; an `Unreadable` in the place of one with an instance that could not be made. */
export const MESSAGE = 1
/** The next message is in the native lane and not here yet: return to the event loop, which will bring it. */
export const IN_LANE = 2
/** The sender closed, and everything it sent has been delivered. */
export const ENDED = 3
/** `value` is the error that tells why the next message does not go into the target. It stays the next. */
export const REFUSED = 4

/** What a receiver needs of the native lane: nudges go out, and messages are fetched where that is possible. */
type PolledLane = Pick<Lane, 'post' | 'poll' | 'probe'>

export interface ReceiverOptions {
  readonly region: Region
  readonly lane: PolledLane
  readonly token: string
  readonly owner: number
  /** The sender has moved to a new region: whoever parks must park there. */
  readonly onRing: (region: Region) => void
  /** Polling the lane has brought a message that is not of this channel's sender. */
  readonly onForeign: (message: unknown) => void
  /** Which classes of the program are carried. Default: none. */
  readonly parcels?: Parcels
}

export class Receiver implements Sleeper {
  readonly #lane: PolledLane
  readonly #token: string
  readonly #owner: number
  readonly #nudge: () => void
  readonly #onRing: (region: Region) => void
  readonly #onForeign: (message: unknown) => void
  readonly #parcels: Parcels
  readonly #decoder: Decoder
  readonly #stash: Stashed[] = []
  #consumer: Consumer
  #span: Span
  /** Number of the next message to deliver, u32. */
  #expected = 0
  /** Unwrapped messages have no number and come first: false until all of them are here. */
  #hasBegun: boolean
  /** Native messages taken so far, compared with OUT_OF_BAND for equality only. */
  #taken = 0
  /** Of these, how many were delivered; and as far as the sender knows. */
  #delivered = 0
  #publishedDelivered = 0
  /** The first ring's control block: the sender looks there, however often the ring has grown. */
  readonly #home: Int32Array

  #wantsBytes = false
  /** Where `#find` has found the next message: first in the stash, or peeked in the ring. */
  #isInStash = false

  /** The message last found. */
  value: unknown
  /** The ports transferred with it, where the platform tells. */
  ports: readonly object[] | undefined
  messages = 0
  bytes = 0
  /** A message is being decoded: the `from` of a class must not ask for the next. */
  isReading = false

  constructor({ region, lane, token, owner, onRing, onForeign, parcels = new Parcels() }: ReceiverOptions) {
    this.#parcels = parcels
    this.#decoder = new Decoder(parcels.registry)
    this.#lane = lane
    this.#token = token
    this.#owner = owner
    this.#nudge = (): void => lane.post(token)
    this.#onRing = onRing
    this.#onForeign = onForeign
    this.#home = region.words
    this.#consumer = new Consumer(region, owner, this.#nudge)
    this.#span = createSpan(region.buffer, CONTROL_BYTES, region.capacity)
    // ORDER: B1, after our end is taken; pairs with B2 and B3 in Sender.#stopUnwrapped, which may have happened since.
    this.#hasBegun = load(region.words, UNWRAPPED) === 0
  }

  /** Takes a native message, whenever it comes. False when it is not of this channel's sender. */
  onMessage(message: unknown, ports?: readonly object[]): boolean {
    // A nudge.
    if (message === this.#token) return true
    if (isEnvelope(message, this.#token)) {
      const [, sequence, kind, payload, hosts] = message
      if (kind === OOB_BEGIN && this.#hasBegun) return true
      keep(this.#stash, { sequence, kind, payload, hosts: hosts as readonly unknown[] | undefined, ports })
      if (kind === OOB_BEGIN) {
        // B5. Not what we counted: a platform that does not queue for a listener has dropped those that came before ours.
        this.#taken = sequence | 0
        this.#delivered = sequence | 0
        return true
      }
    } else {
      // ORDER: stored before the first numbered message was sent; pairs with B3 in Sender.#stopUnwrapped.
      const unwrapped = load(this.#consumer.region.words, UNWRAPPED)
      if (this.#taken >= unwrapped) return false
      this.#stash.push({ sequence: 0, kind: RAW, payload: message, hosts: undefined, ports })
    }
    this.#taken = (this.#taken + 1) | 0
    return true
  }

  /** The next message in order, or why there is none. Throws `DecodeError` (that message is skipped) and `RingCorruptError`. */
  next(): number {
    const status = this.#find()
    if (status !== MESSAGE) return status
    if (this.#isInStash) this.#readStashed(this.#takeStashed())
    else this.#readRecord(this.#consumer)
    return MESSAGE
  }

  /** As `next`, but copies the message, if it is bytes, into `target`: `value` is then how many. Else `REFUSED`. */
  nextInto(target: Uint8Array): number {
    if (!this.#wantsBytes) {
      this.#wantsBytes = true
      // ORDER: advice, which nothing depends on; pairs with the load in Sender.#isQuickerByLane.
      store(this.#home, BYTES_WANTED, 1)
    }
    const status = this.#find()
    if (status !== MESSAGE) return status
    const copied = copyInto(target, this.#findBytes())
    this.value = copied
    if (typeof copied !== 'number') return REFUSED
    if (this.#isInStash) this.#takeStashed()
    else {
      this.#countRecord(this.#consumer)
      this.#consumer.release()
    }
    return MESSAGE
  }

  /** Goes on to the next message, which stays where it is; what both lanes say to the receiver itself is done. */
  #find(): number {
    for (;;) {
      this.#isInStash = this.#isStashNext()
      if (this.#isInStash) {
        // M1
        const { kind, sequence, payload } = this.#stash[0]!
        if (kind !== OOB_BEGIN && kind !== OOB_RING) return MESSAGE
        this.#stash.shift()
        if (kind === OOB_BEGIN) this.#beginAt(sequence)
        else {
          this.#delivered = (this.#delivered + 1) | 0
          this.#expected = (sequence + 1) >>> 0
          this.#switchTo(openRegion(payload))
        }
        continue
      }
      const consumer = this.#consumer
      if (consumer.peek()) {
        // M2
        if (consumer.sequence === this.#expected) {
          this.#requireMessage(consumer)
          return MESSAGE
        }
        if (this.#begin()) continue
        // M3: the record is ahead and stays in place.
        this.#requireAhead(consumer.sequence)
        if (this.fetch()) continue
        return IN_LANE
      }
      // M4: state, then count, then position: against the order in which the sender stores them.
      const isClosed = consumer.isProducerClosed()
      const isPending = this.#isPending()
      if (consumer.peek()) continue
      // M5
      if (isPending) {
        if (this.fetch()) continue
        return IN_LANE
      }
      // M6, M7
      return isClosed ? ENDED : EMPTY
    }
  }

  /** What `next` would find, without taking it. MESSAGE also for one that is on its way in the native lane. */
  glance(): number {
    const consumer = this.#consumer
    if (this.#isStashNext() || consumer.peek()) return MESSAGE
    // M4, as in `next`.
    const isClosed = consumer.isProducerClosed()
    if (this.#isPending() || consumer.peek()) return MESSAGE
    return isClosed ? ENDED : EMPTY
  }

  /** C2: looks at state, position and count afresh. */
  hasNews(): boolean {
    return this.#consumer.hasNews() || this.#isPending() || this.#isStashNext()
  }

  /** Whether the platform tells a blocked thread that the sender is gone. */
  get mayProbe(): boolean {
    return this.#lane.probe !== undefined
  }

  /** Whether the sender is still there, as far as the platform tells. What the lane still brings is kept. */
  probe(): boolean {
    while (this.fetch());
    return this.#lane.probe?.(this.#token) ?? true
  }

  /** The message last found, for who keeps it. */
  taken(): { message: unknown } {
    const message = this.value
    this.value = undefined
    return { message }
  }

  /** Throws `TypeError` while a message is being decoded. */
  requireIdle(): void {
    if (this.isReading) throw new TypeError('Cannot take a message within the from() of a class: one is being read')
  }

  /** Tells the sender of all bytes given back. Always before parking or leaving. */
  publishRelease(): void {
    if (this.#delivered !== this.#publishedDelivered) {
      this.#publishedDelivered = this.#delivered
      // ORDER: P0, before P1 and P2 of the room protocol, so that who is woken sees it; pairs with Buffered.look.
      store(this.#home, OUT_OF_BAND_TAKEN, this.#delivered)
    }
    this.#consumer.publishRelease()
  }

  /** Tells the sender that nobody reads any more: also one that has gone on in a ring that we have not heard of. */
  close(): void {
    const { words } = this.#consumer.region
    // ORDER: C5, before the wake below; pairs with isConsumerClosed in awaitRoom.
    if (words !== this.#home) store(this.#home, CONSUMER_STATE, STATE_CLOSED)
    this.#consumer.close()
  }

  #requireMessage({ kind, offset }: Consumer): void {
    if (kind !== RECORD_MESSAGE)
      throw new RingCorruptError('kind', kind, offset, 'no kind of record this version knows')
  }

  #countRecord({ length }: Consumer): void {
    this.#expected = (this.#expected + 1) >>> 0
    this.ports = undefined
    this.messages++
    this.bytes += length
  }

  #readRecord(consumer: Consumer): void {
    const { offset, length } = consumer
    this.#countRecord(consumer)
    this.isReading = true
    try {
      this.value = this.#decoder.decode(this.#span, offset, offset + length)
    } catch (error) {
      this.value = unreadableFor(error)
    } finally {
      this.isReading = false
      consumer.release()
    }
  }

  #takeStashed(): Stashed {
    const stashed = this.#stash.shift()!
    const { kind, sequence, ports } = stashed
    this.#delivered = (this.#delivered + 1) | 0
    if (kind !== RAW) {
      this.#expected = (sequence + 1) >>> 0
      this.bytes += kind === OOB_VALUE ? carriedBytes(stashed.payload) : encodingIn(stashed, this.#expected).length
    }
    this.ports = ports
    this.messages++
    return stashed
  }

  #readStashed(stashed: Stashed): void {
    this.isReading = true
    try {
      this.value = this.#decodeStashed(stashed)
    } catch (error) {
      this.value = unreadableFor(error)
    } finally {
      this.isReading = false
    }
  }

  #decodeStashed(stashed: Stashed): unknown {
    const { kind, payload, hosts } = stashed
    if (kind === RAW) return this.#parcels.open(payload)
    if (kind === OOB_VALUE) return payload
    const bytes = encodingIn(stashed, this.#expected)
    const span = createSpan(bytes.buffer, bytes.byteOffset, bytes.length)
    return this.#decoderOf(kind).decode(span, 0, bytes.length, hosts)
  }

  #decoderOf(kind: number): Decoder {
    return kind === OOB_STANDALONE ? new Decoder(this.#parcels.registry) : this.#decoder
  }

  /** The bytes of the message that `#find` has found, where they lie; undefined when it is something else. */
  #findBytes(): Uint8Array | undefined {
    if (!this.#isInStash) {
      const { offset, length } = this.#consumer
      return this.#decoder.findBytes(this.#span, offset, offset + length)
    }
    const stashed = this.#stash[0]!
    const { kind, payload, hosts } = stashed
    if (kind === RAW || kind === OOB_VALUE) return bytesOf(payload)
    const bytes = encodingIn(stashed, this.#expected)
    const span = createSpan(bytes.buffer, bytes.byteOffset, bytes.length)
    return this.#decoderOf(kind).findBytes(span, 0, bytes.length, hosts)
  }

  /** F1: takes one native message if the platform lets us poll. */
  fetch(): boolean {
    const polled = this.#lane.poll?.()
    if (polled === undefined) return false
    if (!this.onMessage(polled.message)) this.#onForeign(polled.message)
    return true
  }

  /** Once all unwrapped messages are here, before OOB_BEGIN says so: a blocked thread could not hear it. */
  #begin(): boolean {
    if (this.#hasBegun) return false
    // ORDER: B6, the record that is ahead was published after it; pairs with B3 in Sender.#stopUnwrapped.
    const unwrapped = load(this.#consumer.region.words, UNWRAPPED)
    if (unwrapped === 0) this.#hasBegun = true
    if (unwrapped === 0 || this.#taken !== unwrapped) return false
    this.#beginAt(unwrapped)
    return true
  }

  #beginAt(sequence: number): void {
    this.#expected = sequence >>> 0
    this.#hasBegun = true
  }

  #isStashNext(): boolean {
    const stash = this.#stash
    if (stash.length === 0) return false
    const { kind, sequence } = stash[0]!
    return sequence === this.#expected || kind === RAW || kind === OOB_BEGIN
  }

  #isPending(): boolean {
    // ORDER: pairs with O2 in Sender.#announce. The count may lag one behind what we took, between O1 and O2.
    const announced = load(this.#consumer.region.words, OUT_OF_BAND)
    return announced !== this.#taken && ((announced + 1) | 0) !== this.#taken
  }

  #requireAhead(sequence: number): void {
    const distance = (sequence - this.#expected) | 0
    if (distance <= 0)
      throw new RingCorruptError('number', sequence, this.#expected, 'behind the message that is expected next')
  }

  #switchTo(region: Region): void {
    this.publishRelease()
    this.#consumer = new Consumer(region, this.#owner, this.#nudge)
    this.#span = createSpan(region.buffer, CONTROL_BYTES, region.capacity)
    this.#onRing(region)
  }
}
