/** The receiving half of a port: it decides who gets the next message, and when. */

import { ANYTHING, RECORDS } from '../direction/asker.ts'
import { MESSAGE, REFUSED } from '../direction/status.ts'
import { atOnce, type InContext } from '../host.ts'
import { Looks } from '../signal/wait.ts'
import { Sized } from '../sized.ts'
import { Demand, type ReceivingParts } from './demand.ts'
import type { Ending } from './ending.ts'
import { endReceiving, Engagement } from './engagement.ts'
import type { Regions } from './handshake.ts'
import { Inbox } from './inbox.ts'
import { FINISHING, Life, type SourceParts } from './life.ts'
import type { Closure } from './options.ts'
import type { IncomingParts } from './parts.ts'
import { Passing } from './passing.ts'
import { endedError, Pace, type Pulls, type Waiter } from './pulls.ts'
import { inOneTask, soon } from './soon.ts'
import { Taker } from './taker.ts'
import { Turn } from './turn.ts'

export class Incoming extends Sized {
  readonly #parts: IncomingParts
  readonly #pulls: Pulls
  readonly inbox: Inbox
  readonly #kick = (): void => this.kick()
  readonly #kickInTask: () => void
  /** Passes waiting messages on, in order, to those that ask. */
  readonly open = (): void => {
    void this.inbox.open()
    this.kick()
  }
  readonly #openSoon = soon(this.open)
  readonly ring: Engagement
  readonly life: Life
  readonly demand: Demand
  readonly ending: Ending
  readonly #inEvent: InContext
  readonly #pace: Pace
  readonly #sources: SourceParts
  // Each is made when it is first needed: many a port only posts.
  #receiving: ReceivingParts | undefined
  #passingMade: Passing | undefined
  #turn: Turn | undefined
  #taker: Taker | undefined

  constructor(parts: IncomingParts, regions: Regions | undefined) {
    super()
    const { host, lane, natives, records } = parts
    this.#parts = parts
    // A thread that blocks asks for it each time it has slept, and may never return to its event loop.
    this.#kickInTask = inOneTask(host, this.#kick)
    this.#pulls = parts.pulls
    this.#inEvent = lane.keepsContext === true ? atOnce : parts.inContext
    this.#pace = new Pace(host.now)
    this.ending = parts.ending
    this.inbox = new Inbox(lane, {
      onMessage: (message, ports, isEvent) => this.#onLaneMessage(message, ports, isEvent),
      onClose: (hasDied) => this.#endOfPeer(hasDied === true ? 'peer-died' : 'peer-closed'),
      isWanted: () => this.ring.receiver !== undefined || this.demand.isWanted(),
      onTaken: () => this.ring.onPolled(),
      // A program that takes messages one by one never opens the inbox, and this message may tell of the end.
      onWaiting: (message) =>
        this.ending.tryOrEnd(
          () => this.ring.hearWaiting(message) && !this.demand.isStarted && host.nextTask(this.open),
        ),
      pause: () => (host.staysStarted === true ? new Promise((resolve) => host.nextTask(resolve)) : undefined),
    })
    const onForeign = (message: unknown, ports?: readonly object[]): void => {
      if (!records.keepParcel(message)) natives.add({ message, ports })
      this.#kickInTask()
    }
    const onNudge = (): boolean => {
      const { isClear } = this.inbox
      if (isClear) this.kick(this.#inEvent)
      return isClear
    }
    const callbacks = { onWake: this.#kick, onNudge, onForeign, onUnheard: () => this.#lookSoon(true) }
    const { inbox } = this
    const ring = (this.ring = new Engagement({ ...parts, inbox, ...callbacks }, regions))
    this.#sources = { ...parts, inbox, ring }
    this.life = new Life(this.#sources)
    this.demand = new Demand(parts, this.life, (isDue) => this.#lookSoon(isDue))
  }

  get receiving(): ReceivingParts {
    if (this.#receiving !== undefined) return this.#receiving
    const { host, options } = this.#parts
    const looks = new Looks(options.waitStrategy ?? (host.hasOneCore === true ? 'park' : 'adaptive'), host.now)
    return (this.#receiving = { ...this.#sources, life: this.life, demand: this.demand, looks })
  }

  get #passing(): Passing {
    return (this.#passingMade ??= new Passing(this.receiving))
  }

  get turn(): Turn {
    return (this.#turn ??= new Turn(this.receiving, this.#passing))
  }

  get taker(): Taker {
    return (this.#taker ??= new Taker(this.receiving, this.#passing))
  }

  /** Messages are being delivered, or more are looked for. */
  get isUnderWay(): boolean {
    return this.#turn?.isUnderWay === true
  }

  get counts(): { readonly turns: number; readonly parks: number } {
    return { turns: this.#turn?.turns ?? 0, parks: (this.#turn?.parks ?? 0) + (this.#taker?.parks ?? 0) }
  }

  /** Somebody has asked for messages, or one has come. */
  get isUsed(): boolean {
    return (
      this.demand.isStarted || this.ring.receiver !== undefined || this.#pulls.isUsed || this.#parts.natives.count !== 0
    )
  }

  /** Begins delivery to listeners. */
  start(): void {
    if (this.demand.isStarted || this.ending.isOver) return
    this.inbox.beginAnew()
    // Always one look before the first park: no signal comes for earlier messages. It is a task of its own, because the
    // platform, too, delivers nothing before the caller has returned.
    this.begin(false)
    this.demand.start()
  }

  /** As `kick`, but not within this call. */
  #lookSoon(isDue: boolean): void {
    if (this.isUnderWay) this.turn.lookAgain()
    else if (isDue) this.#kickInTask()
  }

  /** Somebody new may want messages. */
  kick(inContext: InContext = this.#parts.inContext): void {
    if (this.isUnderWay) return this.turn.lookAgain()
    this.ending.enter()
    const receiver = this.ring.receiver
    if (this.ending.isOver || !this.demand.isWanted()) return this.#endUnwanted()
    // Asked for by the `from` of a class, while a message is being read.
    if (receiver?.isReading === true) return this.#kickInTask()
    inContext(() => {
      if (receiver !== undefined) return this.turn.run(receiver)
      this.#parts.records.part?.deliverWaiting()
      while (this.#passing.passWaiting());
      this.#endUnwanted()
      void this.inbox.flush()
    })
  }

  // A waiting reader may have delayed the end of the port. It may have left since, so the end is looked for here.
  #endUnwanted(): void {
    if (this.ending.isOver || this.isUnderWay) return
    this.ending.tryOrEnd(() => this.life.endIfOver())
  }

  /** Gives `waiter` the next message, now or when it comes. */
  pull(waiter: Waiter): void {
    const pulls = this.#pulls
    pulls.noteUse()
    const mayTake =
      !pulls.isWaiting && !this.ending.isOver && this.ring.receiver?.isReading !== true && !this.#pace.isOver()
    if (mayTake && this.taker.takeFor(waiter)) return
    this.begin(mayTake)
    const { closure } = this.ending
    if (closure !== undefined) return waiter.reject(endedError(closure))
    pulls.add(waiter)
  }

  /** Somebody asks from now on: looks in a microtask, since there may be something for listeners too, or in a task. */
  begin(isNow: boolean): void {
    if (this.ending.isOver) return
    this.ring.engage()
    this.inbox.listen()
    if (isNow) this.#openSoon()
    else this.#parts.host.nextTask(this.open)
  }

  /** The port has its shared memory from now on. Earlier messages come first. After the end nobody reads it. */
  adopt(regions: Regions): void {
    const { lane, owner, records } = this.#parts
    if (this.ending.isOver) return endReceiving(regions, lane, owner)
    this.ring.regions = regions
    if (!this.demand.isStarted && !this.#pulls.isWaiting && !records.isUsed) return
    this.ring.engage()
    this.kick()
  }

  /**
   * D1: the other side is gone. Its messages are delivered at once to those that ask, then the port ends. Returns false when a
   * listener failed: the platform must hear of that before the next message, so call again.
   */
  abandon(reason: Closure['reason']): boolean {
    const { life, demand, ending } = this
    if (life.isDone) return true
    life.losePeer(reason)
    const receiver = this.ring.receiver
    if (receiver === undefined) {
      ending.end({ reason })
      return true
    }
    // A thread that was busy all the time has not run the task that opens the inbox.
    this.ring.drain(receiver)
    // Messages that nobody will ever ask for keep no port open.
    const { natives, records } = this.#parts
    const areMessagesAsked = demand.isAskedAtAll()
    while (!life.isDone && (areMessagesAsked ? demand.isAskedAtAll() : records.isUsed)) {
      if (demand.takeBreak()) return false
      if (areMessagesAsked && natives.areWaiting) this.#passing.passOldest()
      else {
        const status = this.#passing.passNext(receiver, areMessagesAsked ? ANYTHING : RECORDS)
        if (status !== MESSAGE && status !== REFUSED && !(areMessagesAsked && natives.areWaiting)) {
          life.endIfOver(status)
          return true
        }
      }
    }
    if (demand.takeBreak()) return false
    // Messages that are left wait for `receive`.
    if (!ending.isOver) ending.tryOrEnd(() => life.endIfOver(receiver.lastGlance()))
    return true
  }

  /** From this side. */
  close(closure: Closure): void {
    if (this.#parts.host.deliversAfterClose === true) this.#finish()
    this.ring.receiver?.publishRelease()
    this.ending.end(closure)
  }

  // Without a receiver the platform itself delivers what was there. It gives nothing to a listener added in this task.
  #finish(receiver = this.ring.receiver): void {
    // While the `from` of a class runs, no message is being delivered yet.
    const isDelivering = this.#turn?.isInTask === true && receiver?.isReading !== true
    if (!(receiver === undefined ? this.demand.isStarted && this.inbox.hasBegun : isDelivering)) return
    this.life.advance(FINISHING)
    if (receiver !== undefined) this.ending.tryOrEnd(() => receiver.freeze())
  }

  #onLaneMessage(message: unknown, ports: readonly object[] | undefined, isEvent: boolean): void {
    if (this.life.isDone || (this.ending.isOver && this.ring.receiver !== undefined)) return
    const inContext = isEvent ? this.#inEvent : this.#parts.inContext
    if (this.ring.receiver?.onMessage(message, ports) === true) this.kick(inContext)
    else inContext(() => this.#onNative(message, ports))
  }

  #onNative(message: unknown, ports: readonly object[] | undefined): void {
    const { natives, records } = this.#parts
    const isRecord = records.keepParcel(message)
    // Waiting records came before this message.
    records.part?.deliverWaiting()
    if (isRecord) return
    const isForAsker = !natives.areWaiting && this.demand.areMessagesWanted()
    natives.add({ message, ports })
    if (isForAsker) this.#passing.passOldest()
    else this.demand.kickSoon()
  }

  /** The other side is gone: the port ends when all it sent is delivered; without shared memory for `reason`. */
  #endOfPeer(reason: Closure['reason']): void {
    const { life, ending } = this
    if (ending.isOver) return
    ending.tryOrEnd(() => {
      const receiver = this.ring.engage()
      life.losePeer(life.goneFor ?? (receiver === undefined ? reason : 'peer-died'))
      if (receiver !== undefined && (this.isUnderWay || this.demand.isWanted())) this.#lookSoon(true)
      else life.endIfOver()
    })
  }

  /** The port has ended. */
  dispose(closure: Closure): void {
    this.life.dispose()
    this.#turn?.letGo()
    if (this.#pulls.isWaiting) this.#pulls.rejectAll(endedError(closure))
  }
}
