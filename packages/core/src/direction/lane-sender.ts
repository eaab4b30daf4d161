/**
 * The sending half of one direction, lowest floor: the one order of its messages, and the native lane, which carries what no
 * ring can. Of rings it knows only the words that announce a native message.
 */

import { load, store } from '../atomics.ts'
import { dataCloneError } from '../errors.ts'
import type { Lane } from '../host.ts'
import { CONSUMER_GATE, OUT_OF_BAND } from '../memory/layout.ts'
import { PARK_SYNC, wake } from '../signal/gate.ts'
import { Sized } from '../sized.ts'
import { Buffered } from './buffered.ts'
import { type Envelope, payloadOf, portsIn } from './out-of-band.ts'
import { Parcels } from './parcels.ts'
import type { SenderOptions } from './sender-options.ts'

export abstract class LaneSender extends Sized {
  protected readonly lane: Lane
  protected readonly token: string
  protected parcels: Parcels
  /** The first ring's control block: the receiver writes there, however often the ring has grown. */
  protected readonly home: Int32Array
  protected readonly nudge: () => void
  protected readonly buffered: Buffered
  /** Number of the next message, u32. */
  protected sequence = 0
  /** Native messages announced in OUT_OF_BAND: kept here, so that a new ring goes on counting. */
  protected announced = 0
  protected isEncoding = false
  /** A message was encoded and has not been sent: the next must not build on it, whatever became of it. */
  protected isUnsent = false
  /** A getter of the message that is being encoded may have closed the direction: then that is not sent either. */
  protected isClosed = false
  /** The platform clones: a getter of what only it can carry may post, and its message waits until this one has a number. */
  protected isPosting = false
  readonly #held: (() => void)[] = []
  #isSendingHeld = false
  /**
   * A step is under way of which a part is worse than nothing. Still true after something was thrown: nothing more can be
   * sent, and the port ends (docs/decisions/0024).
   */
  isTorn = false

  messages = 0
  bytes = 0
  /** Messages that took the native lane. */
  spills = 0
  /** Native messages sent only to wake the other side. */
  nudges = 0

  constructor({ region, lane, token, parcels = new Parcels() }: SenderOptions) {
    super()
    this.lane = lane
    this.token = token
    this.parcels = parcels
    this.home = region.words
    this.buffered = new Buffered(region)
    this.nudge = (): void => {
      this.nudges++
      lane.post(token)
    }
  }

  protected sendBytes(
    kind: number,
    bytes: Uint8Array,
    objects: readonly unknown[] | undefined,
    transfer: readonly object[],
  ): true {
    // By a getter of this one: the lane takes no more either, and what is announced now would never come.
    if (this.isClosed) return true
    if (this.isPosting) return this.#hold(kind, bytes, objects, transfer)
    const { length } = bytes
    // Nobody but `postBytes` has a value here, and that is no longer than a view may be.
    this.post(kind, payloadOf(bytes), objects, [...transfer, bytes.buffer], length)
    return true
  }

  /** O1 to O3: one envelope on the native lane, with a sequence number of its own. */
  protected post(
    kind: number,
    payload: unknown,
    objects: readonly unknown[] | undefined,
    transfer: readonly object[],
    bytes: number,
  ): void {
    const ports = portsIn(transfer)
    const passports = ports && this.parcels.crossing?.passportsOf(ports)
    const envelope: Envelope = [this.token, this.sequence, kind, payload, objects, ports, passports]
    if (!this.postOnLane(envelope, transfer)) return
    this.isTorn = true
    this.isUnsent = false
    this.sequence = (this.sequence + 1) >>> 0
    // O2.count
    this.announced = (this.announced + 1) | 0
    // O2.tell
    this.announce()
    this.buffered.addToLane(this.announced, bytes)
    this.messages++
    this.bytes += bytes
    this.spills++
    this.isTorn = false
    this.sendHeld()
  }

  /** False: a getter has closed the direction, and the lane, which has not taken it then. */
  protected postOnLane(envelope: Envelope, transfer: readonly object[]): boolean {
    if (this.isTorn) throwTorn()
    const isInside = this.isEncoding
    const wasClosed = this.isClosed
    let isPosted = false
    this.isEncoding = this.isPosting = true
    try {
      this.lane.post(envelope, transfer)
      isPosted = wasClosed || !this.isClosed
    } finally {
      this.isEncoding = isInside
      this.isPosting = false
      if (!isPosted) this.sendHeld()
    }
    return isPosted
  }

  #hold(kind: number, bytes: Uint8Array, objects: readonly unknown[] | undefined, transfer: readonly object[]): true {
    // Bytes alone can be posted later without fail: nobody could be told then.
    if (transfer.length + (objects?.length ?? 0) !== 0)
      throw dataCloneError(
        'What only the platform carries could not be cloned while it clones another: post it after that.',
      )
    this.#held.push(() => void this.sendBytes(kind, bytes, undefined, []))
    return true
  }

  protected sendHeld(): void {
    if (this.#isSendingHeld) return
    if (this.isClosed) this.#held.length = 0
    this.#isSendingHeld = true
    try {
      while (this.#held.length !== 0) this.#held.shift()!()
    } catch (error) {
      // Its poster was told that it is sent.
      this.isTorn = true
      throw error
    } finally {
      this.#isSendingHeld = false
    }
  }

  protected announce(): void {
    this.announceIn(this.buffered.region.words)
  }

  protected announceIn(words: Int32Array): void {
    // ORDER: O2, after the post (O1), which may throw; pairs with the load in LaneReceiver.announced.
    store(words, OUT_OF_BAND, this.announced)
    this.#wakeIfBlocked(words)
  }

  #wakeIfBlocked(words: Int32Array): void {
    // ORDER: O3, after O2. An event loop has the port's own event; only a blocked thread must be woken. Pairs with C1.
    if (load(words, CONSUMER_GATE) === PARK_SYNC) wake(words, CONSUMER_GATE, this.nudge)
  }
}

// A message that comes after would take the place of the one that was stopped.
export function throwTorn(): never {
  throw new Error('Cannot post: an error has stopped the message before in the middle, and the port ends')
}
