/** Two directions with the face of a `MessagePort`. */

import { EMPTY, ENDED, IN_LANE, MESSAGE, Receiver } from '../channel/receiver.ts'
import { Sender } from '../channel/sender.ts'
import type { CloseReason } from '../errors.ts'
import type { Host, Lane } from '../host.ts'
import { CONSUMER_GATE } from '../memory/layout.ts'
import type { Region } from '../memory/region.ts'
import { AsyncGate, asyncParkOf } from '../signal/gate.ts'
import { Spinner } from '../signal/wait-strategy.ts'
import { parkBlocked } from './blocked.ts'
import { closeEvent, messageErrorEvent } from './events.ts'
import type { Regions } from './handshake.ts'
import type { Closure, PortOptions, PortParts } from './options.ts'
import { Inbox } from './inbox.ts'
import { PortEventTarget } from './port-event-target.ts'
import { type PortStats, statsOf } from './stats.ts'
import { type Transfer, transferListOf } from './transfer.ts'

const DEFAULT_MAX_CAPACITY = 64 << 20
/** A turn ends after this time, so that timers and I/O run while messages pour in. */
const MAX_TURN_MS = 4
const MESSAGES_PER_CLOCK_READING = 32

export class Port extends PortEventTarget {
  readonly #host: Host
  readonly #lane: Lane
  readonly #owner: number
  readonly #options: PortOptions
  readonly #spinner: Spinner
  readonly #inbox: Inbox
  readonly #turnWhenWoken = (): void => void this.#turn()
  readonly #resolveClosed: (closure: Closure) => void
  #regions: Regions | undefined
  #sender: Sender | undefined
  #receiver: Receiver | undefined
  #gate: AsyncGate | undefined
  /** The region whose gate we park on: the sender may move to a larger one. */
  #parkRegion: Region | undefined
  #isStarted = false
  #isTurning = false
  #isClosed = false
  #isLaneClosed = false
  #parks = 0
  /** Messages posted as they are, without a ring. */
  #unwrapped = 0

  /** Settles when the port has ended, with the reason. */
  readonly closed: Promise<Closure>

  constructor({ host, lane, regions, owner, options }: PortParts) {
    super(host.reportError)
    this.#host = host
    this.#lane = lane
    this.#regions = regions
    this.#owner = owner
    this.#options = options
    this.#spinner = new Spinner(options.waitStrategy ?? 'adaptive', host.now)
    this.#inbox = new Inbox(lane, {
      onMessage: (message, ports) => this.#onLaneMessage(message, ports),
      onMessageError: (error) => void this.dispatchEvent(messageErrorEvent(error)),
      onClose: () => this.#onLaneClose(),
    })
    let resolveClosed!: (closure: Closure) => void
    this.closed = new Promise((resolve) => (resolveClosed = resolve))
    this.#resolveClosed = resolveClosed
    this.#sender = regions === undefined ? undefined : this.#senderOver(regions)
  }

  /** `shared`: messages cross in shared memory. `copied`: by the native lane, because there is none. */
  get mode(): 'shared' | 'copied' {
    return this.#regions === undefined ? 'copied' : 'shared'
  }

  /**
   * Posts a message, as `MessagePort` does: throws `DataCloneError`, or what a getter of `value` threw, and then nothing
   * was sent. Never blocks. Does nothing on a closed port.
   */
  postMessage(value: unknown, transfer?: Transfer): void {
    if (this.#isClosed) return
    const list = transferListOf(transfer)
    if (this.#sender !== undefined) return this.#sender.send(value, list)
    this.#lane.post(value, list)
    this.#unwrapped++
  }

  /** Begins delivery of messages. */
  override start(): void {
    if (this.#isStarted || this.#isClosed) return
    this.#isStarted = true
    this.#engage()
    this.listen()
    // Always one look before the first park: what came before must not wait for a signal. As a task of its own, because
    // the platform delivers nothing before the caller has returned either.
    this.#host.nextTask(() => {
      void this.#inbox.open()
      void this.#turn()
    })
  }

  /** Takes native messages from now on, and keeps them until somebody asks for messages. */
  protected listen(): void {
    this.#inbox.listen()
  }

  /** Ends the port. What was posted before still arrives; the other side drains it and then sees `close`. */
  override close(): void {
    if (this.#isClosed) return
    this.#sender?.close()
    this.#receiver?.publishRelease()
    this.#receiver?.close()
    this.#finish({ reason: 'closed' })
  }

  /** What this port has done so far. */
  stats(): PortStats {
    return statsOf(this.#sender, this.#receiver, this.#parks)
  }

  /**
   * Takes the next message without waiting, or undefined. For `receiveMessageOnPort`.
   * Throws `RingCorruptError` and `DecodeError`; the port has then ended.
   */
  takeMessage(): { message: unknown } | undefined {
    if (this.#regions === undefined && this.#inbox.poll !== undefined) return this.#inbox.poll()
    if (this.#isClosed) return undefined
    const receiver = this.#engageToTake()
    if (receiver === undefined) return this.#inbox.take()
    const status = this.#nextOrThrow(receiver)
    receiver.publishRelease()
    if (status === MESSAGE) return this.#taken(receiver)
    if (status === ENDED) this.#finish({ reason: 'peer-closed' })
    return undefined
  }

  /**
   * Takes the next message, blocking the thread for up to `timeoutMs`; undefined when the time is over or the port ended.
   * For `receiveMessageSync`. Throws `TypeError` where this thread may not block.
   */
  takeMessageSync(timeoutMs: number): { message: unknown } | undefined {
    if (!this.#host.canBlock)
      throw new TypeError('Cannot block this thread for a message: use onmessage, or receive in a worker')
    if (this.#regions === undefined)
      throw new TypeError('Cannot block for a message without shared memory: this port is in mode "copied"')
    const end = timeoutMs === Infinity ? Infinity : this.#host.now() + timeoutMs
    while (!this.#isClosed) {
      const receiver = this.#engageToTake()!
      const status = this.#nextOrThrow(receiver)
      if (status === MESSAGE) return this.#taken(receiver)
      receiver.publishRelease()
      if (status === ENDED) this.#finish({ reason: 'peer-closed' })
      else if (status === IN_LANE)
        throw new TypeError(
          'Cannot block for the next message: it is on the native port, which only the event loop reads',
        )
      else if (this.#isLaneClosed) this.#finish({ reason: 'peer-died' })
      else {
        const left = end === Infinity ? Infinity : end - this.#host.now()
        if (left <= 0) return undefined
        this.#waitSync(receiver, left)
      }
    }
    return undefined
  }

  /**
   * Gives a port that began in mode `copied` its shared memory. What was posted before comes first. A port that has ended
   * meanwhile tells the other side so.
   */
  protected adopt(regions: Regions): void {
    this.#regions = regions
    this.#sender = this.#senderOver(regions)
    if (this.#isClosed) {
      this.#sender.close()
      new Receiver(regions.incoming, this.#lane, regions.token, this.#owner, () => {}).close()
    } else if (this.#isStarted) {
      this.#engage()
      void this.#turn()
    }
  }

  #senderOver({ outgoing: region, token }: Regions): Sender {
    const { maxCapacity = DEFAULT_MAX_CAPACITY } = this.#options
    const options = { region, lane: this.#lane, token, owner: this.#owner, maxCapacity, unwrapped: this.#unwrapped }
    return new Sender(options)
  }

  #waitSync(receiver: Receiver, timeoutMs: number): void {
    const spinner = this.#spinner
    spinner.begin()
    do {
      if (spinner.spin(receiver)) return
    } while (!spinner.isOver)
    spinner.parked()
    this.#parks++
    if (!parkBlocked(this.#parkRegion!.words, receiver, timeoutMs, this.#host.now)) this.#isLaneClosed = true
    spinner.woken()
    // The gate says now that somebody looks: whoever listens must look again, or nobody will wake it.
    if (this.#isStarted && !this.#isTurning) this.#host.nextTask(this.#turnWhenWoken)
  }

  /** Takes our end of the incoming ring; from then on the other side sends through it. Throws `HandshakeError`. */
  engageNow(): void {
    this.#engage()
  }

  #engage(): Receiver | undefined {
    if (this.#receiver !== undefined || this.#regions === undefined) return this.#receiver
    const { incoming, token } = this.#regions
    this.#receiver = new Receiver(incoming, this.#inbox, token, this.#owner, (region) => this.#parkOn(region))
    this.#parkOn(incoming)
    return this.#receiver
  }

  /** To take messages one by one; where the lane cannot be polled, its events fill the receiver's stash. */
  #engageToTake(): Receiver | undefined {
    const receiver = this.#engage()
    if (this.#lane.poll === undefined) this.listen()
    if (receiver !== undefined) this.#inbox.drain()
    return receiver
  }

  /** The other side is gone: delivers what it had sent, at once, and ends the port. */
  protected abandon(reason: CloseReason): void {
    if (this.#isClosed) return
    this.#isLaneClosed = true
    const receiver = this.#receiver
    if (receiver === undefined) return this.#finish({ reason })
    let status = this.#next(receiver)
    for (; status === MESSAGE && !this.#isClosed; status = this.#next(receiver))
      this.deliver(receiver.value, receiver.ports)
    this.#finish({ reason: status === ENDED ? 'peer-closed' : reason })
  }

  /** One message, to whoever listens. A platform with other listeners adds them here. Must not throw. */
  protected deliver(value: unknown, ports?: readonly object[]): void {
    this.messageListeners.deliver(value, ports)
  }

  #taken(receiver: Receiver): { message: unknown } {
    const message = receiver.value
    receiver.value = undefined
    return { message }
  }

  /** One turn: delivers what there is, looks a while for more, parks. At most one runs at a time. */
  async #turn(): Promise<void> {
    const receiver = this.#receiver
    if (this.#isTurning || !this.#isStarted || this.#isClosed || receiver === undefined) return
    this.#isTurning = true
    this.#gate!.run()
    this.#spinner.woken()
    try {
      await this.#deliverUntilParked(receiver)
    } catch (error) {
      // A position that cannot be right, seen while looking.
      this.#isTurning = false
      this.#finish({ reason: 'corrupt', error })
    }
  }

  // It clears the flag itself, in the step in which it decides to return: a message that comes before the caller goes on
  // must begin the next turn, or nobody would.
  async #deliverUntilParked(receiver: Receiver): Promise<void> {
    const { now } = this.#host
    const isTask = this.#options.delivery === 'task'
    let turnEnd = now() + MAX_TURN_MS
    let untilClock = MESSAGES_PER_CLOCK_READING
    while (!this.#isClosed) {
      const status = this.#next(receiver)
      if (status === MESSAGE) {
        const { value, ports } = receiver
        receiver.value = undefined
        this.deliver(value, ports)
        if (isTask || (--untilClock === 0 && now() > turnEnd)) {
          receiver.publishRelease()
          const isTurnOver = now() > turnEnd
          await (isTurnOver ? new Promise<void>((resolve) => this.nextTurn(resolve)) : this.#nextTask())
          if (isTurnOver) turnEnd = now() + MAX_TURN_MS
        } else await undefined
        if (untilClock <= 0) untilClock = MESSAGES_PER_CLOCK_READING
        continue
      }
      if (this.#isClosed) break
      receiver.publishRelease()
      if (status === ENDED) this.#finish({ reason: 'peer-closed' })
      else if (this.#isLaneClosed) this.#finish({ reason: 'peer-died' })
      else if (status === IN_LANE) break
      else if (!(await this.#look(receiver)) && !this.#isLaneClosed && !this.#isClosed && this.#park(receiver)) break
    }
    this.#isTurning = false
  }

  #park(receiver: Receiver): boolean {
    this.#spinner.parked()
    if (!this.#gate!.park(receiver)) return false
    this.#parks++
    return true
  }

  /** Looks for more for as long as that has paid lately, with a turn of the event loop between two slices. */
  async #look(receiver: Receiver): Promise<boolean> {
    // A handler that only resolves a promise has not yet run what follows: let it, it may post the next message.
    await undefined
    await undefined
    const spinner = this.#spinner
    spinner.begin()
    while (!spinner.spin(receiver)) {
      if (spinner.isOver || this.#isClosed) return false
      await this.#nextTask()
    }
    return true
  }

  /** Calls back in a new task while messages pour in. Where that would hold a process that the port must not hold: not. */
  protected nextTurn(callback: () => void): void {
    this.#host.nextTask(callback)
  }

  #nextTask(): Promise<void> {
    return new Promise((resolve) => this.#host.nextTask(resolve))
  }

  /** `Receiver.next` on behalf of listeners: what cannot be read ends the port, and `closed` tells why. */
  #next(receiver: Receiver): number {
    try {
      return this.#nextOrThrow(receiver)
    } catch {
      return EMPTY
    }
  }

  // After one message that cannot be decoded the tables of both sides may differ: the next could come out wrong.
  #nextOrThrow(receiver: Receiver): number {
    try {
      return receiver.next()
    } catch (error) {
      this.#finish({ reason: 'corrupt', error })
      throw error
    }
  }

  #onLaneMessage(message: unknown, ports: readonly object[] | undefined): void {
    if (this.#isClosed) return
    if (this.#receiver === undefined || !this.#receiver.onMessage(message, ports)) this.deliver(message, ports)
    else void this.#turn()
  }

  #onLaneClose(): void {
    this.#isLaneClosed = true
    if (this.#receiver === undefined) this.#finish({ reason: 'peer-closed' })
    else void this.#turn()
  }

  #parkOn(region: Region): void {
    this.#gate?.dispose()
    this.#parkRegion = region
    this.#gate = new AsyncGate(
      region.words,
      CONSUMER_GATE,
      asyncParkOf(this.#options.wakeBy ?? this.#host.wakeBy),
      this.#turnWhenWoken,
    )
  }

  #finish(closure: Closure): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#gate?.dispose()
    this.#lane.close()
    this.#resolveClosed(closure)
    this.#host.nextTask(() => void this.dispatchEvent(closeEvent()))
  }
}
