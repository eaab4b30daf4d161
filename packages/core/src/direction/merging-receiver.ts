/**
 * Merges the ring and the native lane by sequence number into one order. A record that is ahead of its turn waits in the ring,
 * in place; a native message that is ahead waits in the stash. A message for somebody else is set aside.
 */

import { load, store } from '../atomics.ts'
import { createSpan, type Span } from '../codec/index.ts'
import { RingCorruptError } from '../errors.ts'
import {
  CONTROL_BYTES,
  OUT_OF_BAND,
  OUT_OF_BAND_TAKEN,
  POLLS,
  RECORD_MESSAGE,
  RECORD_TYPED,
  UNWRAPPED,
} from '../memory/layout.ts'
import { openRegion, type Region } from '../memory/region.ts'
import { Consumer } from '../ring/consumer.ts'
import type { Sleeper } from '../signal/gate.ts'
import { Aside, type RecordSource } from './aside.ts'
import { type Asker, MESSAGES } from './asker.ts'
import { MOST_FETCHED } from './fetch.ts'
import { LaneReceiver } from './lane-receiver.ts'
import { OOB_BEGIN, OOB_MOVED, OOB_RING } from './out-of-band.ts'
import type { ReceiverOptions } from './receiver-options.ts'
import { memoryIn, RAW, recordIn, type Stashed } from './stash.ts'
import { EMPTY, ENDED, IN_LANE, MESSAGE, MORE, RECORD, type Status } from './status.ts'

/** The most records that one look sets aside. A sender that is as fast as the look would hold it for ever. */
const MOST_SET_ASIDE = 64
/** The same for a call that takes a message: it may be behind the records, and the call reads no clock in between. */
const MOST_SET_ASIDE_TO_TAKE = 1 << 14

export abstract class MergingReceiver extends LaneReceiver implements RecordSource, Sleeper {
  readonly #owner: number
  readonly #nudge: () => void
  readonly #onRing: (region: Region) => void
  consumer: Consumer
  span: Span
  /** How many native messages were delivered, as far as the sender knows. */
  #publishedDelivered = 0
  readonly #isPolling: boolean
  protected wantsBytes = false
  readonly aside: Aside
  /** `find` has found the next message among those that wait. With `isInStash` it is in the stash, else it is peeked in the ring. */
  protected isWaiting = false
  protected isInStash = false

  constructor(options: ReceiverOptions) {
    super(options)
    const { region, lane, token, owner, onRing, neverBlocks, aside = new Aside() } = options
    this.aside = aside
    this.#owner = owner
    this.#nudge = (): void => lane.post(token)
    this.#onRing = onRing
    this.#isPolling = lane.poll !== undefined || neverBlocks === true
    // ORDER: advice, which nothing depends on; pairs with the load in RingSender.lookForCalm.
    if (this.#isPolling) store(region.words, POLLS, 1)
    this.consumer = new Consumer(region, owner, this.#nudge)
    this.span = createSpan(region.buffer, CONTROL_BYTES, region.capacity)
    // ORDER: B1, after our end is taken; pairs with B2 and B3 in UnwrappedSender.stopUnwrapped, which may have happened since.
    this.hasBegun = load(region.words, UNWRAPPED) === 0
  }

  /** Finds the next message for the asker, and leaves it in its place. Messages for the receiver itself are obeyed on the way. */
  protected find(asker: Asker): Status {
    if (!this.isIdle) throwTorn(this.expected)
    return this.whole(() => this.#goOnFor(asker))
  }

  #goOnFor(asker: Asker): Status {
    const waiting = this.aside.count === 0 ? EMPTY : this.aside.find(asker)
    this.isWaiting = waiting === MESSAGE
    if (waiting !== EMPTY) return waiting
    let hasFetched = false
    // A sender that is not honest may count what never comes, and post others as fast as we poll.
    let mostFetched = MOST_FETCHED
    let mostSetAside = asker === MESSAGES ? MOST_SET_ASIDE_TO_TAKE : MOST_SET_ASIDE
    for (;;) {
      this.isInStash = this.stash.isNext(this.expected)
      if (this.isInStash) {
        // M1
        const stashed = this.stash.first
        if (isForReceiver(stashed)) this.#obeyStashed()
        else if (recordIn(stashed) === undefined && asker.takesMessages) return MESSAGE
        else if (this.#addStashed(asker, stashed)) return RECORD
        continue
      }
      const consumer = this.consumer
      if (consumer.peek()) {
        // M2
        if (consumer.sequence === this.expected) {
          if (this.#isMessageNext(consumer)) {
            if (asker.takesMessages) return MESSAGE
            this.aside.addMessage(this, this.countRecord(consumer))
          } else if (this.aside.addPeeked(this, asker)) return RECORD
          if (--mostSetAside === 0) return MORE
          continue
        }
        if (this.begin()) continue
        // M3: the record is ahead and stays in place.
        if (this.hasBegun) this.#requireAhead(consumer.sequence)
        if ((mostFetched-- > 0 && this.fetchFor(asker)) || this.findUnreadable(asker)) continue
        return IN_LANE
      }
      // M4.state, then count, then position: against the order in which the sender stores them.
      const isClosed = consumer.isProducerClosed()
      // M4.count
      const isPending = this.isPending()
      // M4.position
      if (consumer.peek()) continue
      // M5
      if (isPending) {
        if ((mostFetched-- > 0 && this.fetchFor(asker)) || this.findUnreadable(asker)) continue
        // Else an unreadable message was wrongly taken for it.
        if (!this.stash.isEmpty) this.#requireAhead(this.stash.first.sequence)
        return IN_LANE
      }
      // M5.stranger
      if (mostFetched-- > 0 && this.fetchUncounted(asker)) {
        if (!this.stash.isEmpty) continue
        // It was no message of this direction, and waits in the inbox.
        return EMPTY
      }
      this.disownUnreadable(isClosed)
      // M6, M7. A stranger may have posted before the end, and may go on for ever.
      if (!isClosed) return EMPTY
      // M6.fetch
      if (hasFetched || !this.fetchAll()) return ENDED
      hasFetched = true
    }
  }

  /**
   * Says what `next` would find, and takes nothing. MESSAGE also for a message that is on its way in the native lane. Records that
   * wait do not count: they may be there after the end of the port, too. `isGone`: the sender sends no more, though it may not
   * have said so. `hasFetched`: all that others have posted is here. `isLast`: what is not here never comes.
   */
  glance(isGone = false, hasFetched = false, isLast = false): Status {
    // These are for the receiver itself, so they need no asker.
    while (this.stash.isNext(this.expected) && isForReceiver(this.stash.first)) this.#obeyStashed()
    // M4, as in `next`.
    const isClosed = this.consumer.isProducerClosed()
    if ((isClosed || isGone) && this.isIdle) this.#passOver()
    const consumer = this.consumer
    if (this.aside.messages.first !== undefined || this.stash.isNext(this.expected) || consumer.peek()) return MESSAGE
    const mayCome = !isLast || this.undecided.length > 0
    if ((mayCome && this.isPending()) || consumer.peek()) return MESSAGE
    this.disownUnreadable(isClosed)
    if (!isClosed) return EMPTY
    return !hasFetched && this.fetchAll() ? this.glance(true, true) : ENDED
  }

  /** Sets aside records that nobody may ever ask for: the end of the sender comes after them. */
  #passOver(): void {
    while (this.whole(() => this.#isSetAside()));
    // Before anybody parks.
    this.publishRelease()
  }

  #isSetAside(): boolean {
    const { consumer } = this
    const { lines } = this.aside
    if (this.stash.isNext(this.expected)) {
      const { first } = this.stash
      const bytes = recordIn(first)
      if (isForReceiver(first)) this.#obeyStashed()
      else if (bytes === undefined || lines?.isLookedFor(bytes, 0, bytes.length) === true) return false
      else this.#addStashed(MESSAGES, first)
      return true
    }
    const isTyped = consumer.peek() && consumer.kind === RECORD_TYPED && consumer.sequence === this.expected
    if (!isTyped || lines?.isLookedFor(this.span.bytes, consumer.offset, consumer.length) === true) return false
    this.aside.addPeeked(this, MESSAGES)
    return true
  }

  /** As `glance`, once the lane brings nothing more: what the sender has announced and is not here never comes. */
  lastGlance(): Status {
    this.fetchAll()
    const announced = this.announced()
    // Unreadable messages that are here keep their places. Everything else that is missing never comes.
    this.taken = (announced - Math.min(this.undecided.length, (announced - this.taken) | 0)) | 0
    return this.glance(true, true, true)
  }

  /** C2: looks at state, position and count afresh. */
  hasNews(): boolean {
    // M7: position and state, count, and what is here already.
    if (this.consumer.hasNews()) return true
    // ORDER: pairs with O2 in LaneSender.announceIn.
    const announced = (this.quietCount = load(this.words, OUT_OF_BAND))
    this.quietPosition = this.consumer.position
    if (announced === this.taken && this.stash.isEmpty) return false
    return this.isPending(announced) || this.stash.isNext(this.expected)
  }

  /** Tells the sender of all bytes given back. Always before parking or leaving. */
  publishRelease(): void {
    if (this.delivered !== this.#publishedDelivered) {
      // ORDER: P0, before P1 and P2 of the room protocol, so that who is woken sees it; pairs with Buffered.look.
      store(this.home, OUT_OF_BAND_TAKEN, this.delivered)
      this.#publishedDelivered = this.delivered
    }
    this.consumer.publishRelease()
  }

  /** False for a record of a typed channel. */
  #isMessageNext({ kind, offset }: Consumer): boolean {
    if (kind !== RECORD_TYPED && kind !== RECORD_MESSAGE)
      throw new RingCorruptError('kind', kind, offset, 'no kind of record this version knows')
    return kind === RECORD_MESSAGE
  }

  #obeyStashed(): void {
    const { kind, sequence, payload } = this.stash.shift()
    if (kind === OOB_BEGIN) this.beginAt(sequence)
    else if (kind === OOB_MOVED) this.#beginAnew(openRegion(payload))
    else {
      this.delivered = (this.delivered + 1) | 0
      this.expected = (sequence + 1) >>> 0
      this.#switchTo(openRegion(payload))
    }
  }

  /** True: it is a record that the asker takes, and now the record found. Anything else waits for another asker. */
  #addStashed(asker: Asker, stashed: Stashed): boolean {
    const bytes = recordIn(stashed)
    this.takeStashed()
    if (bytes !== undefined) return this.aside.addBytes(bytes, stashed.kind === RAW, memoryIn(stashed), asker)
    this.aside.addStashed(stashed)
    return false
  }

  countRecord(consumer: Consumer): Consumer {
    this.expected = (this.expected + 1) >>> 0
    this.messages++
    this.bytes += consumer.length
    return consumer
  }

  /** The sender has handed over, and all that it sent is read. The next sender begins; it may not know us. */
  #beginAnew(region: Region): void {
    this.disownUnreadable(true)
    this.delivered = (this.delivered + 1) | 0
    this.#switchTo(region)
    this.home = region.words
    // ORDER: as in the constructor.
    if (this.#isPolling) store(region.words, POLLS, 1)
    const last = this.beginTables()
    this.aside.messages.forEach((waiting) => (waiting.decoder ??= last))
    this.expected = this.taken = this.delivered = this.#publishedDelivered = 0
    this.wantsBytes = false
    // ORDER: B1, as in the constructor.
    this.hasBegun = load(region.words, UNWRAPPED) === 0
    const ofNext = this.stash.ofNext!
    this.stash.ofNext = undefined
    for (const { message, ports } of ofNext) {
      // A nudge says nothing here.
      if (message !== this.token && !this.keepMessage(message, ports)) this.onForeign(message, ports)
    }
  }

  #requireAhead(sequence: number): void {
    const distance = (sequence - this.expected) | 0
    if (distance <= 0)
      throw new RingCorruptError('number', sequence, this.expected, 'behind the message that is expected next')
  }

  #switchTo(region: Region): void {
    // Only padding may be left there. The peek passes it, or it would count as buffered for ever.
    if (this.consumer.peek())
      throw new RingCorruptError('number', this.consumer.sequence, this.expected, 'in a ring that was left before it')
    // The new ring is released in the portions of the first: else a sender could not see that a larger ring is nearly empty.
    this.publishRelease()
    this.consumer = new Consumer(region, this.#owner, this.#nudge, this.consumer.releasePortion)
    this.region = region
    this.words = region.words
    this.span = createSpan(region.buffer, CONTROL_BYTES, region.capacity)
    this.#onRing(region)
    if (this.isFrozen) this.consumer.freeze()
  }
}

/** A native message that is for the receiver itself. */
function isForReceiver({ kind }: Stashed): boolean {
  return kind === OOB_BEGIN || kind === OOB_RING || kind === OOB_MOVED
}

function throwTorn(expected: number): never {
  throw new RingCorruptError('message', expected, expected, 'and the one before could not be read to its end')
}
