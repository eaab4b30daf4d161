/** The receiving half of a port: who gets the next message, and when. */

import { EMPTY, ENDED, MESSAGE, Receiver, REFUSED } from '../channel/receiver.ts'
import type { CloseReason } from '../errors.ts'
import type { Host, Lane } from '../host.ts'
import { CONSUMER_GATE } from '../memory/layout.ts'
import type { Region } from '../memory/region.ts'
import { AsyncGate, asyncParkOf } from '../signal/gate.ts'
import { Spinner } from '../signal/wait-strategy.ts'
import type { Regions } from './handshake.ts'
import { Inbox } from './inbox.ts'
import type { Closure, IncomingParts, IncomingTrace } from './options.ts'
import { isRefusal, type Natives } from './natives.ts'
import { endedError, Pace, type Pulls, type Waiter } from './pulls.ts'
import { type TakeOwner, Taker } from './taker.ts'
import { Turn, type TurnOwner } from './turn.ts'

export class Incoming implements TurnOwner, TakeOwner {
  readonly #parts: IncomingParts
  readonly #host: Host
  readonly #lane: Lane
  readonly #pulls: Pulls
  readonly #inbox: Inbox
  readonly #turn: Turn
  readonly #kick = (): void => this.kick()
  #regions: Regions | undefined
  #receiver: Receiver | undefined
  #gate: AsyncGate | undefined
  /** The region whose gate we park on: the sender may move to a larger one. */
  #parkRegion: Region | undefined
  #isStarted = false
  #isPassing = false
  /** Closed by a listener: what was there is still delivered, where the platform does. */
  isFinishing = false
  needsBreak = false
  #closure: Closure | undefined
  /** The lane, or the whole peer, is gone: how the port ends when all it sent is delivered. */
  #goneReason: CloseReason | undefined
  readonly #natives: Natives
  readonly #pace: Pace
  readonly #trace: IncomingTrace | undefined
  /** When somebody who looks on saw the reading of a message begin. */
  readAt = 0
  readonly taker: Taker

  constructor(parts: IncomingParts, regions: Regions | undefined) {
    const { host, lane, options } = parts
    this.#parts = parts
    this.#host = host
    this.#lane = lane
    this.#pulls = parts.pulls
    this.#pace = new Pace(host.now)
    this.#trace = parts.trace
    this.#regions = regions
    this.#natives = parts.natives
    const spinner = new Spinner(options.waitStrategy ?? 'adaptive', host.now)
    this.#turn = new Turn(this, host, spinner, options.delivery === 'task')
    this.#inbox = new Inbox(
      lane,
      {
        onMessage: (message, ports) => this.#onLaneMessage(message, ports),
        onMessageError: parts.onMessageError,
        onClose: () => this.#onLaneClose(),
      },
      () => this.#receiver !== undefined || this.isWanted(),
    )
    const { natives, trace } = parts
    this.taker = new Taker({ owner: this, host, spinner, inbox: this.#inbox, natives, trace })
  }

  get isOver(): boolean {
    return this.#closure !== undefined
  }

  get gate(): AsyncGate {
    return this.#gate!
  }

  get parkWords(): Int32Array {
    return this.#parkRegion!.words
  }

  get receiver(): Receiver | undefined {
    return this.#receiver
  }

  /** Somebody has asked for messages, or one has come. */
  get isUsed(): boolean {
    return this.#isStarted || this.#receiver !== undefined || this.#pulls.isUsed || this.#natives.count !== 0
  }

  /** Stretches of deliveries to listeners and to who waits. */
  get turns(): number {
    return this.#turn.turns
  }

  /** Times this side went to sleep. */
  get parks(): number {
    return this.taker.parks + this.#turn.parks
  }

  /** Begins delivery to listeners. */
  start(): void {
    if (this.#isStarted || this.isOver) return
    this.#isStarted = true
    this.engage()
    this.listen()
    // Always one look before the first park: what came before must not wait for a signal. As a task of its own, because
    // the platform delivers nothing before the caller has returned either.
    this.#host.nextTask(() => {
      void this.#inbox.open()
      this.kick()
    })
  }

  /** As `kick`, but not within the call that asks for it. */
  kickSoon(): void {
    if (!this.#turn.isUnderWay && this.isWanted()) this.#host.nextTask(this.#kick)
  }

  /** Asked by a thread that blocks, where the lane can tell: what it still brings is kept. */
  isPeerGone(): boolean {
    return this.engage()?.probe() === false
  }

  peerGone(): void {
    this.#goneReason ??= 'peer-died'
  }

  /** Ends delivery to listeners. */
  stop(): void {
    this.#isStarted = false
  }

  /** The turn that is under way pauses before its next message. */
  breakTurn(): void {
    this.needsBreak = true
  }

  /** Takes native messages from now on, and keeps them until somebody asks for messages. */
  listen(): void {
    this.#inbox.listen()
  }

  /** Somebody may want messages who did not before. */
  kick(): void {
    const receiver = this.#receiver
    if (this.isOver || this.#turn.isUnderWay || !this.isWanted()) return
    // Asked for by the `from` of a class, while a message is being read.
    if (receiver?.isReading === true) return this.#host.nextTask(this.#kick)
    while (this.#natives.areKept && this.isWanted())
      if (!this.#passNative(this.#natives.takeKept(this.#pulls.target), undefined)) return
    if (receiver === undefined) void this.#inbox.flush()
    else void this.#turn.run(receiver)
  }

  /** Somebody who waits comes first; listeners get what nobody pulls, and without any nothing is thrown away for them. */
  isWanted(): boolean {
    const pulls = this.#pulls
    if (pulls.isWaiting) return true
    return this.#isStarted && (!pulls.isUsed || (!pulls.isIterating && this.#parts.isHeard()))
  }

  /** Gives `waiter` the next message, now or when it comes. */
  pull(waiter: Waiter): void {
    const pulls = this.#pulls
    pulls.isUsed = true
    const mayTake = !pulls.isWaiting && !this.isOver && this.#receiver?.isReading !== true && !this.#pace.isOver()
    if (mayTake && this.taker.takeFor(waiter)) return
    if (this.#closure !== undefined) return waiter.reject(endedError(this.#closure))
    pulls.add(waiter)
    this.engage()
    this.listen()
    void this.#inbox.open()
    if (mayTake) this.kick()
    else this.#host.nextTask(this.#kick)
  }

  /** The port has its shared memory from now on. What came before comes first. */
  adopt(regions: Regions): void {
    this.#regions = regions
    if (!this.#isStarted && !this.#pulls.isWaiting) return
    this.engage()
    this.kick()
  }

  /** Takes our end of the incoming ring; from then on the other side sends through it. Throws `HandshakeError`. */
  engage(): Receiver | undefined {
    if (this.#receiver !== undefined || this.#regions === undefined) return this.#receiver
    const { incoming, token } = this.#regions
    this.#receiver = new Receiver({
      region: incoming,
      lane: this.#inbox,
      token,
      owner: this.#parts.owner,
      parcels: this.#natives.parcels,
      onRing: (region) => this.#parkOn(region),
      onForeign: (message) => {
        this.#natives.keep(message)
        this.#host.nextTask(this.#kick)
      },
    })
    this.#parkOn(incoming)
    return this.#receiver
  }

  /** D1: the other side is gone: what it had sent is delivered at once to who asks for it, then the port ends. */
  abandon(reason: CloseReason): void {
    if (this.isOver) return
    this.#goneReason = reason
    const receiver = this.#receiver
    if (receiver === undefined) return this.#end({ reason })
    // What nobody will ever ask for keeps no port open.
    while (!this.isOver && this.#isAskedAtAll()) {
      const status = this.next(receiver)
      if (status === REFUSED) continue
      if (status !== MESSAGE) return this.endIfOver(status)
      this.pass(receiver.taken().message, receiver.ports)
    }
    // The rest waits for whoever pulls.
    if (!this.isOver) this.#tryOrEnd(() => this.endIfOver(receiver.glance()))
  }

  /** From this side. */
  close(closure: Closure): void {
    if (this.#host.deliversAfterClose === true && this.#turn.isUnderWay && this.#isPassing) {
      this.isFinishing = true
      while (this.#receiver!.fetch());
    }
    this.#closure = closure
    this.#receiver?.publishRelease()
    this.#receiver?.close()
    this.#dispose()
  }

  /**
   * `Receiver.next` on behalf of listeners and of who waits: what cannot be read ends the port, and `closed` tells why; who
   * is refused is told here.
   */
  next(receiver: Receiver): number {
    try {
      const status = this.nextOrThrow(receiver, this.#pulls.target)
      if (status === REFUSED) this.#pulls.refuse(receiver.taken().message)
      // The `from` of a class may have closed the port.
      return this.isOver && !this.isFinishing ? EMPTY : status
    } catch {
      return EMPTY
    }
  }

  pass(value: unknown, ports: readonly object[] | undefined): void {
    this.#isPassing = true
    if (this.#trace !== undefined) return this.#passTraced(this.#trace, value, ports)
    if (!this.#pulls.settle(value)) this.#parts.deliver(value, ports)
    this.#isPassing = false
  }

  #passTraced(trace: IncomingTrace, value: unknown, ports: readonly object[] | undefined): void {
    // A listener may take messages, which sets it anew.
    const since = this.readAt
    this.taker.tell(value, this.#pulls.target)
    if (!this.#pulls.settle(value)) this.#parts.deliver(value, ports)
    trace.delivered?.(since)
    this.#isPassing = false
  }

  nextTurn(callback: () => void): void {
    this.#parts.nextTurn(callback)
  }

  endIfOver(status: number): void {
    if (status === ENDED) this.#end({ reason: 'peer-closed' })
    else if (status !== MESSAGE && this.#goneReason !== undefined) this.#end({ reason: this.#goneReason })
  }

  endAsCorrupt(error: unknown): void {
    this.#end({ reason: 'corrupt', error })
  }

  /** No event will come any more that looks whether it was the last. */
  onTaken(receiver: Receiver): void {
    if (this.#goneReason !== undefined) this.#host.nextTask(() => this.#endIfDrained(receiver))
  }

  #endIfDrained(receiver: Receiver): void {
    if (this.isOver || this.#turn.isUnderWay) return
    try {
      this.endIfOver(receiver.glance())
    } catch (error) {
      this.endAsCorrupt(error)
    }
  }

  /** As `isWanted`, also for a port that its last listener has stopped: nothing new can come that it would wait for. */
  #isAskedAtAll(): boolean {
    const pulls = this.#pulls
    return pulls.isWaiting || !pulls.isUsed || (!pulls.isIterating && this.#parts.isHeard())
  }

  /** A native message to who asked for one; false when it was not for them: it stays, and others may ask. */
  #passNative(taken: unknown, ports: readonly object[] | undefined): boolean {
    if (this.#pulls.target !== undefined && isRefusal(taken)) {
      this.#pulls.refuse(taken)
      this.kickSoon()
      return false
    }
    this.pass(taken, ports)
    return true
  }

  /** To take messages one by one; where the lane cannot be polled, its events fill the receiver's stash. */
  engageToTake(): Receiver | undefined {
    const receiver = this.engage()
    if (this.#lane.poll === undefined) this.listen()
    if (receiver !== undefined) this.#inbox.drain()
    return receiver
  }

  // After one message that cannot be decoded the tables of both sides may differ: the next could come out wrong.
  nextOrThrow(receiver: Receiver, target: Uint8Array | undefined): number {
    if (this.#trace !== undefined) this.readAt = this.#trace.now?.() ?? 0
    try {
      return target === undefined ? receiver.next() : receiver.nextInto(target)
    } catch (error) {
      this.endAsCorrupt(error)
      throw error
    }
  }

  #onLaneMessage(message: unknown, ports: readonly object[] | undefined): void {
    if (this.isOver) return
    if (this.#receiver?.onMessage(message, ports) === true) return this.kick()
    if (this.#natives.areKept || !this.isWanted()) {
      this.#natives.keep(message)
      return this.kickSoon()
    }
    this.readAt = this.#trace?.now?.() ?? 0
    if (!this.#passNative(this.#natives.take(message, this.#pulls.target), ports)) this.#inbox.putBack(message, ports)
  }

  #onLaneClose(): void {
    if (this.isOver) return
    this.#tryOrEnd(() => {
      const receiver = this.engage()
      if (receiver === undefined) return this.#end({ reason: 'peer-closed' })
      this.peerGone()
      if (this.#turn.isUnderWay || this.isWanted()) this.kick()
      else this.endIfOver(receiver.glance())
    })
  }

  // For an event of the platform: what cannot be read is nobody's exception.
  #tryOrEnd(action: () => void): void {
    try {
      action()
    } catch (error) {
      this.endAsCorrupt(error)
    }
  }

  #parkOn(region: Region): void {
    this.#gate?.dispose()
    this.#parkRegion = region
    const park = asyncParkOf(this.#parts.options.wakeBy ?? this.#host.wakeBy)
    this.#gate = new AsyncGate(region.words, CONSUMER_GATE, park, this.#kick)
  }

  #end(closure: Closure): void {
    if (this.isOver) return
    this.#closure = closure
    this.#dispose()
    this.#parts.onEnd(closure)
  }

  #dispose(): void {
    this.#gate?.dispose()
    this.#pulls.rejectAll(endedError(this.#closure!))
  }
}
