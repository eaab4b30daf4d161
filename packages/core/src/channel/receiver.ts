/**
 * One direction, receiving half: merges the ring and the native lane by sequence number into one order. A record that is
 * ahead of its turn waits in the ring, in place; a native message that is ahead waits in the stash.
 */

import { load, store } from '../atomics.ts'
import { createSpan, type Span } from '../codec/index.ts'
import { carriedBytes } from '../codec/kinds/bytes.ts'
import { RingCorruptError } from '../errors.ts'
import {
  BYTES_WANTED,
  CARRIERS,
  CONSUMER_POSITION,
  CONSUMER_STATE,
  CONTROL_BYTES,
  MOST_CARRIERS,
  OUT_OF_BAND,
  OUT_OF_BAND_TAKEN,
  POLLS,
  PRODUCER_OWNER,
  PRODUCER_POSITION,
  RECORD_MESSAGE,
  RECORD_TYPED,
  RINGS_AHEAD,
  RINGS_SENT,
  STATE_CLOSED,
  UNWRAPPED,
} from '../memory/layout.ts'
import { openRegion, type Region } from '../memory/region.ts'
import { Consumer } from '../ring/consumer.ts'
import type { KeptRecord } from '../ring/kept-records.ts'
import type { Sleeper } from '../signal/gate.ts'
import { fetchFrom, MOST_FETCHED } from './fetch.ts'
import { ANYTHING, type Asker, type Inbound, InboundChannels, MESSAGES, RECORDS } from './inbound.ts'
import { isRefusal, LEASE, type Place, placeBytes } from './into.ts'
import type { Held } from './lease.ts'
import { MessageReader } from './message-reader.ts'
import {
  closePorts,
  type Envelope,
  isEnvelope,
  OOB_AHEAD,
  OOB_BEGIN,
  OOB_MOVED,
  OOB_RING,
  OOB_VALUE,
} from './out-of-band.ts'
import { Parcels } from './parcels.ts'
import type { PolledLane, ReceiverOptions } from './receiver-options.ts'
import { encodingIn, memoryIn, RAW, recordIn, Stash, type Stashed } from './stash.ts'
import { Undecided } from './undecided.ts'
import { Unreadable } from './unreadable.ts'
import { Waiting } from './waiting.ts'

/**
 * What `next` gives where there is no message: nothing that can be posted is a symbol. Known by name, so that who has another
 * copy of this module, as the explorer of interleavings, knows them too.
 */
export const EMPTY: unique symbol = Symbol.for('slipring.empty')
/** The next message is in the native lane and not here yet: return to the event loop, which will bring it. */
export const IN_LANE: unique symbol = Symbol.for('slipring.in-lane')
/** The sender closed, and everything it sent has been delivered. */
export const ENDED: unique symbol = Symbol.for('slipring.ended')
/** `takeRefusal` tells why the next message does not go to its place. It stays the next. */
export const REFUSED: unique symbol = Symbol.for('slipring.refused')
/** What came was for others, and there may be more: ask again, once the clock was looked at. */
export const MORE: unique symbol = Symbol.for('slipring.more')
/** The next is a record, for `deliverRecord`. */
export const RECORD: unique symbol = Symbol.for('slipring.record')
/** Of who only looks: there is one. Of who passes messages on (`Passing`): there was one. */
export const MESSAGE: unique symbol = Symbol.for('slipring.message')

export type Status =
  | typeof EMPTY
  | typeof IN_LANE
  | typeof ENDED
  | typeof REFUSED
  | typeof MORE
  | typeof RECORD
  | typeof MESSAGE

/** Records that one look sets aside: who sends them as fast as that would hold it for ever. */
const MOST_SET_ASIDE = 64
/** The same of who takes a message that may be behind them, and comes back to no clock in between. */
const MOST_SET_ASIDE_TO_TAKE = 1 << 14

/** Whether `next` has given no message. One in a field would cost a note for the collector (docs/decisions/0017). */
export function isStatus(found: unknown): found is Status {
  return typeof found === 'symbol'
}

/** Whether more may be there, also of a sender that is gone. */
export function mayBeMore(status: Status): boolean {
  return status === MESSAGE || status === MORE
}

export class Receiver extends MessageReader implements Sleeper {
  readonly #lane: PolledLane
  readonly #token: string
  readonly #owner: number
  readonly #nudge: () => void
  readonly #onRing: (region: Region) => void
  readonly #onForeign: ReceiverOptions['onForeign']
  readonly #stash: Stash = new Stash()
  #consumer: Consumer
  #span: Span
  /** Number of the next message to deliver, u32. */
  #expected = 0
  /** Unwrapped messages have no number and come first: false until all of them are here. */
  #hasBegun: boolean
  /** Native messages taken so far, compared with OUT_OF_BAND for equality, or by a difference of few. */
  #taken = 0
  /** Of these, how many were delivered; and as far as the sender knows. */
  #delivered = 0
  #publishedDelivered = 0
  readonly #undecided: Undecided
  /** The first ring's control block: the sender looks there, however often the ring has grown. */
  #home: Int32Array
  /** What the lane has brought of the next sender, before all of the last one's is delivered. */
  #ofNext: [message: unknown, ports: readonly object[] | undefined][] | undefined
  /** The memory of a ring that the sender may go on in later. */
  #ahead: unknown
  #ringsAhead = 0
  /** What could not be read, and is a ring that was sent ahead unless that comes. */
  readonly #lostAhead: unknown[] = []

  readonly #isPolling: boolean
  #isFrozen = false
  #wantsBytes = false
  readonly #channels: InboundChannels
  /** Where `#find` has found the next message: first among those that wait, first in the stash, or peeked in the ring. */
  #isWaiting = false
  #isInStash = false
  /** Whose record `#find` has found: the first of those that wait, or, kept, the last that was peeked. */
  #inbound: Inbound | undefined
  #kept: KeptRecord | undefined

  #refusal: Error | undefined
  messages = 0
  bytes = 0

  constructor({ region, lane, token, owner, onRing, onForeign, ...rest }: ReceiverOptions) {
    super(rest.parcels ?? new Parcels())
    this.#channels = rest.channels ?? new InboundChannels(() => {})
    this.#lane = lane
    this.#token = token
    this.#owner = owner
    this.#nudge = (): void => lane.post(token)
    this.#onRing = onRing
    this.#onForeign = onForeign
    this.#undecided = new Undecided(lane.poll !== undefined, rest.onUndecided)
    this.#home = region.words
    this.#isPolling = lane.poll !== undefined || rest.neverBlocks === true
    // ORDER: advice, which nothing depends on; pairs with the load in Sender.#lookForCalm.
    if (this.#isPolling) store(region.words, POLLS, 1)
    this.#consumer = new Consumer(region, owner, this.#nudge)
    this.#span = createSpan(region.buffer, CONTROL_BYTES, region.capacity)
    // ORDER: B1, after our end is taken; pairs with B2 and B3 in Sender.#stopUnwrapped, which may have happened since.
    this.#hasBegun = load(region.words, UNWRAPPED) === 0
  }

  /**
   * Takes a native message, whenever it comes; an `Unreadable` in the place of one that could not be read. False when it is
   * not of this channel's sender, or cannot be told to be.
   */
  onMessage(message: unknown, ports?: readonly object[]): boolean {
    // A nudge.
    if (message === this.#token) return true
    return this.#whole(() => this.#keepMessage(message, ports))
  }

  #keepMessage(message: unknown, ports: readonly object[] | undefined): boolean {
    if (this.#ofNext !== undefined) {
      this.#ofNext.push([message, ports])
      return true
    }
    if (isEnvelope(message, this.#token)) {
      const [, sequence, kind] = message
      if (kind === OOB_AHEAD) return this.#keepAhead(message[3])
      if (kind === OOB_BEGIN && this.#hasBegun) return true
      this.#stash.keep(kind === OOB_RING ? this.#withRing(message) : message, ports)
      if (kind === OOB_MOVED) this.#ofNext = []
      if (kind === OOB_BEGIN) {
        // B5. Not what we counted: a platform that does not queue for a listener has dropped those that came before ours.
        this.#taken = sequence | 0
        return true
      }
    } else {
      // ORDER: stored before the first numbered message was sent; pairs with B3 in Sender.#stopUnwrapped.
      const unwrapped = load(this.#consumer.region.words, UNWRAPPED)
      // Not by the count alone, which wraps.
      if (!this.#hasBegun && unwrapped !== 0 && this.#taken < unwrapped)
        this.#stash.keepRaw(message, ports, this.#hasCarrier())
      else return this.#keepUnreadable(message)
    }
    this.#taken = (this.#taken + 1) | 0
    return true
  }

  /** Whether the unwrapped message that comes next brings the passports of its ports. */
  #hasCarrier(): boolean {
    // ORDER: stored before the message was posted; pairs with the store in Sender.#withCarrier.
    return this.#taken < MOST_CARRIERS && ((load(this.#home, CARRIERS) >>> this.#taken) & 1) === 1
  }

  #keepAhead(buffer: unknown): true {
    this.#ahead = buffer
    // ORDER: R1, after we have it; pairs with R2 in Sender.#ringAhead.
    store(this.#home, RINGS_AHEAD, ++this.#ringsAhead)
    for (const message of this.#lostAhead.splice(0, Infinity)) this.#onForeign(message)
    return true
  }

  /** What could not be read and is no message of ours: whether it may be a ring that was sent ahead. */
  #loseAhead(message: unknown): boolean {
    // ORDER: stored before the ring was posted; pairs with R0 in Sender.#sendAhead.
    if (((load(this.#home, RINGS_SENT) - this.#ringsAhead) | 0) <= this.#lostAhead.length) return false
    this.#lostAhead.push(message)
    return true
  }

  /** The lane keeps order: it means the last that has come before it. */
  #withRing(announcement: Envelope): Envelope {
    const [token, sequence, kind, buffer = this.#ahead] = announcement
    this.#ahead = undefined
    return [token, sequence, kind, buffer]
  }

  /**
   * The next message for the asker, in order, or a `Status` that tells why there is none: `RECORD` for a record of a typed
   * channel. An `Unreadable` in the place of a message with an instance that could not be made. Throws `DecodeError` and
   * `RingCorruptError`; no message is read after one that could not be read to its end.
   */
  next(asker: Asker = ANYTHING): unknown {
    // What nearly every message is; all else is apart (docs/decisions/0017).
    const consumer = this.#consumer
    const isFirst = asker.takesMessages && this.#channels.count === 0 && this.#stash.isEmpty && this.isIdle
    if (isFirst && consumer.peek() && consumer.sequence === this.#expected && consumer.kind === RECORD_MESSAGE) {
      this.tear()
      return this.readPeeked(this.#span, this.#countRecord(consumer))
    }
    return this.#nextOfAny(asker)
  }

  #nextOfAny(asker: Asker): unknown {
    const status = this.#find(asker)
    if (status !== MESSAGE) return status
    if (this.#inbound !== undefined) return RECORD
    this.tear()
    if (!this.#isWaiting && !this.#isInStash) return this.readPeeked(this.#span, this.#countRecord(this.#consumer))
    if (this.#isWaiting) return this.readWaiting(this.#channels.shift(this.#channels.messages), this.#expected)
    return this.readStashed(this.#takeStashed(), this.#expected)
  }

  /** What `next` gave was for nobody in the end: it is the next again, as it was read. */
  putBack(payload: unknown, ports: readonly object[] | undefined): void {
    this.#channels.putBack({ sequence: 0, kind: OOB_VALUE, payload, hosts: undefined, ports })
  }

  /**
   * Gives the record that `next` has found to its channel, whose view then lingers. Throws `DecodeError`, as the channel
   * does.
   */
  deliverRecord(): void {
    if (this.#kept === undefined) return this.#channels.deliverFirst(this.#inbound!)
    const consumer = this.#consumer
    this.#channels.deliver(this.#inbound!, this.#span, consumer, this.#kept)
    // Its listener has read on into another ring: nobody else gives back what is left in this one.
    if (consumer !== this.#consumer) consumer.publishRelease()
  }

  /** Whether the very next thing is a record that is wanted; it is then found, as by `next`. */
  isRecordNext(): boolean {
    const consumer = this.#consumer
    if (this.#channels.count !== 0 || !consumer.peek()) return false
    if (consumer.kind !== RECORD_TYPED || consumer.sequence !== this.#expected) return false
    this.#inbound = undefined
    return this.#isTypedFor(RECORDS, consumer)
  }

  /** As `next`, of bytes: how many were copied to `place`, or their lease. Of anything else `REFUSED`. */
  nextInto(place: Place, asker: Asker): unknown {
    if (!this.#wantsBytes) {
      this.#wantsBytes = true
      // ORDER: advice, which nothing depends on; pairs with the load in Sender.#isQuickerByLane.
      store(this.#home, BYTES_WANTED, 1)
    }
    const status = this.#find(asker)
    if (status !== MESSAGE) return status
    if (this.#inbound !== undefined) return RECORD
    const placed = this.#whole(() => placeBytes(place, this.#findBytes(), () => this.#takeFound(place === LEASE)))
    if (!isRefusal(placed)) return placed
    this.#refusal = placed
    return REFUSED
  }

  /** Why the next message does not go to its place, after `nextInto` has said so. Of an error the engine keeps who made it. */
  takeRefusal(): Error | undefined {
    const refusal = this.#refusal
    this.#refusal = undefined
    return refusal
  }

  /** Takes the message that `#find` has found: what is still read of it is given back by what this gives. */
  #takeFound(isLent: boolean): Held | undefined {
    if (this.#isWaiting) return this.#channels.shift(this.#channels.messages)
    if (this.#isInStash) return void this.#takeStashed()
    const consumer = this.#countRecord(this.#consumer)
    if (!isLent) return void consumer.release()
    const { offset, length } = consumer
    return new Waiting(this.#span, offset, offset + length, consumer, consumer.keep())
  }

  /** Goes on to the next message for the asker, which stays where it is; what both lanes say to the receiver itself is done. */
  #find(asker: Asker): Status {
    if (!this.isIdle) throwTorn(this.#expected)
    return this.#whole(() => this.#goOnFor(asker))
  }

  /** A step of which a part is worse than nothing: after one that has thrown nothing is read any more. */
  #whole<T>(step: () => T): T {
    if (!this.isIdle) return step()
    this.tear()
    const result = step()
    this.mend()
    return result
  }

  #goOnFor(asker: Asker): Status {
    this.#inbound = undefined
    this.#isWaiting = this.#channels.count !== 0 && this.#findWaiting(asker)
    if (this.#isWaiting) return MESSAGE
    let hasFetched = false
    // A sender that is not honest may count what never comes, and post others as fast as we poll.
    let mostFetched = MOST_FETCHED
    let mostSetAside = asker === MESSAGES ? MOST_SET_ASIDE_TO_TAKE : MOST_SET_ASIDE
    for (;;) {
      this.#isInStash = this.#stash.isNext(this.#expected)
      if (this.#isInStash) {
        // M1
        const stashed = this.#stash.first
        if (isForReceiver(stashed)) this.#obeyStashed()
        else if (this.#isStashedFor(asker, stashed)) return MESSAGE
        continue
      }
      const consumer = this.#consumer
      if (consumer.peek()) {
        // M2
        if (consumer.sequence === this.#expected) {
          if (this.#isPeekedFor(asker, consumer)) return MESSAGE
          if (--mostSetAside === 0) return MORE
          continue
        }
        if (this.#begin()) continue
        // M3: the record is ahead and stays in place.
        if (this.#hasBegun) this.#requireAhead(consumer.sequence)
        if ((mostFetched-- > 0 && this.#fetchFor(asker)) || this.#findUnreadable(asker)) continue
        return IN_LANE
      }
      // M4.state, then count, then position: against the order in which the sender stores them.
      const isClosed = consumer.isProducerClosed()
      // M4.count
      const isPending = this.#isPending()
      // M4.position
      if (consumer.peek()) continue
      // M5
      if (isPending) {
        if ((mostFetched-- > 0 && this.#fetchFor(asker)) || this.#findUnreadable(asker)) continue
        // Or something that could not be read was taken for it, wrongly.
        if (!this.#stash.isEmpty) this.#requireAhead(this.#stash.first.sequence)
        return IN_LANE
      }
      this.#disownUnreadable()
      // M6, M7. Who knows nothing of us may have posted before the end, and may go on for ever.
      if (!isClosed) return EMPTY
      // M6.fetch
      if (hasFetched || !this.#fetchAll()) return ENDED
      hasFetched = true
    }
  }

  /**
   * What `next` would find, without taking it. MESSAGE also for one that is on its way in the native lane. Records that wait
   * do not count: they are there also when the port has ended. `isGone`: the sender sends no more, though it may not have
   * said so; `hasFetched`: what others have posted is here; `isLast`: what is not, never comes.
   */
  glance(isGone = false, hasFetched = false, isLast = false): Status {
    // They are for us, and nobody else need ever ask.
    while (this.#stash.isNext(this.#expected) && isForReceiver(this.#stash.first)) this.#obeyStashed()
    // M4, as in `next`.
    const isClosed = this.#consumer.isProducerClosed()
    if ((isClosed || isGone) && this.isIdle) this.#passOver()
    const consumer = this.#consumer
    if (this.#channels.messages.first !== undefined || this.#stash.isNext(this.#expected) || consumer.peek())
      return MESSAGE
    const mayCome = !isLast || this.#undecided.length > 0
    if ((mayCome && this.#isPending()) || consumer.peek()) return MESSAGE
    this.#disownUnreadable()
    if (!isClosed) return EMPTY
    return !hasFetched && this.#fetchAll() ? this.glance(true, true) : ENDED
  }

  /** Who has ended may have left records that nobody asks for, nor ever need: they wait, and the end is behind them. */
  #passOver(): void {
    while (this.#whole(() => this.#isSetAside()));
    // Before anybody parks.
    this.publishRelease()
  }

  #isSetAside(): boolean {
    const [consumer, channels] = [this.#consumer, this.#channels]
    if (this.#stash.isNext(this.#expected)) {
      const { first } = this.#stash
      const bytes = recordIn(first)
      if (isForReceiver(first)) this.#obeyStashed()
      else if (bytes === undefined || channels.isLookedFor(bytes, 0, bytes.length)) return false
      else this.#isStashedFor(MESSAGES, first)
      return true
    }
    const isTyped = consumer.peek() && consumer.kind === RECORD_TYPED && consumer.sequence === this.#expected
    if (!isTyped || channels.isLookedFor(this.#span.bytes, consumer.offset, consumer.length)) return false
    this.#isTypedFor(MESSAGES, consumer)
    return true
  }

  /** As `glance`, once the lane brings nothing more: what the sender has announced and is not here never comes. */
  lastGlance(): Status {
    this.#fetchAll()
    const announced = this.#announced()
    // What is here and could not be read has its place still; all else that is missing never comes.
    this.#taken = (announced - Math.min(this.#undecided.length, (announced - this.#taken) | 0)) | 0
    return this.glance(true, true, true)
  }

  /** C2: looks at state, position and count afresh. */
  hasNews(): boolean {
    // M7: position and state, count, and what is here already.
    return this.#consumer.hasNews() || this.#isPending() || this.#stash.isNext(this.#expected)
  }

  /** Whether the other side has taken its end of the ring. */
  hasSender(): boolean {
    // ORDER: pairs with the compareExchange in Producer; before it there is nothing in the ring.
    return load(this.#consumer.region.words, PRODUCER_OWNER) !== 0
  }

  /** Whether the other side has sent anything here, or has ended its sending. */
  hasSent(): boolean {
    if (this.messages !== 0 || this.#announced() !== 0 || this.#consumer.isProducerClosed()) return true
    const { words } = this.#consumer.region
    // ORDER: compared as numbers, before anything was read; what they say is judged where it is read.
    return load(words, PRODUCER_POSITION) !== load(words, CONSUMER_POSITION)
  }

  /** Whether the other side has ended its sending; messages may be there. */
  isSenderClosed(): boolean {
    return this.#consumer.isProducerClosed()
  }

  /** Whether it has ended for a stack overflow. */
  isSenderTorn(): boolean {
    return this.#consumer.isProducerTorn()
  }

  /** Whether the platform tells a blocked thread that the sender is gone. */
  get mayProbe(): boolean {
    return this.#lane.probe !== undefined
  }

  /** Whether the sender is still there, as far as the platform tells. What the lane still brings is kept. */
  probe(): boolean {
    this.#fetchAll()
    return this.#lane.probe?.(this.#token) ?? true
  }

  /** What both lanes have brought now is the last that is read until `thaw`, whatever the sender goes on to send. */
  freeze(): void {
    const announced = this.#announced()
    this.#fetchAll()
    this.#undecided.freeze(announced)
    this.#isFrozen = true
    this.#consumer.freeze()
  }

  get isFrozen(): boolean {
    return this.#isFrozen
  }

  thaw(): void {
    this.#isFrozen = false
    this.#consumer.thaw()
  }

  /** Tells the sender of all bytes given back. Always before parking or leaving. */
  publishRelease(): void {
    if (this.#delivered !== this.#publishedDelivered) {
      // ORDER: P0, before P1 and P2 of the room protocol, so that who is woken sees it; pairs with Buffered.look.
      store(this.#home, OUT_OF_BAND_TAKEN, this.#delivered)
      this.#publishedDelivered = this.#delivered
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

  /** Nobody will get the message last found. */
  dropPorts(): void {
    closePorts(this.ports)
  }

  /** Nobody will get the messages that are left. */
  closePorts(): void {
    this.#stash.closePorts()
    for (const [, ports] of this.#ofNext ?? []) closePorts(ports)
    this.#channels.messages.forEach(({ stashed }) => closePorts(stashed?.ports))
  }

  /** True: one of those that wait is the next, of a channel or of the port itself. */
  #findWaiting(asker: Asker): boolean {
    const found = this.#channels.lineFor(asker)
    if (found === undefined) return false
    if (found !== this.#channels.messages) this.#foundRecord(found as Inbound, undefined)
    return true
  }

  /** False: it was for somebody else, for whom it waits now, or for nobody. */
  #isPeekedFor(asker: Asker, consumer: Consumer): boolean {
    const { kind, offset, length } = consumer
    if (kind === RECORD_TYPED) return this.#isTypedFor(asker, consumer)
    if (kind !== RECORD_MESSAGE)
      throw new RingCorruptError('kind', kind, offset, 'no kind of record this version knows')
    if (asker.takesMessages) return true
    this.#countRecord(consumer)
    this.#channels.addMessage(this.#span, offset, length, consumer, consumer.keep())
    return false
  }

  #isTypedFor(asker: Asker, consumer: Consumer): boolean {
    const { offset, length } = consumer
    this.#countRecord(consumer)
    const inbound = this.#channels.channelOf(this.#span, offset, length)
    if (inbound === undefined) consumer.release()
    else if (asker.takesFrom(inbound)) {
      this.#foundRecord(inbound, consumer.keep())
      return true
    } else this.#channels.addRecord(inbound, this.#span, offset, length, consumer, consumer.keep())
    return false
  }

  #obeyStashed(): void {
    const { kind, sequence, payload } = this.#stash.shift()
    if (kind === OOB_BEGIN) this.#beginAt(sequence)
    else if (kind === OOB_MOVED) this.#beginAnew(openRegion(payload))
    else {
      this.#delivered = (this.#delivered + 1) | 0
      this.#expected = (sequence + 1) >>> 0
      this.#switchTo(openRegion(payload))
    }
  }

  #foundRecord(inbound: Inbound, kept: KeptRecord | undefined): void {
    this.#inbound = inbound
    this.#kept = kept
  }

  #isStashedFor(asker: Asker, stashed: Stashed): boolean {
    const bytes = recordIn(stashed)
    if (bytes === undefined && asker.takesMessages) return true
    this.#takeStashed()
    if (bytes === undefined) this.#channels.addStashed(stashed)
    const inbound = bytes && this.#channels.addBytes(bytes, stashed.kind === RAW, memoryIn(stashed))
    return inbound !== undefined && asker.takesFrom(inbound) && this.#findWaiting(asker)
  }

  #countRecord(consumer: Consumer): Consumer {
    this.#expected = (this.#expected + 1) >>> 0
    this.messages++
    this.bytes += consumer.length
    return consumer
  }

  #takeStashed(): Stashed {
    const stashed = this.#stash.shift()
    const { kind, sequence } = stashed
    this.#delivered = (this.#delivered + 1) | 0
    if (kind !== RAW) {
      this.#expected = (sequence + 1) >>> 0
      this.bytes += kind === OOB_VALUE ? carriedBytes(stashed.payload) : encodingIn(stashed, this.#expected).length
    }
    this.messages++
    return stashed
  }

  /** The bytes of the message that `#find` has found, where they lie; undefined when it is something else. */
  #findBytes(): Uint8Array | undefined {
    const waiting = this.#isWaiting ? this.#channels.messages.first : undefined
    const stashed = waiting === undefined && this.#isInStash ? this.#stash.first : waiting?.stashed
    if (stashed !== undefined) return this.bytesIn(stashed, this.#expected)
    if (waiting !== undefined) return this.bytesAt(waiting.span, waiting.offset, waiting.end)
    const { offset, length } = this.#consumer
    return this.bytesAt(this.#span, offset, offset + length)
  }

  /** F1: takes one native message if the platform lets us poll. Throws `RingCorruptError`. */
  fetch(): boolean {
    if (this.#isFrozen) return false
    return this.#whole(() => this.#fetchNext())
  }

  #fetchFor(asker: Asker): boolean {
    return this.#mayPollFor(asker) && this.fetch()
  }

  /**
   * A message that is polled tells no ports. One without an envelope has nothing else that tells them: its event brings it
   * to the listeners.
   */
  #mayPollFor(asker: Asker): boolean {
    return this.#lane.poll !== undefined && !this.#isFrozen && (this.#hasBegun || asker === MESSAGES)
  }

  #fetchNext(): boolean {
    const polled = fetchFrom(this.#lane, this.#token, this.#expected)
    if (polled === undefined) return false
    const { message, ports } = polled
    if (!this.onMessage(message, ports)) this.#onForeign(message, ports)
    return true
  }

  /** What the lane has brought by now. A sender that posts as fast as we poll would hold us here for ever. */
  #fetchAll(): boolean {
    let fetched = 0
    while (fetched < MOST_FETCHED && this.fetch()) fetched++
    return fetched !== 0
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
    // As in B5, not what we counted; and not there yet, where unwrapped messages may still be in the stash.
    this.#delivered = sequence | 0
    this.#hasBegun = true
  }

  /** The sender has handed over: all that it sent is read, and another one begins, perhaps one that knows nothing of us. */
  #beginAnew(region: Region): void {
    this.#disownUnreadable()
    this.#delivered = (this.#delivered + 1) | 0
    this.#switchTo(region)
    this.#home = region.words
    // ORDER: as in the constructor.
    if (this.#isPolling) store(region.words, POLLS, 1)
    const last = this.beginTables()
    this.#channels.messages.forEach((waiting) => (waiting.decoder ??= last))
    this.#expected = this.#taken = this.#delivered = this.#publishedDelivered = 0
    this.#wantsBytes = false
    // ORDER: B1, as in the constructor.
    this.#hasBegun = load(region.words, UNWRAPPED) === 0
    const ofNext = this.#ofNext!
    this.#ofNext = undefined
    for (const [message, ports] of ofNext) {
      // A nudge says nothing here.
      if (message !== this.#token && !this.#keepMessage(message, ports)) this.#onForeign(message, ports)
    }
  }

  #isPending(): boolean {
    // Numbers have no gaps: the one before it is not in the ring.
    if (!this.#stash.isEmpty) return true
    // The count may lag one behind what we took, between O1 and O2.
    const announced = this.#announced()
    return announced !== this.#taken && ((announced + 1) | 0) !== this.#taken
  }

  // Nobody can see whose it was: ours, if one of ours is missing and does not come.
  #keepUnreadable(message: unknown): boolean {
    if (!(message instanceof Unreadable)) return false
    const announced = this.#announced()
    // Of what is sent behind another ring only that one's count tells.
    if (this.#stash.isEmpty && ((announced - this.#taken - this.#undecided.length) | 0) <= 0)
      return this.#loseAhead(message)
    this.#undecided.add(message, announced)
    return true
  }

  /** The message that is expected is missing: whether it is known to be one that could not be read. */
  #findUnreadable(asker: Asker): boolean {
    if (this.#undecided.length === 0) return false
    // Polled to its end. Or a message of the lane is here: the lane keeps order, so all before that message is here as well.
    const isLaneRead = this.#mayPollFor(asker) || !this.#stash.isEmpty
    if (!this.#undecided.decide(this.#taken, isLaneRead, this.#announced())) return false
    this.#taken = (this.#taken + 1) | 0
    this.#stash.keep([this.#token, this.#expected, OOB_VALUE, this.#undecided.shift()], undefined)
    return true
  }

  /** For so long since `onUndecided` that what had been counted by then, and could be read, is here. */
  stopWaiting(): void {
    this.#undecided.stopWaiting()
  }

  /** The lane brings nothing more. */
  laneEnded(): void {
    this.#undecided.laneEnded()
  }

  #announced(): number {
    // ORDER: pairs with O2 in Sender.#announce.
    return load(this.#consumer.region.words, OUT_OF_BAND)
  }

  /** None of ours is missing. */
  #disownUnreadable(): void {
    for (let left = this.#undecided.length; left > 0; left--) {
      const message = this.#undecided.shift()
      if (!this.#loseAhead(message)) this.#onForeign(message)
    }
  }

  #requireAhead(sequence: number): void {
    const distance = (sequence - this.#expected) | 0
    if (distance <= 0)
      throw new RingCorruptError('number', sequence, this.#expected, 'behind the message that is expected next')
  }

  #switchTo(region: Region): void {
    // At most padding is left there, which would count as buffered for ever.
    if (this.#consumer.peek())
      throw new RingCorruptError('number', this.#consumer.sequence, this.#expected, 'in a ring that was left before it')
    // Released in the portions of the first ring, or a sender could not see that a larger one is nearly empty.
    this.publishRelease()
    this.#consumer = new Consumer(region, this.#owner, this.#nudge, this.#consumer.releasePortion)
    this.#span = createSpan(region.buffer, CONTROL_BYTES, region.capacity)
    this.#onRing(region)
    if (this.#isFrozen) this.#consumer.freeze()
  }
}

/** What the sender says to the receiver itself. */
function isForReceiver({ kind }: Stashed): boolean {
  return kind === OOB_BEGIN || kind === OOB_RING || kind === OOB_MOVED
}

function throwTorn(expected: number): never {
  throw new RingCorruptError('message', expected, expected, 'and the one before could not be read to its end')
}
