/**
 * The receiving half of one direction, lowest floor: what the native lane brings, until its turn comes. Of rings it knows only
 * the words that announce a native message.
 */

import { load, store } from '../atomics.ts'
import {
  CARRIERS,
  MOST_CARRIERS,
  OUT_OF_BAND,
  PRODUCER_OWNER,
  RING_SENT_AT,
  RINGS_AHEAD,
  RINGS_SENT,
  UNWRAPPED,
} from '../memory/layout.ts'
import type { Region } from '../memory/region.ts'
import { type Asker, MESSAGES } from './asker.ts'
import { fetchFrom, MOST_FETCHED } from './fetch.ts'
import { MessageReader } from './message-reader.ts'
import { type Envelope, isEnvelope, OOB_AHEAD, OOB_BEGIN, OOB_RING, OOB_VALUE } from './out-of-band.ts'
import { Parcels } from './parcels.ts'
import type { PolledLane, ReceiverOptions } from './receiver-options.ts'
import { bytesCounted, RAW, Stash, type Stashed } from './stash.ts'
import { Undecided } from './undecided.ts'
import { Unreadable } from './unreadable.ts'

export abstract class LaneReceiver extends MessageReader {
  protected readonly lane: PolledLane
  protected readonly token: string
  protected readonly onForeign: ReceiverOptions['onForeign']
  protected readonly stash: Stash = new Stash()
  /** The ring that is read, and its control block. */
  region: Region
  words: Int32Array
  /** The words of the control block when nothing was there. */
  quietCount = 0
  quietPosition = 0
  /** The first ring's control block: the sender looks there, however often the ring has grown. */
  protected home: Int32Array
  /** Number of the next message to deliver, u32. */
  expected = 0
  /** Unwrapped messages have no number and come first: false until all of them are here. */
  protected hasBegun = false
  /** Native messages taken so far, compared with OUT_OF_BAND for equality, or by a difference of few. */
  protected taken = 0
  /** Of these, how many were delivered. */
  protected delivered = 0
  readonly undecided: Undecided
  /** The memory of a ring that the sender may go on in later. */
  #ahead: unknown
  #ringsAhead = 0
  /** It has come in the place of a ring that was lost. Nothing was in that ring, and its sender sends no other. */
  #lostRing: Unreadable | undefined
  /** Nothing newer is read until `thaw`. */
  isFrozen = false
  messages = 0
  bytes = 0

  constructor({ region, lane, token, onForeign, onUndecided, parcels = new Parcels() }: ReceiverOptions) {
    super(parcels)
    this.lane = lane
    this.token = token
    this.onForeign = onForeign
    this.undecided = new Undecided(onUndecided)
    this.region = region
    this.words = this.home = region.words
  }

  /**
   * Takes a native message, whenever it comes; an `Unreadable` in the place of one that could not be read. False when it is
   * not of this direction's sender, or cannot be told to be.
   */
  onMessage(message: unknown, ports?: readonly object[]): boolean {
    // A nudge.
    if (message === this.token) return true
    return this.whole(() => this.keepMessage(message, ports))
  }

  protected keepMessage(message: unknown, ports: readonly object[] | undefined): boolean {
    const { ofNext } = this.stash
    if (ofNext !== undefined) {
      ofNext.push({ message, ports })
      return true
    }
    if (isEnvelope(message, this.token)) {
      const [, sequence, kind] = message
      if (kind === OOB_AHEAD) return this.#keepAhead(message[3])
      if (kind === OOB_BEGIN && this.hasBegun) return true
      this.stash.keep(kind === OOB_RING ? this.#withRing(message) : message, ports)
      if (kind === OOB_BEGIN) {
        // B5. The sender's count and not ours: some platforms drop messages that come before there is a listener.
        this.taken = sequence | 0
        return true
      }
    } else {
      // ORDER: stored before the first numbered message was sent; pairs with B3 in UnwrappedSender.stopUnwrapped.
      const unwrapped = load(this.words, UNWRAPPED)
      // The count alone would not do, because it wraps.
      if (!this.hasBegun && unwrapped !== 0 && this.taken < unwrapped)
        this.stash.keepRaw(message, ports, this.#hasCarrier())
      else return this.#keepUnreadable(message)
    }
    this.taken = (this.taken + 1) | 0
    return true
  }

  /** Whether the unwrapped message that comes next brings the passports of its ports. */
  #hasCarrier(): boolean {
    // ORDER: stored before the message was posted; pairs with the store in postUnwrapped.
    return this.taken < MOST_CARRIERS && ((load(this.home, CARRIERS) >>> this.taken) & 1) === 1
  }

  #keepAhead(buffer: unknown): true {
    this.#ahead = buffer
    // ORDER: R1, after we have it; pairs with R2 in RingSender.#growAhead.
    store(this.home, RINGS_AHEAD, ++this.#ringsAhead)
    // Then that was somebody else's.
    if (this.#lostRing !== undefined) this.onForeign(this.#lostRing)
    this.#lostRing = undefined
    return true
  }

  /** The lane keeps order: it means the last that has come before it. */
  #withRing(announcement: Envelope): Envelope {
    const [token, sequence, kind, buffer = this.#ahead] = announcement
    this.#ahead = undefined
    return [token, sequence, kind, buffer]
  }

  protected takeStashed(): Stashed {
    const stashed = this.stash.shift()
    const { kind, sequence } = stashed
    this.delivered = (this.delivered + 1) | 0
    if (kind !== RAW) {
      this.expected = (sequence + 1) >>> 0
      this.bytes += bytesCounted(stashed, this.expected)
    }
    this.messages++
    return stashed
  }

  /** F1: takes one native message if the platform lets us poll. Throws `RingCorruptError`. */
  fetch(): boolean {
    if (this.isFrozen) return false
    return this.whole(() => this.#fetchNext())
  }

  protected fetchFor(asker: Asker): boolean {
    return this.#mayPollFor(asker) && this.fetch()
  }

  /** Takes a native message of a stranger for a call that takes messages. Listeners get it by its event, with its ports. */
  protected fetchUncounted(asker: Asker): boolean {
    return asker === MESSAGES && this.isStranger() && this.#mayPollFor(asker) && this.fetch()
  }

  /**
   * A poll does not give the ports of a message. An envelope names them, and a message without one does not. So listeners get
   * that one by its event.
   */
  #mayPollFor(asker: Asker): boolean {
    return this.lane.poll !== undefined && !this.isFrozen && (this.hasBegun || asker === MESSAGES)
  }

  #fetchNext(): boolean {
    const polled = fetchFrom(this.lane, this.token, this.expected)
    if (polled === undefined) return false
    const { message, ports } = polled
    if (!this.onMessage(message, ports)) this.onForeign(message, ports)
    return true
  }

  /** Takes all native messages that are here by now, up to a limit: a sender may post as fast as we poll. */
  protected fetchAll(): boolean {
    let fetched = 0
    while (fetched < MOST_FETCHED && this.fetch()) fetched++
    return fetched !== 0
  }

  /** Once all unwrapped messages are here, before OOB_BEGIN says so: a blocked thread could not hear it. */
  protected begin(): boolean {
    if (this.hasBegun) return false
    // ORDER: B6, the record that is ahead was published after it; pairs with B3 in UnwrappedSender.stopUnwrapped.
    const unwrapped = load(this.words, UNWRAPPED)
    if (unwrapped === 0) this.hasBegun = true
    if (unwrapped === 0 || this.taken !== unwrapped) return false
    this.beginAt(unwrapped)
    return true
  }

  protected beginAt(sequence: number): void {
    this.expected = sequence >>> 0
    // The sender's count, as in B5. `taken` is set elsewhere: unwrapped messages may still be in the stash.
    this.delivered = sequence | 0
    this.hasBegun = true
  }

  protected isPending(announced: number = this.announced()): boolean {
    // Numbers have no gaps, so a message before the one in the stash is missing. It is not in the ring.
    if (!this.stash.isEmpty) return true
    // The count may lag one behind what we took, between O1 and O2.
    return announced !== this.taken && ((announced + 1) | 0) !== this.taken && !this.#areUncountedTaken(announced)
  }

  /** A stranger counts nothing, so more messages may have been taken than were announced. */
  #areUncountedTaken(announced: number): boolean {
    return ((announced - this.taken) | 0) < 0 && this.isStranger()
  }

  #keepUnreadable(message: unknown): boolean {
    if (!(message instanceof Unreadable) || this.isStranger()) return false
    if (this.#isRingNext()) this.#lostRing = message
    else this.undecided.add(message, this.taken, this.announced())
    return true
  }

  /** A ring that was sent ahead comes next. The lane keeps order, so its place tells it from a message, however late all are. */
  #isRingNext(): boolean {
    // ORDER: stored before the ring was posted; pairs with R0 in RingSender.#sendAhead.
    if (this.#lostRing !== undefined || load(this.home, RINGS_SENT) === this.#ringsAhead) return false
    // ORDER: the same.
    const between = (load(this.home, RING_SENT_AT) - this.taken) | 0
    return between >= 0 && between <= this.undecided.length
  }

  /** The expected message is missing. True if it is known to be one that could not be read. */
  protected findUnreadable(asker: Asker): boolean {
    // The lane was polled to its end, or a later message of it is here. The lane keeps order, so nothing before that is to come.
    const isLaneRead = this.#mayPollFor(asker) || !this.stash.isEmpty
    const missing = this.undecided.takeMissing(this.taken, isLaneRead, this.announced())
    if (missing === undefined) return false
    this.taken = (this.taken + 1) | 0
    this.stash.keep([this.token, this.expected, OOB_VALUE, missing], undefined)
    return true
  }

  /** Enough time has passed since `onUndecided`: all readable messages that had been counted by then are here. */
  stopWaiting(): void {
    const announced = this.announced()
    this.undecided.stopWaiting(announced)
    // Looks do this only when the ring is empty, and it may never be.
    if (this.stash.isEmpty && ((announced - this.taken) | 0) <= 0) this.disownUnreadable(false)
  }

  /** The lane brings nothing more. */
  laneEnded(): void {
    this.undecided.laneEnded()
  }

  protected announced(): number {
    // ORDER: pairs with O2 in LaneSender.announceIn.
    return load(this.words, OUT_OF_BAND)
  }

  /** No message of the sender is missing. `isCountFinal`: none will be. */
  protected disownUnreadable(isCountFinal: boolean): void {
    if (this.undecided.length !== 0) this.undecided.disown(isCountFinal, this.onForeign)
  }

  /**
   * M5.stranger: nobody has the writing end of the ring. The thread at the other end may know nothing of us: its messages
   * come by the lane alone, and nobody counts them.
   */
  protected isStranger(): boolean {
    // ORDER: pairs with the compareExchange in Producer; before it there is nothing in the ring.
    return load(this.words, PRODUCER_OWNER) === 0
  }
}
