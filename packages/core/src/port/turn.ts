/**
 * One turn: delivers what there is, looks a while for more, parks. At most one runs at a time, and it ends often enough
 * that timers and I/O run while messages pour in.
 */

import { NOT_PLAIN, type Receiver } from '../direction/receiver.ts'
import { IN_LANE, MESSAGE, REFUSED, type Status } from '../direction/status.ts'
import type { Dozing, Host } from '../host.ts'
import type { Looks } from '../signal/wait.ts'
import { Sized } from '../sized.ts'
import { delivering } from './delivering.ts'
import type { Demand, ReceivingParts } from './demand.ts'
import type { Ending } from './ending.ts'
import { FINISHING, type Life } from './life.ts'
import { type Passing, UNWANTED } from './passing.ts'
import { soon } from './soon.ts'
import { MESSAGES_PER_CLOCK_READING, TurnLength } from './turn-length.ts'
import { ONCE, TASKED, type Unusual } from './unusual.ts'

const SETTLED = Promise.resolve()
/** No turn is under way. */
const IDLE = 0
/** It looks for more, or waits for its next task. */
const WAITING = 1
/** As `WAITING`, in the task of the last listener: if code behind its promise closes the port, the listener has closed it. */
const SETTLING = 2
/** Messages are being delivered. */
const DELIVERING = 3
/** In the place of the receiver after the end, so that the memory of the port can be freed. */
const NONE = undefined as unknown as Receiver

/** How many turns of this thread have parked. No turn dozes beside them: it would block the thread, and their messages would wait. */
let parked = 0

/**
 * Written as steps and not as an async function: a step that continues by `then` takes half the time of an `await`, and
 * there is one after every message.
 */
export class Turn extends Sized {
  readonly #parts: ReceivingParts
  readonly #ending: Ending
  readonly #life: Life
  readonly #demand: Demand
  readonly #passing: Passing
  readonly #host: Host
  readonly #looks: Looks
  readonly #doze: Dozing | undefined
  readonly #unusual: Unusual
  readonly #deliverTo: ReceivingParts['deliver']
  #isParked = false
  #state: typeof IDLE | typeof WAITING | typeof SETTLING | typeof DELIVERING = IDLE
  /** Since the last look somebody new asks, or a message has come that waits until somebody asks. */
  #mustLookAgain = false
  parks = 0
  turns = 0
  #receiver: Receiver = NONE
  readonly #length = new TurnLength()
  #untilClock = 0
  readonly #deliver: () => void
  readonly #deliverSoon: () => void
  readonly #beginAgainSoon: () => void
  readonly #look: () => void
  readonly #dozeSoon: () => void
  readonly #drainSoon: () => void
  readonly #settled = (): void => {
    if (this.#state === SETTLING) this.#state = WAITING
  }

  constructor(parts: ReceivingParts, passing: Passing) {
    super()
    const { host, options } = parts
    this.#ending = parts.ending
    this.#life = parts.life
    this.#demand = parts.demand
    this.#parts = parts
    this.#passing = passing
    this.#host = host
    this.#unusual = parts.unusual
    this.#deliverTo = parts.deliver
    this.#looks = parts.looks
    // A program that has said how to wait gets no doze.
    this.#doze = options.waitStrategy === undefined ? host.doze?.() : undefined
    this.#deliver = () => {
      try {
        if (this.#unusual.bits !== 0) return this.#deliverNext()
        // The short way: the next message to listeners, as long as nothing is unusual.
        this.#state = DELIVERING
        this.#mustLookAgain = false
        const receiver = this.#receiver
        const value = receiver.nextPlain()
        if (value === NOT_PLAIN) return this.#rest(receiver)
        // The `from` of a class is code of the program: it may have set a bit.
        if (this.#unusual.bits === 0) this.#deliverTo(value, undefined)
        else this.#passing.passRead(receiver, value)
        if (this.#unusual.bits === 0 && --this.#untilClock > 0) void SETTLED.then(this.#deliver)
        else this.#goOn()
      } catch (error) {
        this.#fail(error)
      }
    }
    this.#deliverSoon = soon(this.#deliver)
    this.#beginAgainSoon = soon(() => {
      this.#length.resume(host.now())
      this.#deliver()
    })
    this.#look = () => {
      try {
        const receiver = this.#receiver
        if (this.#unusual.bits !== 0 || receiver.undecided.length !== 0) this.#lookAtAll(receiver)
        else if (this.#mustLookAgain || this.#looks.look(receiver) || !this.#park(receiver)) this.#deliver()
        else this.#leave()
      } catch (error) {
        this.#fail(error)
      }
    }
    this.#dozeSoon = this.#step(() => this.#dozeOnce())
    this.#drainSoon = soon(this.#step(() => this.#drainNext()))
  }

  get isUnderWay(): boolean {
    return this.#state !== IDLE
  }

  get isDelivering(): boolean {
    return this.#state === DELIVERING
  }

  /** A listener has been called, and no task has begun since. */
  get isInTask(): boolean {
    return this.#state >= SETTLING
  }

  run(receiver: Receiver): void {
    this.#state = WAITING
    delivering.add(receiver)
    this.turns++
    this.#unpark()
    this.#parts.ring.gate!.run()
    this.#receiver = receiver
    this.#untilClock = MESSAGES_PER_CLOCK_READING
    // With cold caches, reading the clock is a third of the time to the listener, so it is read after the first message. With a
    // task for each message that message needs it.
    const isLate = (this.#unusual.bits & TASKED) === 0
    if (isLate) this.#length.endsAt = Infinity
    else this.#length.begin(this.#host.now())
    this.#deliver()
    if (isLate) this.#length.begin(this.#host.now())
  }

  /** The turn delivers once more before it parks. Looks at the ring do not see messages that wait for somebody to ask. */
  lookAgain(): void {
    this.#mustLookAgain = true
  }

  /** A listener for one message has got it: sets whether a task comes before the next message. */
  pauseOnce(areOthers: boolean): void {
    if ((areOthers || this.#host.staysStarted === true) && this.isDelivering) this.#unusual.set(ONCE)
    else this.#unusual.clear(ONCE)
  }

  /** Delivers, within the caller's task, what has come by now. Messages posted meanwhile are left. */
  catchUp(receiver: Receiver): void {
    const demand = this.#demand
    receiver.freeze()
    delivering.add(receiver)
    while (receiver.isFrozen && !this.#ending.isOver && !demand.mustWait && demand.isWanted()) {
      const status = this.#passing.passNext(receiver)
      if (status !== MESSAGE && status !== REFUSED) break
    }
    receiver.thaw()
    if (!this.isUnderWay) delivering.delete(receiver)
  }

  #step(run: () => void): () => void {
    return () => {
      try {
        run()
      } catch (error) {
        this.#fail(error)
      }
    }
  }

  /** A look has seen a position that cannot be right. */
  #fail(error: unknown): void {
    this.#leave()
    this.#ending.endFor(error)
  }

  /** No plain message is there. One that was read for nobody may wait. With nothing else, it gives the room back and looks for a while. */
  #rest(receiver: Receiver): void {
    if (receiver.hasNews() || receiver.undecided.length !== 0 || receiver.aside.count !== 0) return this.#deliverNext()
    receiver.publishRelease()
    if (this.#doze !== undefined) return this.#beginLooking()
    this.#state = WAITING
    void SETTLED.then(this.#look)
  }

  /** Delivers one message, or acts on there being none. Rare cases are functions of their own (docs/decisions/0017). */
  #deliverNext(): void {
    if (this.#ending.isOver || this.#demand.mustWait) return this.#interrupt()
    this.#state = DELIVERING
    this.#mustLookAgain = false
    const status = this.#passing.passAny(this.#receiver)
    this.#untilClock--
    if (status === MESSAGE) this.#goOn()
    else this.#deliverNone(status)
  }

  #interrupt(): void {
    if (this.#ending.isOver) return this.#end()
    this.#demand.takeBreak()
    this.#state = WAITING
    this.#receiver.publishRelease()
    this.#host.nextTask(this.#deliverSoon)
  }

  #endUnwanted(): void {
    this.#receiver.publishRelease()
    this.#life.endIfOver()
    this.#end()
  }

  #deliverNone(status: Status | typeof UNWANTED): void {
    if (status === UNWANTED) return this.#endUnwanted()
    if (this.#ending.isOver) return this.#end()
    // The refused reader may now ask for the message by another call.
    if (status === REFUSED) return this.#deliverSoon()
    this.#receiver.publishRelease()
    this.#life.endIfOver(status)
    if (this.#ending.isOver || status === IN_LANE) return this.#end()
    this.#beginLooking()
  }

  /** After a message. */
  #goOn(): void {
    if ((this.#unusual.bits & (TASKED | ONCE)) !== 0 || (this.#untilClock <= 0 && this.#isTurnOver())) this.#pauseTurn()
    else this.#deliverSoon()
    if (this.#untilClock <= 0) this.#untilClock = MESSAGES_PER_CLOCK_READING
  }

  /** A task comes before the next message. */
  #settle(): void {
    this.#unusual.clear(ONCE)
    const { deliversAfterClose, afterPromises } = this.#host
    this.#state = deliversAfterClose === true ? SETTLING : WAITING
    if (deliversAfterClose !== true) return
    if (afterPromises === undefined) void SETTLED.then(this.#settled)
    else afterPromises(this.#settled)
  }

  #isTurnOver(): boolean {
    return this.#length.isOver(this.#host.now())
  }

  #pauseTurn(): void {
    this.#settle()
    this.#receiver.publishRelease()
    if (!this.#endTurnAt(this.#host.now())) this.#host.nextTask(this.#deliverSoon)
  }

  /** If the turn's time is over, the next turn begins after timers and I/O. False if it is not over. */
  #endTurnAt(now: number): boolean {
    const length = this.#length
    if (!length.isOver(now)) return false
    length.pause(now)
    this.#parts.nextTurn(this.#beginAgainSoon)
    return true
  }

  /** Looks for more for as long as that has paid lately, and then parks. */
  #beginLooking(): void {
    this.#state = WAITING
    // The code behind a promise that a listener resolved runs first: it may post a message.
    if (this.#mayDoze()) this.#host.afterPromises!(this.#dozeSoon)
    else void SETTLED.then(this.#look)
  }

  /** Whether no other port of this thread would wait for its messages meanwhile. */
  #mayDoze(): boolean {
    return this.#doze !== undefined && parked === 0 && delivering.size === 1 && this.#doze.isDue()
  }

  #dozeOnce(): void {
    if (this.#ending.isOver || !this.#demand.isWanted()) return this.#stopLooking()
    const now = this.#host.now()
    if (this.#endTurnAt(now)) return
    if (this.#mustLookAgain || this.#doze!.sleep(this.#parts.ring.gate!, this.#receiver, now)) this.#deliverNext()
    else this.#stopLooking()
  }

  #lookAtAll(receiver: Receiver): void {
    if (this.#mustLookAgain || receiver.hasNews() || this.#looks.look(receiver)) this.#deliverNext()
    else this.#stopLooking()
  }

  #stopLooking(): void {
    if (this.#ending.isOver) return this.#end()
    // The other side may have gone during the look.
    this.#life.endIfOver()
    if (this.#ending.isOver || (!this.#mustLookAgain && this.#park(this.#receiver))) this.#end()
    else this.#deliverNext()
  }

  #park(receiver: Receiver): boolean {
    if (!this.#parts.ring.gate!.park(receiver)) return false
    this.parks++
    if (!this.#isParked) parked++
    this.#isParked = true
    return true
  }

  #unpark(): void {
    if (this.#isParked) parked--
    this.#isParked = false
  }

  // The state becomes IDLE in the same step in which the turn decides to end: a later message then begins the next turn.
  #end(): void {
    if (this.#life.phase === FINISHING) return this.#drainNext()
    this.#leave()
    if (this.#ending.isOver) this.letGo()
  }

  #leave(): void {
    this.#state = IDLE
    delivering.delete(this.#receiver)
  }

  /** The port has ended: a turn that is under way does this at its own end. */
  letGo(): void {
    if (this.isUnderWay) return
    this.#receiver = NONE
    this.#unpark()
  }

  /** Delivers the messages that were there when a listener closed the port. Timers and I/O run in between. */
  #drainNext(): void {
    // A listener may ask whether messages are being delivered.
    this.#state = DELIVERING
    if (this.#passing.passNext(this.#receiver) !== MESSAGE) {
      this.#life.finish()
      this.#end()
    } else {
      if (--this.#untilClock > 0) return this.#drainSoon()
      this.#untilClock = MESSAGES_PER_CLOCK_READING
      if (!this.#isTurnOver()) return this.#drainSoon()
      this.#length.begin(this.#host.now())
      this.#state = WAITING
      this.#host.nextTask(this.#drainSoon)
    }
  }
}
