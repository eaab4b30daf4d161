/**
 * One turn: delivers what there is, looks a while for more, parks. At most one runs at a time, and it ends often enough
 * that timers and I/O run while messages pour in.
 */

import type { Receiver } from '../channel/receiver.ts'
import { IN_LANE, MESSAGE, REFUSED, type Status } from '../channel/status.ts'
import type { Host } from '../host.ts'
import { Doze } from '../signal/doze.ts'
import type { AsyncGate } from '../signal/gate.ts'
import type { Spinner } from '../signal/wait-strategy.ts'
import { Sized } from '../sized.ts'
import { delivering } from './delivering.ts'
import type { PortOptions } from './options.ts'
import { type Passing, UNWANTED } from './passing.ts'
import { MESSAGES_PER_CLOCK_READING, TurnLength } from './turn-length.ts'

const SETTLED = Promise.resolve()
/** Of a turn that is not under way on a port that has ended: nobody keeps its memory. */
const NONE = undefined as unknown as Receiver

/** How many turns of this thread have parked: their messages would wait for one that dozes. */
let parked = 0

/** The port whose messages are delivered. */
export interface TurnOwner {
  /** The port has ended. */
  readonly isOver: boolean
  /** It was closed by a listener, but what is there is still delivered. */
  readonly isFinishing: boolean
  /** Before the next message comes a task, once. */
  needsBreak: boolean
  /** Its gate wakes us; another one when the ring has grown. */
  readonly ring: { readonly gate: AsyncGate }
  /** Somebody asks for a message: without, it stays where it is. */
  isWanted(): boolean
  /** Calls back in a new task while messages pour in. */
  nextTurn(callback: () => void): void
  /** Messages that were there when a listener closed the port have been delivered. */
  finished(): void
  /** Ends the port if nothing more can come: `status` tells what there is, or a look. */
  endIfOver(status?: Status): void
  /** The peer's positions make no sense. */
  endAsCorrupt(error: unknown): void
}

/**
 * Written as steps and not as an async function: a step that continues by `then` takes half the time of an `await`, and
 * there is one after every message.
 */
export class Turn extends Sized {
  readonly #owner: TurnOwner
  readonly #passing: Passing
  readonly #host: Host
  readonly #spinner: Spinner
  readonly #doze: Doze | undefined
  readonly #isTask: boolean
  #isParked = false
  isUnderWay = false
  /** Messages are being delivered: not while it looks for more, nor while it waits for its next task. */
  isDelivering = false
  /** It waits for its next task, and what promises of the last listener lead to still runs in that one's: a close is as its own. */
  isSettling = false
  /** Since the last look somebody asks who did not before, or something has come that waits for who asks. */
  #mustLookAgain = false
  /** All that promises lead to is to run before the next message. Unlike `needsBreak` it is taken back when nobody listens. */
  #mustPause = false
  parks = 0
  turns = 0
  #receiver: Receiver = NONE
  readonly #length = new TurnLength()
  #untilClock = 0
  readonly #deliver: () => void
  readonly #deliverSoon: () => void
  readonly #beginAgainSoon: () => void
  readonly #lookSoon: () => void
  readonly #dozeSoon: () => void
  readonly #giveUpSoon: () => void
  readonly #drainSoon: () => void
  readonly #settled = (): void => void (this.isSettling = false)

  constructor(owner: TurnOwner, passing: Passing, host: Host, spinner: Spinner, options: PortOptions) {
    super()
    this.#owner = owner
    this.#passing = passing
    this.#host = host
    this.#spinner = spinner
    this.#doze = dozeOf(host, options)
    this.#isTask = options.delivery === 'task'
    // Not one more of `#step`: an engine puts a function in place of its call only where it is always the same one.
    this.#deliver = () => {
      try {
        this.#deliverNext()
      } catch (error) {
        this.#fail(error)
      }
    }
    this.#deliverSoon = soon(this.#deliver)
    this.#beginAgainSoon = soon(() => {
      this.#length.resume(host.now())
      this.#deliver()
    })
    this.#lookSoon = soon(this.#step(() => this.#lookOnce()))
    this.#dozeSoon = this.#step(() => this.#dozeOnce())
    this.#giveUpSoon = soon(this.#step(() => this.#stopLooking()))
    this.#drainSoon = soon(this.#step(() => this.#drainNext()))
  }

  run(receiver: Receiver): void {
    this.isUnderWay = true
    delivering.add(receiver)
    this.turns++
    this.#unpark()
    this.#owner.ring.gate.run()
    this.#receiver = receiver
    this.#untilClock = MESSAGES_PER_CLOCK_READING
    // In cold caches the clock is a third of the way to the listener. With a task for each message the first asks for it.
    const isLate = this.#spinner.isUnhurried && !this.#isTask
    if (!isLate) this.#readClock()
    this.#deliver()
    if (isLate) this.#readClock()
  }

  #readClock(): void {
    const now = this.#host.now()
    this.#spinner.woken(now)
    this.#length.begin(now)
  }

  /** Before it parks: what waits for somebody who asks only now is no news to a look. */
  lookAgain(): void {
    this.#mustLookAgain = true
  }

  /** Of a message that is being delivered: whether a task comes before the next one. */
  pauseOnce(areOthers: boolean): void {
    this.#mustPause = (areOthers || this.#host.staysStarted === true) && this.isDelivering
  }

  /** Within the task of the caller: what has come by now, and nothing of what a sender that goes on posts meanwhile. */
  catchUp(receiver: Receiver): void {
    const owner = this.#owner
    receiver.freeze()
    delivering.add(receiver)
    while (receiver.isFrozen && !owner.isOver && !owner.needsBreak && owner.isWanted()) {
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

  /** A position that cannot be right, seen while looking. */
  #fail(error: unknown): void {
    this.#leave()
    this.#owner.endAsCorrupt(error)
  }

  /** One message, or what comes when there is none. What is rare is apart (docs/decisions/0017). */
  #deliverNext(): void {
    const owner = this.#owner
    if (owner.isOver || owner.needsBreak) return this.#interrupt()
    this.isDelivering = true
    this.#mustLookAgain = false
    const status = this.#passing.passAny(this.#receiver)
    if (status === MESSAGE) this.#goOn()
    else this.#deliverNone(status)
  }

  #interrupt(): void {
    const owner = this.#owner
    if (owner.isOver) return this.#end()
    owner.needsBreak = false
    this.isDelivering = false
    this.#receiver.publishRelease()
    this.#host.nextTask(this.#deliverSoon)
  }

  #endUnwanted(): void {
    this.#receiver.publishRelease()
    this.#owner.endIfOver()
    this.#end()
  }

  #deliverNone(status: Status | typeof UNWANTED): void {
    if (status === UNWANTED) return this.#endUnwanted()
    const owner = this.#owner
    if (owner.isOver) return this.#end()
    // Who was refused may ask for it in another way.
    if (status === REFUSED) return this.#deliverSoon()
    this.#receiver.publishRelease()
    owner.endIfOver(status)
    if (owner.isOver || status === IN_LANE) return this.#end()
    this.#beginLooking()
  }

  /** After a message. */
  #goOn(): void {
    if (this.#isTask || this.#mustPause || (--this.#untilClock === 0 && this.#isTurnOver())) this.#pauseTurn()
    else this.#deliverSoon()
    if (this.#untilClock <= 0) this.#untilClock = MESSAGES_PER_CLOCK_READING
  }

  /** A task comes before the next message. */
  #settle(): void {
    this.isDelivering = this.#mustPause = false
    const { deliversAfterClose, afterPromises } = this.#host
    if (deliversAfterClose !== true) return
    this.isSettling = true
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

  /** The next turn begins after timers and I/O; false: this one is not over. */
  #endTurnAt(now: number): boolean {
    const length = this.#length
    if (!length.isOver(now)) return false
    length.pause(now)
    this.#owner.nextTurn(this.#beginAgainSoon)
    return true
  }

  /** Looks for more for as long as that has paid lately, with a turn of the event loop between two slices. */
  #beginLooking(): void {
    this.isDelivering = false
    this.#spinner.begin()
    // A handler that only resolves a promise has not yet run what follows: let it, it may post the next message.
    if (this.#mayDoze()) this.#host.afterPromises!(this.#dozeSoon)
    else if (this.#spinner.isOver) this.#giveUpSoon()
    else void SETTLED.then(this.#lookSoon)
  }

  /** Nobody else of this thread is to wait for messages meanwhile. */
  #mayDoze(): boolean {
    return this.#doze !== undefined && parked === 0 && delivering.size === 1 && this.#doze.isDue()
  }

  #dozeOnce(): void {
    const owner = this.#owner
    if (owner.isOver || !owner.isWanted()) return this.#stopLooking()
    const now = this.#host.now()
    if (this.#endTurnAt(now)) return
    if (this.#mustLookAgain || this.#doze!.sleep(owner.ring.gate, this.#receiver, now)) this.#deliverNext()
    else this.#stopLooking()
  }

  #lookOnce(): void {
    const spinner = this.#spinner
    if (this.#mustLookAgain || spinner.spin(this.#receiver)) this.#deliverNext()
    else if (spinner.isOver || this.#owner.isOver) this.#stopLooking()
    else this.#host.nextTask(this.#lookSoon)
  }

  #stopLooking(): void {
    const owner = this.#owner
    if (owner.isOver) return this.#end()
    // The peer may have gone while we looked: once more, then.
    owner.endIfOver()
    if (owner.isOver || (!this.#mustLookAgain && this.#park())) this.#end()
    else this.#deliverNext()
  }

  #park(): boolean {
    this.#spinner.parked()
    if (!this.#owner.ring.gate.park(this.#receiver)) return false
    this.parks++
    if (!this.#isParked) parked++
    this.#isParked = true
    return true
  }

  #unpark(): void {
    if (this.#isParked) parked--
    this.#isParked = false
  }

  // The flag is cleared in the step in which the turn decides to end: a message that comes after must begin the next turn,
  // or nobody would.
  #end(): void {
    if (this.#owner.isFinishing) return this.#drainNext()
    this.#leave()
    if (this.#owner.isOver) this.letGo()
  }

  #leave(): void {
    this.isUnderWay = this.isDelivering = this.isSettling = false
    delivering.delete(this.#receiver)
  }

  /** The port has ended: a turn that is under way does this at its own end. */
  letGo(): void {
    if (this.isUnderWay) return
    this.#receiver = NONE
    this.#unpark()
  }

  /** What was there when a listener closed the port; timers and I/O run meanwhile, too. */
  #drainNext(): void {
    // Its listeners may ask whether messages are being delivered.
    this.isDelivering = true
    if (this.#passing.passNext(this.#receiver) !== MESSAGE) {
      this.#owner.finished()
      this.#end()
    } else {
      if (--this.#untilClock > 0) return this.#drainSoon()
      this.#untilClock = MESSAGES_PER_CLOCK_READING
      if (!this.#isTurnOver()) return this.#drainSoon()
      this.#length.begin(this.#host.now())
      this.isDelivering = false
      this.#host.nextTask(this.#drainSoon)
    }
  }
}

/** Where who looks keeps the other side from running, unless the program has said how to wait. */
function dozeOf({ hasOneCore, canBlock, afterPromises, now }: Host, { waitStrategy }: PortOptions): Doze | undefined {
  const mayDoze = hasOneCore === true && canBlock && afterPromises !== undefined && waitStrategy === undefined
  return mayDoze ? new Doze(now) : undefined
}

/** Runs `step` in a microtask, whenever it is called. */
export function soon(step: () => void): () => void {
  return () => void SETTLED.then(step)
}

/** Runs `step` in a task of its own, once however often it is called before that. */
export function inOneTask(host: Pick<Host, 'nextTask'>, step: () => void): () => void {
  let isDue = false
  const run = (): void => {
    isDue = false
    step()
  }
  return () => {
    if (isDue) return
    host.nextTask(run)
    isDue = true
  }
}
