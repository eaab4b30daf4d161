/// <reference lib="esnext.disposable" preserve="true" />
/** Two directions with the face of a `MessagePort`. */

import { type Fill, filled } from '../channel/filled.ts'
import { LEASE, type Place } from '../channel/into.ts'
import type { Lease } from '../channel/lease.ts'
import { Parcels } from '../channel/parcels.ts'
import { Unreadable } from '../channel/unreadable.ts'
import { type CodecOptions, registryOf } from '../codec/index.ts'
import type { Schema } from '../schema/schema.ts'
import type { CloseReason } from '../errors.ts'
import { atOnce, type Host, type InContext, type Lane } from '../host.ts'
import { afterNews, type AfterNewsParts, catchUp, isDelivering } from './before-event.ts'
import { Ending } from './ending.ts'
import { messageErrorEvent, plainEvent } from './events.ts'
import type { Regions } from './handshake.ts'
import { Incoming } from './incoming.ts'
import { PortIterator } from './iterate.ts'
import { neverReady, notReady, throwInUse, throwNoMessage } from './misuse.ts'
import { noteMovable, postMoving } from './moving.ts'
import { Natives } from './natives.ts'
import { type Closure, type PortMode, requirePortOptions } from './options.ts'
import type { PortParts } from './parts.ts'
import { Outgoing } from './outgoing.ts'
import { type ListenerPolicy, PortEventTarget } from './port-event-target.ts'
import { Pulls, type ReceiveOptions } from './pulls.ts'
import { bytesToFill, waitForMessage } from './receive.ts'
import { type PortStats, statsOf } from './stats.ts'
import { incomingTraceOf, type PortTrace, recordTraceOf, tracesOf } from './trace.ts'
import { closeTransferred, type Transfer, transferListOf } from './transfer.ts'
import type { PortState, PortStateOptions } from '../state/port-state.ts'
import type { StateSchema } from '../state/state-schema.ts'
import type { TypedChannel } from './typed-channel.ts'
import { type TypedChannelOptions, TypedChannels } from './typed-channels.ts'

export class Port extends PortEventTarget {
  readonly #host: Host
  readonly #inContext: InContext
  readonly #lane: Lane
  readonly #trace: PortTrace | undefined
  readonly #pulls: Pulls
  readonly #channels: TypedChannels
  readonly #incoming: Incoming
  #resolveClosed!: (closure: Closure) => void
  readonly #outgoing: Outgoing
  /** How many kinds of waits hold the process. */
  #holds = 0
  #codec: CodecOptions | undefined
  readonly #natives: Natives
  readonly #ending: Ending = new Ending((closure) => this.#finish(closure))

  /** Settles when the port has ended, with the reason. */
  // A property of its own, since a promise is what `structuredClone` refuses: a getter would make of a port an empty object.
  readonly closed: Promise<Closure>

  constructor({ host, lane, regions, owner, options, trace, sharesLate, native, unwrapped = 0 }: PortParts) {
    const policy: ListenerPolicy = {
      reportError: (error) => {
        // It may end the process: not after any number of further messages.
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
    this.#trace = tracesOf(trace, options.measure)
    this.#codec = options.codec
    const parcels = new Parcels(registryOf(options.codec), host.ports)
    this.#natives = new Natives(parcels)
    this.#outgoing = new Outgoing(parcels, {
      host,
      ending: this.#ending,
      lane,
      owner,
      options,
      // Messages that the lane still brings are kept.
      isPeerGone: () => this.#incoming.ring.engage()?.probe() === false,
      // Nobody else need ever tell, where somebody only posts.
      onPeerClosed: () => this.#ending.tryOrEnd(() => this.#incoming.begin(false)),
      onCorrupt: (error) => this.#ending.endFor(error),
      onDrain: () => this.#tellSoon('drain'),
      hold: (isHeld) => {
        // The platform may tell of the end only to who reads what came before it.
        if (isHeld && lane.probe !== undefined) this.#incoming.begin(false)
        this.#hold(isHeld)
      },
    })
    this.#pulls = new Pulls({ ending: this.#ending, hold: this.#hold, onLeft: () => this.#incoming.demand.kickSoon() })
    this.#channels = new TypedChannels({
      ...policy,
      host,
      ending: this.#ending,
      inContext,
      send: (writer, mayRefuse) => this.#outgoing.postRecord(writer, mayRefuse),
      begin: (isNow) => this.#incoming.begin(isNow),
      take: (inbound, asker) => this.#incoming.records.take(inbound, asker),
      hold: this.#hold,
      outgoing: this.#outgoing,
      sharesMemory: () => this.#outgoing.isShared || sharesLate === true,
      isPeerGone: () => lane.probe !== undefined && this.#incoming.ring.engage()?.probe() === false,
      trace: recordTraceOf(this, this.#trace),
    })
    const parts = {
      ending: this.#ending,
      host,
      lane,
      owner,
      options,
      pulls: this.#pulls,
      natives: this.#natives,
      channels: this.#channels,
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
    noteMovable(this, native, { ...parts, outgoing: this.#outgoing, incoming: this.#incoming })
  }

  /** How messages cross: see `PortMode`. */
  get mode(): PortMode {
    return this.#outgoing.modeOf(this.#natives.count !== 0)
  }

  /**
   * Sets the `codec` option of a port that was made without, such as a worker's `parentPort`. Throws `TypeError` when the
   * port has another one, or has posted, taken or listened for a message before: that one could have lost its classes.
   */
  useCodec(codec: CodecOptions): void {
    if (codec === this.#codec) return
    if (this.#codec !== undefined) throw new TypeError('Cannot use a codec: the port has another one already')
    if (this.#outgoing.isUsed || this.#incoming.isUsed) throwInUse()
    const parcels = new Parcels(registryOf(codec), this.#host.ports)
    this.#codec = codec
    this.#outgoing.use(parcels)
    this.#natives.parcels = parcels
  }

  /**
   * Posts a message, as `MessagePort` does: throws `DataCloneError`, or what a getter of `value` or a `to` threw, and then
   * nothing was sent. Does nothing on a closed port. Never blocks, but with `whenFull: 'block'`. Throws
   * `BufferFullError`, only with `maxBufferedBytes` or `whenFull: 'throw'`.
   */
  postMessage(value: unknown, transfer?: Transfer): void {
    // As the platform: not a value that is undefined, but none at all.
    if (value === undefined && arguments.length === 0) throwNoMessage()
    if (this.#outgoing.isMute) return this.#postNothing(transfer)
    this.#post(value, transfer, false)
  }

  /** On a port that has ended. A thread that never comes back to its event loop may have to finish that end here. */
  #postNothing(transfer: Transfer | undefined): void {
    this.#ending.enter()
    closeTransferred(transfer)
  }

  #post(value: unknown, transfer: Transfer | undefined, mayRefuse: boolean): boolean {
    const trace = this.#trace
    const since = trace?.now?.() ?? 0
    const isSent = postMoving(this, value, transferListOf(transfer), this.#natives.parcels, this.#outgoing, mayRefuse)
    if (isSent) trace?.posted(this, value, since)
    return isSent
  }

  /**
   * Posts a `Uint8Array` of `byteLength` bytes that `fill` writes where they will lie: no buffer is made, nothing is copied.
   * Its argument has old contents, is aligned to 8 bytes from 64 bytes on, and is the other side's as soon as
   * `fill` has returned. Where the ring has no room for it, the bytes are filled in memory of their own and posted as by
   * `postMessage`, by whose rules all else goes as well.
   *
   * @throws RangeError for what is no length, TypeError when `fill` is asynchronous, what `fill` throws, and as
   *   `postMessage`: then nothing was sent.
   */
  postBytes(byteLength: number, fill: Fill): void {
    if (this.#outgoing.isMute) return
    // A trace is shown bytes that stay.
    if (this.#trace === undefined && this.#outgoing.sender !== undefined) this.#outgoing.postBytes(byteLength, fill)
    else this.postMessage(filled(byteLength, fill))
  }

  /**
   * As `postMessage`, but gives false, and has sent nothing, where the message would have to be buffered: in a larger ring,
   * or, if it takes the native port (`transfer`, platform objects, larger than any record), behind more than
   * `highWaterMark` bytes. Then `ready` and `drain` tell when to try again. True on a closed port, as nobody waits there. Throws
   * `BufferFullError` for one message of more than `maxBufferedBytes`, for which there will never be room.
   */
  tryPostMessage(value: unknown, transfer?: Transfer): boolean {
    if (value === undefined && arguments.length === 0) throwNoMessage()
    if (!this.#outgoing.isMute && this.#outgoing.sender !== undefined) return this.#post(value, transfer, true)
    this.postMessage(value, transfer)
    return true
  }

  /**
   * Bytes posted and not yet taken by the other side: records with their headers, and encodings on the native port. It
   * falls as the other side gives room back, in portions while it is busy. Not counted are values without encoding: objects
   * transferred, and messages on a port in mode `copied` or to a worker that does not listen yet.
   */
  get bufferedAmount(): number {
    return this.#ending.isOver ? 0 : (this.#outgoing.sender?.bufferedAmount ?? 0)
  }

  /** Bytes; see the option. */
  get highWaterMark(): number {
    return this.#outgoing.highWaterMark
  }

  /**
   * Resolves when `bufferedAmount` is at or below `highWaterMark`, and after a message was refused also low enough for that
   * one: at once if it is. Rejects with `ClosedError` when the port or the other side ends first.
   */
  get ready(): Promise<void> {
    return this.#ending.isOver ? neverReady(this.closed) : this.#ending.whole(() => this.#outgoing.ready)
  }

  /**
   * Opens a typed channel on this port: records of one schema, in one order with the port's messages, both ways. The other
   * side opens it too, by the same name, or by none in the same order. Throws `HandshakeError` when it has done so with a
   * schema that does not fit.
   */
  channel<T, V>(schema: Schema<T, V>, options: TypedChannelOptions = {}): TypedChannel<T, V> {
    this.beginReceiving()
    return this.#ending.whole(() => this.#channels.open(schema, options))
  }

  /**
   * Opens a state on this port: the newest value that one side writes, which the other reads in place, at any time and without
   * a message. The other side opens it too, by the same name, or by none in the same order; each side may write, for the other
   * to read. The schema comes from `stateOf`, which brings the code of states.
   *
   * @throws TypeError for a schema that does not come from there, no options and a name that is taken; with an `offer`, HandshakeError when it has no place
   *   for another reader.
   */
  state<T, V>(schema: StateSchema<T, V>, options: PortStateOptions = {}): PortState<T, V> {
    this.beginReceiving()
    return this.#ending.whole(() => this.#channels.states.open(schema, options))
  }

  /** Begins delivery of messages. */
  override start(): void {
    this.beginReceiving()
    this.#ending.whole(() => this.#incoming.start())
  }

  /** Ends delivery to listeners: messages wait until it is started again. */
  protected stop(): void {
    this.#incoming.demand.stop()
  }

  /** Takes native messages from now on, and keeps them until somebody asks for messages. */
  protected listen(): void {
    this.#incoming.inbox.listen()
  }

  /** Somebody is about to ask for messages: a platform that makes its shared memory late makes it now. */
  protected beginReceiving(): void {}

  /** Somebody is about to take a message. `isAsking`: what comes later for nobody then waits, as after a `receive()`. */
  protected beginTaking(isAsking = false): void {
    if (isAsking) this.#pulls.isUsed = true
    this.beginReceiving()
  }

  /** Somebody waits for something of this port by a promise, or nobody does any more: such a wait holds a process. */
  protected hold(_isHeld: boolean): void {}

  /**
   * Ends our direction and wakes the other side, which sees that nothing more will come; what it sends still arrives.
   * From now on posting does nothing.
   */
  endSending(): void {
    this.#outgoing.end()
  }

  /** Ends the port. Messages that were posted before still arrive: the other side drains them and then sees `close`. */
  override close(): void {
    if (this.#ending.isOver) return
    this.#ending.whole(() => {
      // Before the other side learns that nobody reads any more.
      this.#channels.states.end('closed')
      this.endSending()
      this.#incoming.close({ reason: 'closed' })
    })
  }

  /** As `close()`, for `await using`: done when the port has ended. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.close()
    await this.closed
  }

  /** Counters of this port. */
  stats(): PortStats {
    return statsOf(this.#outgoing, this.#incoming, this.#natives.count)
  }

  /**
   * The next message, when it comes. The oldest request gets it, and listeners get only the rest. From the first
   * call on, a message that comes while nobody asks and nobody listens waits for the next call. Rejects with the signal's
   * reason, with a `TimeoutError` after `timeout` milliseconds, and with `ClosedError` when the port has ended; in none of
   * these cases a message is lost. With `InstanceError` when an instance in the message could not be made, and with the
   * platform's error, or where it gives none a `DataCloneError`, when it could not read the message.
   */
  receive<T = any>(options: ReceiveOptions = {}): Promise<T> {
    return this.#await(options)
  }

  /**
   * As `receive`, for a message that is one ArrayBuffer or view: copies its bytes to the start of `target` and gives their
   * number. No buffer is made, which for large messages is most of the work. Of a view come the bytes that it shows; its
   * kind does not. Rejects with `TypeError` for any other message, and with `RangeError` for more bytes than `target` has:
   * the message then stays the next. Until then `target` is the port's to write to.
   */
  receiveInto(target: ArrayBuffer | ArrayBufferView, options: ReceiveOptions = {}): Promise<number> {
    return this.#await(options, () => bytesToFill(target))
  }

  /**
   * As `receive`, for a message that is one ArrayBuffer or view: gives its bytes where they lie, without a copy, until their
   * lease is released. The ring has no room of theirs, nor of what comes after them, until then: so soon, or `receiveInto`.
   * Rejects with `TypeError` for any other message, which then stays the next.
   */
  receiveLease(options: ReceiveOptions = {}): Promise<Lease> {
    return this.#await(options, () => LEASE)
  }

  #await(options: ReceiveOptions, placeOf?: () => Place): Promise<any> {
    this.beginReceiving()
    return waitForMessage((waiter) => this.#incoming.pull(waiter), this.#pulls, this.#host, options, placeOf)
  }

  /**
   * All messages from now on, until the port ends; listeners get none meanwhile. Those that come while the loop's body runs
   * wait. Leaving the loop leaves the port open. Rejects with `ClosedError` if the port ended as corrupt, and with
   * `InstanceError` for a message that cannot be read.
   */
  [Symbol.asyncIterator](): AsyncIterableIterator<any> {
    this.beginReceiving()
    return new PortIterator(this.#pulls, (waiter) => this.#incoming.pull(waiter))
  }

  /**
   * Takes the next message without waiting, or undefined. For `receiveMessageOnPort`.
   * Throws `RingCorruptError` and `DecodeError`; the port has then ended. Throws `InstanceError`; then it goes on.
   */
  takeMessage(): { message: unknown } | undefined {
    this.beginTaking()
    return this.#incoming.taker.take()
  }

  /**
   * Takes the next message, blocking the thread for up to `timeoutMs`; undefined when the time is over or the port ended.
   * For `receiveMessageSync`. Throws `TypeError` where this thread may not block.
   */
  takeMessageSync(timeoutMs: number): { message: unknown } | undefined {
    this.beginTaking()
    return this.#incoming.taker.takeSync(timeoutMs)
  }

  /** For `receiveIntoOnPort` and `receiveLeaseOnPort`; with a time it blocks, for `receiveIntoSync` and `receiveLeaseSync`. */
  takeBytes(place: Place, timeoutMs?: number): number | Lease | undefined {
    this.beginTaking()
    return this.#incoming.taker.takeBytes(place, timeoutMs)
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
    this.#channels.announceAll()
    this.#incoming.adopt(regions)
  }

  /**
   * The other side is gone: delivers what it had sent, at once, and ends the port. False when a listener failed, of which the
   * platform is to hear first: call again. Of a port that has ended before the reader's place in a state is free now.
   */
  protected abandon(reason: CloseReason): boolean {
    if (this.#ending.isOver) this.#channels.states.peerDied()
    return this.#incoming.abandon(reason)
  }

  /** Delivers what has come by now before it returns: ahead of an event of the platform that came after it. */
  protected catchUp(): void {
    catchUp(this.#incoming)
  }

  /** Calls back after what has come by now, at once where that is nothing: for an event that came after it. */
  protected afterNews(afterMicrotasks: AfterNewsParts['afterMicrotasks'], callback: () => void): void {
    const { inbound } = this.#channels
    const parts = { incoming: this.#incoming, natives: this.#natives, inbound, host: this.#host, afterMicrotasks }
    afterNews(parts, callback)
  }

  protected get isDelivering(): boolean {
    return isDelivering(this.#incoming)
  }

  /** Delivers what waits for who listens by now, without a task in between. */
  protected deliverNow(): void {
    this.#incoming.open()
  }

  /** Whether there are listeners. A platform with other listeners counts them here. */
  protected get isHeard(): boolean {
    return !this.messageListeners.isEmpty
  }

  /** One message, to whoever listens. A platform with other listeners adds them here. Must not throw. */
  protected deliver(value: unknown, ports?: readonly object[]): void {
    this.messageListeners.deliver(value, ports)
  }

  /** A message that cannot be read, or why the port has ended. A platform with other listeners tells them here. */
  protected tellOfError(error: unknown): void {
    this.dispatchEvent(messageErrorEvent(error))
  }

  /** The first listener gets what waited while nobody asked. */
  protected override onHeard(isHeard: boolean): void {
    this.#ending.whole(() => (isHeard ? this.#incoming.demand.kickSoon() : this.#incoming.turn.pauseOnce(false)))
  }

  /** Calls back in a new task while messages pour in. Where that would hold a process that the port must not hold: not. */
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
      if (this.#ending.isOver && this.#incoming.turn.isUnderWay) this.#tellSoon(type)
      else this.#inContext(() => void this.dispatchEvent(plainEvent(type)))
    })
  }

  readonly #hold = (isHeld: boolean): void => {
    this.#holds += isHeld ? 1 : -1
    if (this.#holds === (isHeld ? 1 : 0)) this.hold(isHeld)
  }

  #finish(closure: Closure): void {
    // Each step may be taken twice (`Ending`).
    this.#incoming.dispose(closure)
    this.#outgoing.finish(notReady(closure.reason), closure.reason)
    this.#lane.close()
    this.#channels.end(closure)
    this.#resolveClosed(closure)
    // A program that only listens would never know why nothing comes any more.
    if (closure.error !== undefined) this.#host.nextTask(() => this.#inContext(() => this.tellOfError(closure.error)))
    this.#tellSoon('close')
  }
}
