/// <reference lib="esnext.disposable" preserve="true" />
/** Two directions with the face of a `MessagePort`. */

import { sendFilled } from '../direction/bytes-in-place.ts'
import { type Fill, filled } from '../direction/filled.ts'
import { LEASE, type Place } from '../direction/into.ts'
import type { Lease } from '../direction/lease.ts'
import { Parcels } from '../direction/parcels.ts'
import { Unreadable } from '../direction/unreadable.ts'
import { type CodecOptions, registryOf } from '../codec/index.ts'
import { refuseWith } from '../codec/uncloneable.ts'
import type { CloseReason } from '../errors.ts'
import { atOnce, type Host, type InContext, type Lane } from '../host.ts'
import { catchUp, isDelivering, type NewsParts } from './before-event.ts'
import { broughtBy, type RecordsOwner } from './brought.ts'
import { Ending } from './ending.ts'
import { messageErrorEvent, plainEvent } from './events.ts'
import type { Regions } from './handshake.ts'
import { Incoming } from './incoming.ts'
import { PortIterator } from './iterate.ts'
import { neverReady, throwInUse, throwNoMessage, unreadableRecord } from './misuse.ts'
import type { PortMoves } from './moves.ts'
import { Natives } from './natives.ts'
import { type Closure, type PortMode, requirePortOptions } from './options.ts'
import type { PortParts } from './port-parts.ts'
import { Outgoing } from './outgoing.ts'
import { type ListenerPolicy, PortEventTarget } from './port-event-target.ts'
import { PortRecords } from './port-records.ts'
import { Pulls, type ReceiveOptions } from './pulls.ts'
import { bytesToFill, waitForMessage } from './receive.ts'
import type { Blocking } from './taker.ts'
import { type PortStats, statsOf } from './stats.ts'
import { incomingTraceOf, type PortTrace, tracesOf } from './trace.ts'
import { closeTransferred, type Transfer, transferListOf } from './transfer.ts'
import type { ChannelSchema } from '../channel/channel-schema.ts'
import type { TypedChannelOptions } from '../channel/open-channels.ts'
import type { TypedChannel } from '../channel/typed-channel.ts'
import type { PortState, PortStateOptions } from '../state/port-state.ts'
import type { StateSchema } from '../state/state-schema.ts'
import { CHANNELS, TASKED, TRACED, Unusual } from './unusual.ts'

export class Port extends PortEventTarget {
  readonly #host: Host
  readonly #inContext: InContext
  readonly #lane: Lane
  readonly #trace: PortTrace | undefined
  readonly #moves: PortMoves | undefined
  readonly #pulls: Pulls
  readonly #records: PortRecords
  readonly #recordsOwner: () => RecordsOwner
  readonly #incoming: Incoming
  #resolveClosed!: (closure: Closure) => void
  readonly #outgoing: Outgoing
  /** How many kinds of waits hold the process. */
  #holds = 0
  #codec: CodecOptions | undefined
  readonly #natives: Natives
  readonly #unusual: Unusual = new Unusual()
  readonly #ending: Ending = new Ending((closure) => this.#finish(closure), this.#unusual)

  /** Settles when the port has ended, with the reason. */
  // An own property, so that `structuredClone` refuses a port because of the promise. With a getter it would make an empty object.
  readonly closed: Promise<Closure>

  constructor({ host, lane, regions, owner, options, trace, sharesLate, moves, native, unwrapped = 0 }: PortParts) {
    const policy: ListenerPolicy = {
      reportError: (error) => {
        // The error may end the process, and that must not wait for further messages.
        this.#incoming.demand.waitForTask()
        host.reportError(error)
      },
      onOnce: (areOthers) => this.#incoming.turn.pauseOnce(areOthers),
      onResult: host.watchResult && ((result) => host.watchResult!(result, () => this.#incoming.demand.waitForTask())),
    }
    super(policy)
    requirePortOptions(options, host.canBlock)
    this.#host = host
    const inContext = (this.#inContext = host.keepContext?.() ?? atOnce)
    this.#lane = lane
    this.#moves = moves
    this.#trace = tracesOf(trace, options.measure)
    this.#codec = options.codec
    const parcels = new Parcels(registryOf(options.codec), moves?.crossing)
    this.#natives = new Natives(parcels, this.#unusual)
    if (this.#trace !== undefined) this.#unusual.set(TRACED)
    if (options.delivery === 'task') this.#unusual.set(TASKED)
    this.#outgoing = new Outgoing(parcels, {
      host,
      ending: this.#ending,
      lane,
      owner,
      options,
      // Messages that the lane still brings are kept.
      isPeerGone: () => this.#incoming.ring.engage()?.probe() === false,
      // A port that only posts may hear of the end in no other way.
      onPeerClosed: () => this.#ending.tryOrEnd(() => this.#incoming.begin(false)),
      onCorrupt: (error) => this.#ending.endFor(error),
      onDrain: () => this.#tellSoon('drain'),
      hold: (isHeld) => {
        // The platform may tell of the end only after earlier messages have been read.
        if (isHeld && lane.probe !== undefined) this.#incoming.begin(false)
        this.#hold(isHeld)
      },
    })
    this.#pulls = new Pulls({
      ending: this.#ending,
      unusual: this.#unusual,
      hold: this.#hold,
      onLeft: () => this.#incoming.demand.kickSoon(),
    })
    this.#records = new PortRecords(this.#ending, () => this.#tellOfErrorSoon(unreadableRecord()))
    this.#recordsOwner = () => ({
      ...policy,
      port: this,
      host,
      ending: this.#ending,
      inContext,
      begin: (isNow) => this.#incoming.begin(isNow),
      hold: this.#hold,
      outgoing: this.#outgoing,
      sharesMemory: () => this.#outgoing.isShared || sharesLate === true,
      isPeerGone: () => lane.probe !== undefined && this.#incoming.ring.engage()?.probe() === false,
      trace: this.#trace,
      receiving: this.#incoming.receiving,
    })
    const parts = {
      ending: this.#ending,
      unusual: this.#unusual,
      host,
      lane,
      owner,
      options,
      pulls: this.#pulls,
      natives: this.#natives,
      records: this.#records,
      inContext,
      isHeard: () => this.isHeard,
      deliver: (value: unknown, ports?: readonly object[]) =>
        value instanceof Unreadable ? this.tellOfError(value.error) : this.deliver(value, ports),
      nextTurn: (callback: () => void) => this.nextTurn(callback),
      onGone: (reason: CloseReason) => this.#outgoing.peerGone(reason),
      trace: incomingTraceOf(this, this.#trace),
    }
    this.#incoming = new Incoming(parts, regions)
    this.closed = new Promise((resolve) => (this.#resolveClosed = resolve))
    if (regions !== undefined) this.#outgoing.open(regions, unwrapped)
    if (moves === undefined || native === undefined)
      refuseWith(this, 'send an offer of createChannel() instead, and attach() to it there')
    else {
      const { ending, records } = parts
      const share = (): void => this.beginReceiving()
      moves.note(this, native, { owner, ending, records, outgoing: this.#outgoing, incoming: this.#incoming, share })
    }
  }

  /** How messages cross: see `PortMode`. */
  get mode(): PortMode {
    return this.#outgoing.modeOf(this.#natives.count !== 0)
  }

  /**
   * Sets the `codec` option of a port that was made without one, such as a worker's `parentPort`. Call it before the first
   * message: an earlier message could have lost its classes.
   *
   * @throws TypeError when the port has another codec, or has posted, taken or listened for a message before.
   */
  useCodec(codec: CodecOptions): void {
    if (codec === this.#codec) return
    if (this.#codec !== undefined) throw new TypeError('Cannot use a codec: the port has another one already')
    if (this.#outgoing.isUsed || this.#incoming.isUsed) throwInUse()
    const parcels = new Parcels(registryOf(codec), this.#moves?.crossing)
    this.#codec = codec
    this.#outgoing.use(parcels)
    this.#natives.parcels = parcels
  }

  /**
   * Posts a message, as `MessagePort` does. Blocks only with `whenFull: 'block'`. Does nothing on a closed port. After an
   * exception nothing was sent.
   *
   * @throws DataCloneError for a value that cannot be cloned; the errors of getters of `value` and of `to`; BufferFullError
   *   only with `maxBufferedBytes` or `whenFull: 'throw'`.
   */
  postMessage(value: unknown, transfer?: Transfer): void {
    // As on the platform: a missing argument is an error, the value undefined is not.
    if (value === undefined && arguments.length === 0) throwNoMessage()
    if (this.#outgoing.isMute) this.#postNothing(transfer)
    else if (transfer === undefined && this.#trace === undefined) this.#outgoing.post(value, undefined, false)
    else this.#post(value, transfer, false)
  }

  /** Posts on a port that has ended. A thread that never comes back to its event loop may have to finish that end here. */
  #postNothing(transfer: Transfer | undefined): void {
    this.#ending.enter()
    closeTransferred(transfer, this.#moves)
  }

  #post(value: unknown, transfer: Transfer | undefined, mayRefuse: boolean): boolean {
    const trace = this.#trace
    const since = trace?.now?.() ?? 0
    const [moves, outgoing, list] = [this.#moves, this.#outgoing, transferListOf(transfer, this.#moves)]
    const isSent =
      moves === undefined
        ? outgoing.post(value, list, mayRefuse)
        : moves.post(this, value, list, this.#natives.parcels, outgoing, mayRefuse)
    if (isSent) trace?.posted(this, value, since)
    return isSent
  }

  /**
   * Posts a `Uint8Array` of `byteLength` bytes. `fill` writes them into the ring: no buffer is made, nothing is copied.
   *
   * The argument of `fill` holds old bytes. From 64 bytes on it is aligned to 8 bytes. It belongs to the other side as soon as
   * `fill` has returned. If the ring has no room, `fill` writes to memory of its own, which is posted by `postMessage`. The
   * rules of `postMessage` hold for everything else. After an exception nothing was sent.
   *
   * @throws RangeError when `byteLength` is no length; TypeError when `fill` is asynchronous; the errors of `fill` and of
   *   `postMessage`.
   */
  postBytes(byteLength: number, fill: Fill): void {
    if (this.#outgoing.isMute) return
    // A trace gets bytes that stay as they are.
    if (this.#trace === undefined && this.#outgoing.sender !== undefined)
      this.#outgoing.postBy((sender) => sendFilled(sender, byteLength, fill))
    else this.postMessage(filled(byteLength, fill))
  }

  /**
   * Posts a message, as `postMessage` does, unless it would have to be buffered: then it sends nothing and returns false. `ready`
   * and `drain` tell when to try again. Returns true on a closed port.
   *
   * A message has to be buffered if the ring has no room for it. Some messages take the native port: those with `transfer` or
   * platform objects, and those larger than any record. These have to be buffered behind more than `highWaterMark` bytes.
   *
   * @throws BufferFullError when the message alone has more than `maxBufferedBytes`; otherwise as `postMessage`.
   */
  tryPostMessage(value: unknown, transfer?: Transfer): boolean {
    if (value === undefined && arguments.length === 0) throwNoMessage()
    if (!this.#outgoing.isMute && this.#outgoing.sender !== undefined) return this.#post(value, transfer, true)
    this.postMessage(value, transfer)
    return true
  }

  /**
   * Bytes posted and not yet taken by the other side: records with their headers, and encodings on the native port. It falls
   * as the other side gives room back, in portions while that side is busy.
   *
   * Values without an encoding do not count. These are transferred objects, and messages on a port in mode `copied` or to a
   * worker that does not listen yet.
   */
  get bufferedAmount(): number {
    return this.#ending.isOver ? 0 : (this.#outgoing.sender?.lookAtBuffered() ?? 0)
  }

  /** The option `highWaterMark`, in bytes. */
  get highWaterMark(): number {
    return this.#outgoing.highWaterMark
  }

  /**
   * Resolves when `bufferedAmount` is at or below `highWaterMark`: at once if it is already. After a message was refused, it
   * waits until there is also room for that one. Rejects with `ClosedError` when the port or the other side ends first.
   */
  get ready(): Promise<void> {
    return this.#ending.isOver ? neverReady(this.closed) : this.#ending.whole(() => this.#outgoing.whenReady())
  }

  /**
   * Opens a typed channel on this port: records of one schema in both directions, in one order with the port's messages. The
   * other side opens it too, by the same name. Channels without a name are matched by the order in which they are opened. Make the
   * schema with `channelOf`, which brings the code of typed channels.
   *
   * @throws TypeError for a schema that is not from `channelOf`, for options that are no object, and for a name that is taken;
   *   HandshakeError when the other side has opened it with a schema that does not fit.
   */
  channel<T, V>(schema: ChannelSchema<T, V>, options: TypedChannelOptions = {}): TypedChannel<T, V> {
    return this.#open('channel', schema, options)
  }

  /**
   * Opens a state on this port: one side writes values, and the other reads the newest in place, at any time and without a
   * message. The other side opens it too, by the same name. States without a name are matched by the order in which they are
   * opened. Each side may write for the other to read. Make the schema with `stateOf`, which brings the code of states.
   *
   * @throws TypeError for a schema that is not from `stateOf`, for options that are no object, and for a name that is taken;
   *   HandshakeError when an `offer` has no place for another reader.
   */
  state<T, V>(schema: StateSchema<T, V>, options: PortStateOptions = {}): PortState<T, V> {
    return this.#open('state', schema, options)
  }

  /** By the code that the schema brings. */
  #open(what: 'channel' | 'state', schema: unknown, options: object): any {
    this.beginReceiving()
    this.#unusual.set(CHANNELS)
    return this.#ending.whole(() => {
      const brought = broughtBy(schema, what)
      return brought.open(
        this.#records.bring((aside) => brought.make(this.#recordsOwner(), aside)),
        schema as never,
        options,
      )
    })
  }

  /** Begins delivery of messages. */
  override start(): void {
    this.beginReceiving()
    this.#ending.whole(() => this.#incoming.start())
  }

  /** Stops delivery to listeners: messages wait until delivery is started again. */
  protected stop(): void {
    this.#incoming.demand.stop()
  }

  /** Takes native messages from now on, and keeps them until somebody asks for messages. */
  protected listen(): void {
    this.#incoming.inbox.listen()
  }

  /** Somebody is about to ask for messages: a platform that makes its shared memory late makes it now. */
  protected beginReceiving(): void {}

  /** Somebody is about to take a message. `isAsking`: later messages that nobody asks for wait, as after a `receive()`. */
  protected beginTaking(isAsking = false): void {
    if (isAsking) this.#pulls.noteUse()
    this.beginReceiving()
  }

  /** A promise of this port begins to be awaited, or none is any more. Such a wait keeps a process alive. */
  protected hold(_isHeld: boolean): void {}

  /**
   * Ends our direction and wakes the other side, which sees that nothing more will come. Its messages still arrive. From now on
   * posting does nothing.
   */
  endSending(): void {
    this.#outgoing.end()
  }

  /** Ends the port. Messages that were posted before still arrive: the other side gets them, and then `close`. */
  override close(): void {
    if (this.#ending.isOver) return
    this.#ending.whole(() => {
      // Before the other side learns that nobody reads any more.
      this.#records.part?.endStates('closed')
      this.endSending()
      this.#incoming.close({ reason: 'closed' })
    })
  }

  /** Closes the port, for `await using`. Resolves when the port has ended. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.close()
    await this.closed
  }

  /** Counters of this port. */
  stats(): PortStats {
    return statsOf(this.#outgoing, this.#incoming, this.#natives.count)
  }

  /**
   * Resolves with the next message when it comes. The oldest request gets it; listeners get only messages that nobody asked for.
   * From the first call on, a message that comes while nobody asks or listens waits for the next call.
   *
   * Rejects with the signal's reason, with a `TimeoutError` after `timeout` milliseconds, and with `ClosedError` when the port
   * has ended. No message is lost by these.
   *
   * Rejects with `InstanceError` when an instance in the message could not be made. Rejects with the platform's error when it
   * could not read the message, or with `DataCloneError` if the platform gives none.
   */
  receive<T = any>(options: ReceiveOptions = {}): Promise<T> {
    return this.#await(options)
  }

  /**
   * Receives a message that is one ArrayBuffer or view: copies its bytes to the start of `target` and resolves with their
   * number. No buffer is made, which is most of the work for large messages. The kind of a view is lost. The port may write to
   * `target` until the promise settles.
   *
   * Rejects with `TypeError` for any other message, with `RangeError` for more bytes than `target` has, and as `receive` does.
   * A message that was refused so stays the next one.
   */
  receiveInto(target: ArrayBuffer | ArrayBufferView, options: ReceiveOptions = {}): Promise<number> {
    return this.#await(options, () => bytesToFill(target))
  }

  /**
   * Receives a message that is one ArrayBuffer or view: lends its bytes where they lie, without a copy, until the lease is
   * released. Release it soon: until then the ring cannot reuse the room of these bytes, nor that of later messages. To keep the
   * bytes for longer, use `receiveInto`.
   *
   * Rejects with `TypeError` for any other message, which then stays the next one, and as `receive` does.
   */
  receiveLease(options: ReceiveOptions = {}): Promise<Lease> {
    return this.#await(options, () => LEASE)
  }

  #await(options: ReceiveOptions, placeOf?: () => Place): Promise<any> {
    this.beginReceiving()
    return waitForMessage((waiter) => this.#incoming.pull(waiter), this.#pulls, this.#host, options, placeOf)
  }

  /**
   * All messages from now on, until the port ends. Listeners get none meanwhile. Messages that come while the loop's body runs
   * wait. Leaving the loop leaves the port open. Rejects with `ClosedError` if the port ended as corrupt, and with
   * `InstanceError` for a message that cannot be read.
   */
  [Symbol.asyncIterator](): AsyncIterableIterator<any> {
    this.beginReceiving()
    return new PortIterator(this.#pulls, (waiter) => this.#incoming.pull(waiter))
  }

  /**
   * Takes the next message without waiting; undefined if there is none. For `receiveMessageOnPort`. After `RingCorruptError` or
   * `DecodeError` the port has ended. After `InstanceError` it goes on.
   */
  takeMessage(): { message: unknown } | undefined {
    this.beginTaking()
    return this.#incoming.taker.take()
  }

  /**
   * Takes the next message, blocking the thread for up to `timeoutMs`. Undefined when the time is over or the port has ended. For
   * `receiveMessageSync`. Throws `TypeError` if this thread may not block.
   */
  takeMessageSync(timeoutMs: number, Block: Blocking): { message: unknown } | undefined {
    this.beginTaking()
    return this.#incoming.taker.take(timeoutMs, Block)
  }

  /** Takes bytes for `receiveIntoOnPort` and `receiveLeaseOnPort`. With a time limit it blocks, for their `Sync` forms. */
  takeBytes(place: Place, timeoutMs?: number, Block?: Blocking): number | Lease | undefined {
    this.beginTaking()
    return this.#incoming.taker.takeBytes(place, timeoutMs, Block)
  }

  /** Takes our end of the incoming ring; from then on the other side sends through it. Throws `HandshakeError`. */
  engageNow(): void {
    this.beginReceiving()
    this.#ending.whole(() => this.#incoming.ring.engage())
  }

  /**
   * Gives a port that began in mode `copied` its shared memory. Earlier messages come first. A port that has ended
   * meanwhile tells the other side so.
   */
  protected adopt(regions: Regions): void {
    this.#outgoing.open(regions)
    this.#records.part?.announceAll()
    this.#incoming.adopt(regions)
  }

  /**
   * The other side is gone: delivers its messages at once, and ends the port. Returns false when a listener failed: the platform
   * reports that first, so call again. If the port had ended before, the reader's place in a state is free now.
   */
  protected abandon(reason: CloseReason): boolean {
    if (this.#ending.isOver) this.#records.part?.peerDied()
    return this.#incoming.abandon(reason)
  }

  /** Delivers the messages that have come by now before it returns. An event of the platform that came after them comes later. */
  protected catchUp(): void {
    catchUp(this.#incoming)
  }

  /** For `afterNews`. */
  protected get newsParts(): NewsParts {
    const { aside } = this.#records
    return { incoming: this.#incoming, natives: this.#natives, aside, host: this.#host }
  }

  protected get isDelivering(): boolean {
    return isDelivering(this.#incoming)
  }

  /** Delivers waiting messages to the listeners that are there by now, without a task in between. */
  protected deliverNow(): void {
    this.#incoming.open()
  }

  protected get isOver(): boolean {
    return this.#ending.isOver
  }

  /** Whether there are listeners. A platform with other listeners counts them here. */
  protected get isHeard(): boolean {
    return !this.messageListeners.isEmpty
  }

  /** Delivers one message to the listeners. A platform with other listeners adds them here. Must not throw. */
  protected deliver(value: unknown, ports?: readonly object[]): void {
    this.messageListeners.deliver(value, ports)
  }

  /** A message that cannot be read, or why the port has ended. A platform with other listeners tells them here. */
  protected tellOfError(error: unknown): void {
    this.dispatchEvent(messageErrorEvent(error))
  }

  /** The first listener gets the messages that waited while nobody asked. */
  protected override onHeard(isHeard: boolean): void {
    this.#ending.whole(() => (isHeard ? this.#incoming.demand.kickSoon() : this.#incoming.turn.pauseOnce(false)))
  }

  /** Calls back in a new task while messages pour in, unless that would keep a process alive that the port must not keep alive. */
  protected nextTurn(callback: () => void): void {
    this.#host.nextTask(callback)
  }

  /** Somebody listens for `drain`: from now on each post looks whether there will be one. */
  protected override onDrainHeard(): void {
    this.#outgoing.watchDrain()
  }

  #tellSoon(type: 'close' | 'drain'): void {
    this.#host.nextTask(() => {
      // Messages that were there when a listener closed the port come first.
      if (this.#ending.isOver && this.#incoming.isUnderWay) this.#tellSoon(type)
      else if (this.hears(type)) this.#inContext(() => void this.dispatchEvent(plainEvent(type)))
    })
  }

  #tellOfErrorSoon(error: unknown): void {
    this.#host.nextTask(() => this.#inContext(() => this.tellOfError(error)))
  }

  readonly #hold = (isHeld: boolean): void => {
    this.#holds += isHeld ? 1 : -1
    if (this.#holds === (isHeld ? 1 : 0)) this.hold(isHeld)
  }

  #finish(closure: Closure): void {
    // Each step may be taken twice (`Ending`).
    this.#incoming.dispose(closure)
    this.#outgoing.finish(closure.reason)
    this.#lane.close()
    this.#records.end(closure)
    this.#resolveClosed(closure)
    // A program that only listens would never know why nothing comes any more.
    if (closure.error !== undefined) this.#tellOfErrorSoon(closure.error)
    this.#tellSoon('close')
  }
}
