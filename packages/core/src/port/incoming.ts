/** The receiving half of a port: who gets the next message, and when. */

import { ANYTHING, type Asker, MESSAGES, RECORDS } from '../channel/inbound.ts'
import type { Place } from '../channel/into.ts'
import type { Receiver } from '../channel/receiver.ts'
import { EMPTY, ENDED, mayBeMore, MESSAGE, REFUSED, type Status } from '../channel/status.ts'
import { atOnce, type InContext } from '../host.ts'
import { Spinner } from '../signal/wait-strategy.ts'
import { Sized } from '../sized.ts'
import type { Ending } from './ending.ts'
import { endReceiving, Engagement } from './engagement.ts'
import type { Regions } from './handshake.ts'
import { Inbox } from './inbox.ts'
import type { Closure } from './options.ts'
import type { IncomingParts } from './parts.ts'
import { Passing, type PassingOwner } from './passing.ts'
import { endedError, Pace, type Pulls, type Waiter } from './pulls.ts'
import { type RecordTakeOwner, RecordTaker } from './record-taker.ts'
import { type TakeOwner, Taker } from './taker.ts'
import type { TypedChannels } from './typed-channels.ts'
import { inOneTask, soon, Turn, type TurnOwner } from './turn.ts'

export class Incoming extends Sized implements TurnOwner, PassingOwner, TakeOwner, RecordTakeOwner {
  readonly #parts: IncomingParts
  readonly #pulls: Pulls
  readonly inbox: Inbox
  readonly #channels: TypedChannels
  readonly turn: Turn
  readonly #kick = (): void => this.kick()
  readonly #kickInTask: () => void
  /** Passes on what waits, in order, to who asks. */
  readonly open = (): void => {
    void this.inbox.open()
    this.kick()
  }
  readonly #openSoon = soon(this.open)
  readonly ring: Engagement
  /** The other side has ended, and only messages that wait are left. */
  isDrained = false
  #isStarted = false
  /** Seen by a thread that blocked: nothing more will come. */
  isPeerGone = false
  /** Closed by a listener: what was there is still delivered, where the platform does. */
  isFinishing = false
  /** The turn that is under way pauses before its next message. */
  needsBreak = false
  readonly ending: Ending
  /** The lane, or the whole peer, is gone: how the port ends when all it sent is delivered. */
  #goneReason: Closure['reason'] | undefined
  /** The other side has ended behind messages that wait: who takes the last of them is told of nothing more. */
  #isEndNear = false
  readonly #inEvent: InContext
  readonly #pace: Pace
  readonly #passing: Passing
  readonly taker: Taker
  readonly records: RecordTaker
  readonly nextTurn: IncomingParts['nextTurn']

  constructor(parts: IncomingParts, regions: Regions | undefined) {
    super()
    const { host, lane, options, natives, trace } = parts
    this.#parts = parts
    this.nextTurn = parts.nextTurn
    // A thread that blocks asks for it each time it has slept, and may never return to its event loop.
    this.#kickInTask = inOneTask(host, this.#kick)
    this.#pulls = parts.pulls
    this.#inEvent = lane.keepsContext === true ? atOnce : parts.inContext
    this.#pace = new Pace(host.now)
    this.ending = parts.ending
    this.#passing = new Passing(this, parts)
    this.#channels = parts.channels
    const spinner = new Spinner(options.waitStrategy ?? (host.hasOneCore === true ? 'park' : 'adaptive'), host.now)
    this.turn = new Turn(this, this.#passing, host, spinner, options)
    this.inbox = new Inbox(
      lane,
      {
        onMessage: (message, ports, isEvent) => this.#onLaneMessage(message, ports, isEvent),
        onClose: (hasDied) => this.#endOfPeer(hasDied === true ? 'peer-died' : 'peer-closed'),
      },
      () => this.receiver !== undefined || this.isWanted(),
      () => this.ring.onPolled(),
      // Who takes messages one by one has opened nothing, and it may be the end that this tells of.
      (message) => this.tryOrEnd(() => this.ring.hearKept(message) && !this.#isStarted && host.nextTask(this.open)),
      host.staysStarted === true ? () => new Promise((resolve) => host.nextTask(resolve)) : undefined,
    )
    const onForeign = (message: unknown, ports?: readonly object[]): void => {
      if (!this.records.takeParcel(message)) natives.keep(message, ports)
      this.#kickInTask()
    }
    const kickInEvent = (): void => this.kick(this.#inEvent)
    const onNudge = (): boolean => this.inbox.ifClear(kickInEvent)
    const callbacks = { onWake: this.#kick, onNudge, onForeign, onUnheard: () => this.#lookSoon() }
    this.ring = new Engagement({ ...parts, inbox: this.inbox, ...callbacks }, regions)
    this.records = new RecordTaker(this, parts)
    this.taker = new Taker({ owner: this, host, spinner, inbox: this.inbox, natives, trace })
  }

  get isOver(): boolean {
    return this.ending.isOver
  }

  get receiver(): Receiver | undefined {
    return this.ring.receiver
  }

  get readAt(): number {
    return this.#passing.readAt
  }

  /** Somebody has asked for messages, or one has come. */
  get isUsed(): boolean {
    return this.#isStarted || this.receiver !== undefined || this.#pulls.isUsed || this.#parts.natives.count !== 0
  }

  /** Begins delivery to listeners. */
  start(): void {
    if (this.#isStarted || this.isOver) return
    this.inbox.beginAnew()
    this.ring.engage()
    this.inbox.listen()
    // Always one look before the first park: what came before must not wait for a signal. As a task of its own, because
    // the platform delivers nothing before the caller has returned either.
    this.#parts.host.nextTask(this.open)
    this.#isStarted = true
  }

  /** As `kick` for who asks, but not within the call that asks for it. */
  kickSoon(): void {
    if (this.turn.isUnderWay || this.isWanted()) this.#lookSoon()
  }

  /** The same, and also for an end that nobody asks for. */
  #lookSoon(): void {
    return this.turn.isUnderWay ? this.turn.lookAgain() : this.#kickInTask()
  }

  peerGone(): void {
    this.isPeerGone = true
    this.ring.settleAsked()
    if (this.#parts.lane.tellsExit !== true) this.#goneReason ??= 'peer-died'
  }

  /** Ends delivery to listeners. */
  stop(): void {
    this.#isStarted = false
    this.#pulls.forgetListeners()
  }

  /** Somebody may want messages who did not before. */
  kick(inContext: InContext = this.#parts.inContext): void {
    if (this.turn.isUnderWay) return this.turn.lookAgain()
    this.ending.enter()
    const receiver = this.receiver
    if (this.isOver || !this.isWanted()) return this.#endUnwanted()
    // Asked for by the `from` of a class, while a message is being read.
    if (receiver?.isReading === true) return this.#kickInTask()
    inContext(() => {
      if (receiver !== undefined) return this.turn.run(receiver)
      this.records.deliverWaiting()
      while (this.#passing.passKept());
      this.#endUnwanted()
      void this.inbox.flush()
    })
  }

  // Who waited when the end was told of may have left before it was looked at.
  #endUnwanted(): void {
    if (this.isOver || this.turn.isUnderWay) return
    this.tryOrEnd(() => this.endIfOver())
  }

  /** Somebody wants messages, or records of a typed channel. */
  isWanted(): boolean {
    return this.areMessagesWanted() || this.areRecordsWanted()
  }

  areRecordsWanted(): boolean {
    return this.isDrained ? this.#channels.inbound.lineFor(RECORDS) !== undefined : this.#channels.areWanted
  }

  /** Somebody who waits comes first; listeners get what nobody pulls, and without any nothing is thrown away for them. */
  areMessagesWanted(): boolean {
    if (this.#isStarted && !this.#pulls.isUsed) return true
    return this.#pulls.isWaiting || (this.#isStarted && this.#isAskedAtAll())
  }

  /** Gives `waiter` the next message, now or when it comes. */
  pull(waiter: Waiter): void {
    const pulls = this.#pulls
    pulls.isUsed = true
    const mayTake = !pulls.isWaiting && !this.isOver && this.receiver?.isReading !== true && !this.#pace.isOver()
    if (mayTake && this.taker.takeFor(waiter)) return
    this.begin(mayTake)
    const { closure } = this.ending
    if (closure !== undefined) return waiter.reject(endedError(closure))
    pulls.add(waiter)
  }

  /** Somebody asks from now on: looks in a microtask, since there may be something for listeners too, or in a task. */
  begin(isNow: boolean): void {
    if (this.isOver) return
    this.ring.engage()
    this.inbox.listen()
    if (isNow) this.#openSoon()
    else this.#parts.host.nextTask(this.open)
  }

  /** The port has its shared memory from now on. Earlier messages come first. After the end nobody reads it. */
  adopt(regions: Regions): void {
    const { lane, owner } = this.#parts
    if (this.isOver) return endReceiving(regions, lane, owner)
    this.ring.adopt(regions)
    if (!this.#isStarted && !this.#pulls.isWaiting && !this.#channels.isUsed) return
    this.ring.engage()
    this.kick()
  }

  /**
   * D1: the other side is gone: what it had sent is delivered at once to who asks for it, then the port ends. False when a
   * listener failed, of which the platform is to hear before the next message: call again.
   */
  abandon(reason: Closure['reason']): boolean {
    if (this.isOver && !this.isFinishing) return true
    this.#goneReason = reason
    const receiver = this.receiver
    if (receiver === undefined) {
      this.ending.end({ reason })
      return true
    }
    // A thread that was busy for as long as the other side lived has not come to the task that opens the inbox.
    this.ring.drain(receiver)
    this.ring.settleAsked()
    // Messages that nobody will ever ask for keep no port open.
    const areMessagesAsked = this.#isAskedAtAll()
    while ((!this.isOver || this.isFinishing) && (areMessagesAsked ? this.#isAskedAtAll() : this.#channels.isUsed)) {
      if (this.#takeBreak()) return false
      if (areMessagesAsked && this.#parts.natives.areKept) this.#passing.passOldest()
      else {
        const status = this.#passing.passNext(receiver, areMessagesAsked ? ANYTHING : RECORDS)
        if (status !== MESSAGE && status !== REFUSED && !(areMessagesAsked && this.#parts.natives.areKept)) {
          this.endIfOver(status)
          return true
        }
      }
    }
    if (this.#takeBreak()) return false
    // The rest waits for whoever pulls.
    if (!this.isOver) this.tryOrEnd(() => this.endIfOver(receiver.lastGlance()))
    return true
  }

  #takeBreak(): boolean {
    const isNeeded = this.needsBreak
    this.needsBreak = false
    return isNeeded
  }

  /** From this side. */
  close(closure: Closure): void {
    if (this.#parts.host.deliversAfterClose === true) this.#finish()
    this.receiver?.publishRelease()
    this.ending.end(closure)
  }

  // Without a receiver it is the platform who still delivers what was there; but nothing to who listens only since this task.
  #finish(receiver = this.receiver): void {
    // Not within the `from` of a class: its message has not come yet.
    const isDelivering = (this.turn.isDelivering || this.turn.isSettling) && receiver?.isReading !== true
    this.isFinishing = receiver === undefined ? this.#isStarted && this.inbox.hasBegun : isDelivering
    if (this.isFinishing && receiver !== undefined) this.tryOrEnd(() => receiver.freeze())
  }

  endIfOver(status: Status = this.receiver?.glance(this.#goneReason !== undefined) ?? EMPTY): void {
    this.#isEndNear ||= status === ENDED || (status === MESSAGE && this.receiver?.isSenderClosed() === true)
    if (status === ENDED) this.ring.settleAsked()
    const { natives } = this.#parts
    // They wait for whoever asks, or to be passed on.
    const areLeft = this.#channels.inbound.messages.first !== undefined || natives.areKept || this.inbox.areKept
    const isGone = this.#goneReason !== undefined || (areLeft && this.isPeerGone)
    const reason = status === ENDED ? this.ring.endReason : (this.#goneReason ?? 'peer-died')
    const isLast = status === ENDED || (isGone && (areLeft ? status === EMPTY : !mayBeMore(status)))
    const wasDrained = this.isDrained
    this.isDrained ||= isLast && areLeft
    if (isLast && !areLeft) this.ending.end({ reason })
    // Nor any record that somebody waits for.
    else if (isLast && !wasDrained) this.#channels.end({ reason })
    // What is left keeps the port open, but who waits for room waits for nobody.
    if (!this.isOver && this.#goneReason !== undefined) this.#parts.onGone(this.#goneReason)
  }

  endAsCorrupt(error: unknown): void {
    this.ending.endFor(error)
  }

  /** No event will come any more that looks whether it was the last. */
  onTaking(): void {
    if (this.#isEndNear || this.#goneReason !== undefined) this.#lookSoon()
  }

  /** As `isWanted`, also for a port that its last listener has stopped: nothing new can come that it would wait for. */
  #isAskedAtAll(): boolean {
    return this.#pulls.isWaiting || !this.#pulls.isUsed || (!this.#pulls.isIterating && this.#parts.isHeard())
  }

  engageToTake(): Receiver | undefined {
    return this.ring.engageToTake()
  }

  // After one message that cannot be decoded the tables of both sides may differ: the next could come out wrong.
  nextOrThrow(receiver: Receiver, place: Place | undefined): unknown {
    const found = this.nextFor(receiver, place, MESSAGES)
    if (this.#channels.inbound.lineFor(RECORDS) !== undefined) this.kickSoon()
    return found
  }

  nextFor(receiver: Receiver, place: Place | undefined, asker: Asker): unknown {
    try {
      return this.#passing.read(receiver, place, asker)
    } catch (error) {
      this.endAsCorrupt(error)
      throw error
    }
  }

  #onLaneMessage(message: unknown, ports: readonly object[] | undefined, isEvent: boolean): void {
    if (this.isOver && !(this.isFinishing && this.receiver === undefined)) return
    const inContext = isEvent ? this.#inEvent : this.#parts.inContext
    if (this.ring.onMessage(message, ports)) this.kick(inContext)
    else inContext(() => this.#onNative(message, ports))
  }

  #onNative(message: unknown, ports: readonly object[] | undefined): void {
    const isRecord = this.records.keepParcel(message)
    // Those that waited came before a message.
    this.records.deliverWaiting()
    if (isRecord) return
    if (this.#parts.natives.areKept || !this.areMessagesWanted()) {
      this.#parts.natives.keep(message, ports)
      return this.kickSoon()
    }
    this.#passing.passNew(message, ports)
  }

  /** The other side is gone: the port ends when all it sent is delivered; without shared memory for `reason`. */
  #endOfPeer(reason: Closure['reason']): void {
    if (this.isOver) return
    this.tryOrEnd(() => {
      const receiver = this.ring.engage()
      this.#goneReason ??= receiver === undefined ? reason : 'peer-died'
      this.ring.settleAsked()
      if (receiver !== undefined && (this.turn.isUnderWay || this.isWanted())) this.kickSoon()
      else this.endIfOver()
    })
  }

  // For an event of the platform: what cannot be read is nobody's exception.
  tryOrEnd(action: () => void): void {
    try {
      action()
    } catch (error) {
      this.endAsCorrupt(error)
    }
  }

  /** The port has ended. */
  dispose(closure: Closure): void {
    this.ring.dispose(this.isFinishing, closure.reason === 'stack-overflow')
    if (!this.isFinishing) this.#channels.inbound.forget(closure.reason === 'closed')
    this.turn.letGo()
    this.#pulls.rejectAll(endedError(closure))
  }

  finished(): void {
    this.isFinishing = false
    this.ring.dispose(false, false)
    this.#channels.inbound.forget(this.ending.closure?.reason === 'closed')
  }
}
