/** The sending half of a port: through the ring, or without one by the native lane; and how far the other side has come. */

import { withPath } from '../codec/path-of-refusal.ts'
import { ENCODING, FREE } from '../direction/order.ts'
import type { Parcels } from '../direction/parcels.ts'
import { Sender } from '../direction/sender.ts'
import { beginStack, type CloseReason, isBufferFullError, isRingCorruptError } from '../errors.ts'
import type { Host, Lane } from '../host.ts'
import { STATE_TORN } from '../memory/layout.ts'
import { endForConsumer, endForProducer } from '../ring/death.ts'
import { Sized } from '../sized.ts'
import type { Ending } from './ending.ts'
import type { Regions } from './handshake.ts'
import { notReady } from './misuse.ts'
import { highWaterMarkOf, type EndOptions, type PortMode } from './options.ts'
import { Pressure } from './pressure.ts'
import { type Sent, sentBy } from './stats.ts'
import { inOneTask } from './soon.ts'
import { giveBackAll } from './delivering.ts'

const DEFAULT_MAX_CAPACITY = 64 << 20
/**
 * After so many native messages, and an answer or enough time, a worker does not merely start late: it does not know us.
 */
const MANY_UNHEARD = 100
const LONG_UNHEARD_MS = 10_000
/** For a message that was posted before its sender was there. */
const noPost = (): void => {}

export interface OutgoingParts {
  readonly host: Host
  readonly lane: Lane
  readonly owner: number
  readonly options: EndOptions
  readonly ending: Ending
  /** Whether the other side is gone. A thread that blocks asks, if the lane can tell. */
  readonly isPeerGone: () => boolean
  /** A post has seen that the other side takes no more. */
  readonly onPeerClosed: () => void
  /** The other side's reading position is impossible. Nothing that it has sent is believed either. */
  readonly onCorrupt: (error: unknown) => void
  readonly onDrain: () => void
  /** `isHeld`: somebody waits for `ready`. */
  readonly hold: (isHeld: boolean) => void
}

export class Outgoing extends Sized {
  readonly #parts: OutgoingParts
  #parcels: Parcels
  #pressure: Pressure | undefined
  #isDrainHeard = false
  /** With what `ready` rejects, once the other side is gone. */
  #goneError: Error | undefined
  sender: Sender | undefined
  /** The counters of a port that has ended. */
  #sent: Sent | undefined
  /** There is shared memory, or there was when the port ended. */
  isShared = false
  /** The rings of a port that is about to move: until `open` messages are posted as they are. */
  handedOver: Regions | undefined
  highWaterMark: number
  /** Messages posted as they are, without a ring. */
  unwrapped = 0
  /** Nothing is sent any more: the port has ended, or our direction has. */
  isMute = false
  #openedAt = 0
  /** Messages that are being posted without a sender: a getter of one may post another. */
  #parcelsUnderWay = 0
  /** The look for room that comes after a message is under way. */
  #isLooking = false

  constructor(parcels: Parcels, parts: OutgoingParts) {
    super()
    this.#parts = parts
    this.#parcels = parcels
    this.highWaterMark = highWaterMarkOf(parts.options, undefined)
  }

  /** `hasForeign`: native messages of the other side have come. */
  modeOf(hasForeign: boolean): PortMode {
    const { sender } = this
    if (!this.isShared) return 'copied'
    if (sender?.unwrapped.isOn !== true || sender.lane.spills < MANY_UNHEARD) return 'shared'
    return hasForeign || this.#parts.host.now() - this.#openedAt > LONG_UNHEARD_MS ? 'native' : 'shared'
  }

  /** Counters of sent messages: also when the port has ended and keeps no sender any more. */
  get sent(): Sent | undefined {
    return this.sender === undefined ? this.#sent : sentBy(this.sender)
  }

  get isUsed(): boolean {
    return this.unwrapped !== 0 || this.sender?.isUsed === true
  }

  /** Which classes of the program are carried from now on. */
  use(parcels: Parcels): void {
    this.#parcels = parcels
    this.sender?.use(parcels)
  }

  /** Goes through the ring from now on. `unwrapped`: how many messages were posted as they are, on the same way. */
  open(regions: Regions, unwrapped: number = this.unwrapped): void {
    this.unwrapped = unwrapped
    const { outgoing: region, token } = regions
    const { host, lane, owner, options, isPeerGone } = this.#parts
    const { maxCapacity = DEFAULT_MAX_CAPACITY, maxBufferedBytes = Infinity, whenFull = 'buffer' } = options
    this.isShared = true
    this.#openedAt = host.now()
    this.highWaterMark = highWaterMarkOf(options, regions)
    this.sender = new Sender({
      region,
      lane,
      token,
      owner,
      maxCapacity,
      unwrapped: this.unwrapped,
      chooseLane: host.chooseLane,
      parcels: this.#parcels,
      whenFull,
      highWaterMark: this.highWaterMark,
      maxBufferedBytes,
      isPeerGone: lane.probe && isPeerGone,
      beforeBlocking: giveBackAll,
      onReceiverClosed: inOneTask(host, this.#parts.onPeerClosed),
    })
    this.handedOver = undefined
    if (this.#parcelsUnderWay !== 0) this.sender.order.step = ENCODING
    if (this.isMute) {
      // The memory came late.
      this.sender.close()
      return this.letGo()
    }
    if (this.#pressure !== undefined) this.#pressure.sender = this.sender
  }

  /** False: it would have had to be buffered, and `mayRefuse`. */
  post(value: unknown, transfer: readonly object[] | undefined, mayRefuse: boolean): boolean {
    const { sender } = this
    if (sender === undefined) return this.#postUnwrapped(value, transfer)
    try {
      const isSent = sender.send(value, transfer, mayRefuse)
      return isSent && this.#pressure === undefined ? true : this.#watched(isSent)
    } catch (error) {
      if (sender.order.isTorn) {
        // First, as there may be no room for a call.
        this.isMute = true
        this.#parts.ending.thrown = error
        throw this.#parts.ending.passed(error, true)
      }
      const better = withPath(error, value)
      beginStack(better, Outgoing.prototype.post)
      throw this.#refusal(better)
    }
  }

  /** As `post`, of something else than a value; there is a sender. */
  postBy(send: (sender: Sender) => boolean): boolean {
    const sender = this.sender!
    try {
      return this.#watched(send(sender))
    } catch (error) {
      if (sender.order.isTorn) {
        // As above.
        this.isMute = true
        this.#parts.ending.thrown = error
        throw this.#parts.ending.passed(error, true)
      }
      throw this.#refusal(error)
    }
  }

  /** Posts without a sender, and counts the message. If a getter ends the direction meanwhile, the message does not count. */
  postParcel(post: (lane: Lane) => void): true {
    this.#parcelsUnderWay++
    try {
      post(this.#parts.lane)
    } finally {
      this.#parcelsUnderWay--
      // A getter may have brought a sender, which waits for this message.
      if (this.sender !== undefined && this.#parcelsUnderWay === 0) this.sender.order.step = FREE
    }
    if (this.isMute) return true
    if (this.sender === undefined) this.unwrapped++
    else this.sender.unwrapped.count(noPost)
    return true
  }

  #postUnwrapped(value: unknown, transfer: readonly object[] | undefined): true {
    try {
      return this.postParcel((lane) => this.#parcels.post(lane, value, transfer))
    } catch (error) {
      const better = withPath(error, value)
      beginStack(better, Outgoing.prototype.post)
      throw better
    }
  }

  whenReady(): Promise<void> {
    return this.#watchedPressure().whenReady()
  }

  /** Somebody listens for `drain`: from now on each post looks whether there will be one. */
  watchDrain(): void {
    this.#isDrainHeard = true
    this.#watchedPressure()
  }

  /** Ends our direction: the other side sees that nothing more will come. */
  end(): void {
    if (this.isMute) return
    this.sender?.close()
    this.isMute = true
  }

  /** The other side is gone, and has left messages that keep the port open. */
  peerGone(reason: CloseReason): void {
    if (this.#goneError !== undefined) return
    this.#goneError = notReady(reason)
    this.#pressure?.rearm()
  }

  /** The port has ended. Where the other side cannot know yet, it learns it from the ring. */
  finish(reason: CloseReason): void {
    if (reason === 'corrupt') this.end()
    else if (reason === 'stack-overflow') this.#endTorn()
    this.isMute = true
    this.#pressure?.end(notReady(reason))
    this.letGo()
  }

  #endTorn(): void {
    this.sender?.close(true)
    if (this.handedOver === undefined) return
    // Another thread may go on with these rings already.
    const { outgoing, incoming, token } = this.handedOver
    for (const region of [outgoing, incoming]) {
      endForProducer(region, STATE_TORN)
      endForConsumer(region)
    }
    this.#parts.lane.post(token)
    this.handedOver = undefined
  }

  /** Frees the memory of a port that has ended: a program may keep the port itself for long. */
  letGo(): void {
    this.#pressure?.letGo()
    this.#sent = this.sent
    this.sender = undefined
  }

  #watched(isSent: boolean): boolean {
    if (isSent && this.#pressure === undefined) return true
    this.#isLooking = true
    // The thread may have blocked on the gate, which must then be armed again.
    if (this.#parts.options.whenFull === 'block') this.#pressure?.rearm()
    if (!isSent) this.#watchedPressure().begin()
    else if (this.#isDrainHeard) this.#pressure?.watch()
    this.#isLooking = false
    return isSent
  }

  // After a message that was refused, `drain` comes as after `tryPostMessage` has returned false. The gate is armed again,
  // because the thread may have blocked on it.
  #refusal(error: unknown): unknown {
    const isTorn = this.#isLooking
    if (isTorn) this.isMute = true
    // A getter may have thrown the error of another port.
    if (isRingCorruptError(error) && this.sender?.rings.isCorrupt === true) this.#parts.onCorrupt(error)
    else {
      this.#isLooking = true
      this.#pressure?.rearm()
      if (isBufferFullError(error)) this.#watchedPressure().begin()
      this.#isLooking = false
    }
    return this.#parts.ending.passed(error, isTorn)
  }

  #watchedPressure(): Pressure {
    if (this.#pressure !== undefined) return this.#pressure
    const { host, onDrain, hold } = this.#parts
    const pressure = new Pressure({
      host,
      onDrain,
      peerClosed: () => notReady('peer-closed'),
      goneError: () => this.#goneError,
      hold,
    })
    if (this.sender !== undefined) pressure.sender = this.sender
    this.#pressure = pressure
    return pressure
  }
}
