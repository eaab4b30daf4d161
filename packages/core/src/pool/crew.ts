/** The workers of a pool: when one starts, when one ends, and what follows when one has died. */

import { Broadcast } from './broadcast.ts'
import type { Ending } from './errors.ts'
import { restoredError } from './failure.ts'
import { IdleLook } from './idle-look.ts'
import { Member } from './member.ts'
import {
  FAILED,
  HEAP,
  LOADED,
  NOT_LOADED,
  PART,
  SET_UP,
  SETTING_UP,
  SETUP_FAILED,
  TELL_HEAP,
  type WorkerMessage,
} from './messages.ts'
import type { PoolLimits } from './options.ts'
import type { PoolPlatform } from './platform.ts'
import { Restarts } from './restarts.ts'
import type { Scheduler } from './scheduler.ts'
import { Teardowns } from './teardowns.ts'
import { failureOf, hookError, loadErrorOf, messageOf } from './worker-failure.ts'

/** The events of a crew that the pool is told. */
export interface CrewEvents {
  /** It takes tasks from now on. */
  onReady(member: Member): void
  onEnd(member: Member, ending: Ending): void
  /** A worker has failed; perhaps no task fails for it. */
  onError(error: unknown, member: Member): void
  /** There will be no workers any more. */
  onBroken(): void
}

export class Crew {
  readonly #platform: PoolPlatform
  readonly #limits: PoolLimits
  readonly #scheduler: Scheduler
  readonly #events: CrewEvents
  /** Those that have not ended, in the order in which they were started. */
  readonly members: Set<Member> = new Set()
  readonly #restarts: Restarts
  readonly #teardowns: Teardowns
  readonly #idleLook: IdleLook
  #hasLoaded = false
  #isClosed = false
  /** Why there will be no workers any more. */
  brokenBy: unknown = undefined
  isBroken = false
  #onEmpty: (() => void) | undefined
  #lastId = 0
  readonly broadcast: Broadcast = new Broadcast()
  /** As many as the pool keeps were there. */
  isWarm = false
  /** The first failure of a `teardown` since the pool was closed. */
  #teardownFailure: { readonly error: unknown } | undefined

  constructor(platform: PoolPlatform, limits: PoolLimits, scheduler: Scheduler, events: CrewEvents) {
    this.#platform = platform
    this.#limits = limits
    this.#scheduler = scheduler
    this.#events = events
    this.#restarts = new Restarts((...timer) => platform.host.later(...timer))
    this.#teardowns = new Teardowns(platform, limits.graceMs, scheduler.outcomes.holding, {
      onFailure: (error, member) => this.#onTeardownFailure(error, member),
      end: (member) => this.#terminate(member, true),
    })
    this.#idleLook = new IdleLook(
      (...timer) => platform.host.later(...timer),
      limits.idleTimeout,
      () => !this.#isClosed && this.members.size > limits.minThreads,
      () => this.#endIdle(),
    )
    if (platform.ready !== undefined) this.#startAfter(platform.ready)
  }

  /** Starts the first workers. Throws when there can be none. */
  begin(): void {
    this.fill()
    if (this.isBroken) throw this.brokenBy
    this.#lookWhetherWarm()
    if (this.#platform.isEager === true) for (const member of this.members) this.#scheduler.join(member)
  }

  /** Starts as many as the pool keeps. */
  fill(): void {
    while (this.#mayStart && this.#active < this.#limits.minThreads) this.#start()
  }

  /** Starts another if there is work for it. */
  grow(): void {
    const { maxThreads, concurrency } = this.#limits
    if (this.#active >= maxThreads) return
    // The task that asks for a worker has come while the pool broke.
    if (this.isBroken) return this.#scheduler.rejectWaiting(this.brokenBy)
    if (!this.#mayStart) return
    if (this.#scheduler.outcomes.holding.pending > this.#active * concurrency) this.#start()
  }

  /** The limits have changed. */
  resize(): void {
    const surplus = this.#active - this.#limits.maxThreads
    if (surplus > 0) {
      // Those that still load before others, which lose nothing; then those with least to do.
      const active = [...this.members].filter(({ isRetiring }) => !isRetiring)
      active.sort((one, other) => lossOf(one) - lossOf(other))
      for (const member of active.slice(0, surplus)) this.#release(member)
    }
    this.#lookWhetherWarm()
    this.fill()
    this.#growAll()
    this.#idleLook.soon()
  }

  /** Ends all workers and resolves when they have ended. `isAtOnce`: without their `teardown`. */
  end(isAtOnce: boolean): Promise<void> {
    this.#isClosed = true
    for (const member of this.members) this.#terminate(member, isAtOnce)
    return new Promise((resolve, reject) => {
      this.#onEmpty = () => (this.#teardownFailure === undefined ? resolve() : reject(this.#teardownFailure.error))
      if (this.members.size === 0) this.#onEmpty()
    })
  }

  /** Those that still run their `teardown` are ended. */
  hurry(): void {
    for (const member of this.members) this.#terminate(member, true)
  }

  /** It gets no more tasks, and another takes its place while it finishes those that it has. */
  replace(member: Member): void {
    this.#retire(member)
    this.#refill()
  }

  /** A caller has cancelled a task that it runs. */
  cancel(member: Member): void {
    if (!member.isEnding) member.isCancelled = true
    this.#retire(member)
    this.#terminate(member, true)
  }

  /** It is to end and has no task left. */
  dismiss(member: Member): void {
    this.#retire(member)
    this.#terminate(member, false)
    this.#refill()
  }

  /** The workers tell how large their heaps are, a little later. */
  askForHeaps(): void {
    for (const member of this.members)
      if (member.heapBytes !== undefined && !member.isEnding) member.notify(0, TELL_HEAP)
  }

  #kill(member: Member, reason: unknown): void {
    member.failure ??= reason
    this.#retire(member)
    this.#terminate(member, true)
  }

  /** It ends soon: it keeps only those tasks that it may have begun. */
  #release(member: Member): void {
    if (member.inFlight === 0) return this.dismiss(member)
    this.#retire(member)
    this.#scheduler.lighten(member)
    this.#refill()
    if (member.inFlight === 0) this.dismiss(member)
  }

  // A worker that is about to end is none that another has to wait for.
  get #active(): number {
    let count = 0
    for (const member of this.members) if (!member.isRetiring) count++
    return count
  }

  get #mayStart(): boolean {
    return !this.#isClosed && !this.isBroken && !this.#restarts.isDelayed && !this.#isCrowded
  }

  /** So many finish their last tasks that another would be one too many. */
  get #isCrowded(): boolean {
    const { recycle, maxThreads } = this.#limits
    return recycle !== Infinity && [...this.members].filter((member) => member.isSpent(recycle)).length > maxThreads
  }

  #startAfter(ready: Promise<void>): void {
    this.#restarts.isDelayed = true
    const start = (): void => {
      this.#restarts.isDelayed = false
      this.fill()
      // The tasks that wait by now have each called it in vain.
      this.#growAll()
    }
    ready.then(start).catch((error: unknown) => this.#break(error))
  }

  #growAll(): void {
    for (let size = -1; size < this.members.size; this.grow()) size = this.members.size
  }

  #start(): void {
    const { isShared } = this.#platform
    const { concurrency, name, isTimed, recycleHeapBytes: heapBytes } = this.#limits
    const workerId = ++this.#lastId
    const member = new Member(workerId, isShared, concurrency, this.#platform.host.now())
    this.members.add(member)
    const { hasContext = true } = this.#platform
    const claims = member.claims?.words
    const { last: broadcast } = this.broadcast
    const setup = { claims, concurrency, name, isTimed, hasContext, workerId, broadcast, heapBytes }
    try {
      const events = {
        onMessage: (message: unknown) => this.#onMessage(member, message),
        onUnreadable: (error: unknown) => this.#kill(member, error),
        onEnd: (ending: Ending) => this.#onEnd(member, ending),
      }
      member.thread = this.#platform.start(setup, events, member)
    } catch (error) {
      return this.#onNotStarted(member, error)
    }
    this.#idleLook.soon()
  }

  /** As if it had died at once. There may be too many threads now, and room for one later. */
  #onNotStarted(member: Member, error: unknown): void {
    this.members.delete(member)
    this.#count(member)
    this.#events.onError(error, member)
    if (this.#isHopeless) this.#break(error)
    else this.#refillLater()
  }

  #onMessage(member: Member, given: unknown): void {
    const message = member.read(given)
    const number = message[0]
    if (number > 0) this.#scheduler.settle(member, message)
    else if (number < PART) this.#scheduler.part(member, message)
    else if (number === LOADED) this.#onLoaded(member, message)
    else if (number === NOT_LOADED) this.#onNotLoaded(member, message)
    else this.#onNotice(member, message)
  }

  #onLoaded(member: Member, message: WorkerMessage): void {
    if (member.isEnding) return
    this.#hasLoaded = true
    member.isReady = true
    member.hasTeardown = message[1] === true
    member.heapBytes = message[4]
    this.#scheduler.join(member)
    this.#lookWhetherWarm()
    this.#events.onReady(member)
  }

  #lookWhetherWarm(): void {
    this.isWarm ||= [...this.members].filter(({ isReady }) => isReady).length >= this.#limits.minThreads
  }

  #onNotLoaded(member: Member, message: WorkerMessage): void {
    const reason = restoredError(message[1], message[3])
    const isSetup = message[2] === SETUP_FAILED
    const text = messageOf(reason)
    this.#kill(member, isSetup ? hookError(this.#platform, 'setup', reason) : loadErrorOf(this.#platform, text, reason))
  }

  #onNotice(member: Member, message: WorkerMessage): void {
    if (message[2] === SETTING_UP) return member.isEnding ? undefined : member.notify(0, SET_UP)
    if (message[2] === HEAP) return this.#onHeap(member, message[1] as number)
    const error = message[2] === FAILED ? restoredError(message[1], message[3]) : undefined
    this.#teardowns.onDone(member, message[2] === FAILED ? { error } : undefined)
  }

  #onHeap(member: Member, bytes: number): void {
    member.heapBytes = bytes
    if (bytes > (this.#limits.recycleHeapBytes ?? Infinity) && !member.isRetiring) this.#release(member)
  }

  #retire(member: Member): void {
    member.isRetiring = true
    this.#scheduler.leave(member)
  }

  #terminate(member: Member, isAtOnce: boolean): void {
    if (member.isEnding && !(isAtOnce && member.stopTeardown !== undefined)) return
    member.isEnding = true
    if (!isAtOnce && member.hasTeardown) return this.#teardowns.begin(member)
    member.stopTeardown?.()
    member.thread.terminate()
  }

  #onTeardownFailure(error: unknown, member: Member): void {
    if (this.#isClosed) this.#teardownFailure ??= { error }
    this.#events.onError(error, member)
  }

  #onEnd(member: Member, ending: Ending): void {
    if (!this.members.delete(member)) return
    member.stopTeardown?.()
    const wasWanted = member.isEnding && member.failure === undefined
    this.#retire(member)
    const failure = failureOf(this.#platform, member, ending)
    if (!wasWanted) this.#count(member)
    this.#scheduler.requeue(member, () => failure)
    this.#events.onEnd(member, member.failure === undefined ? ending : { ...ending, error: member.failure })
    if (!wasWanted) this.#events.onError(failure, member)
    if (!wasWanted && this.#isHopeless) this.#break(failure)
    if (this.#isClosed) return this.members.size === 0 ? this.#onEmpty?.() : undefined
    if (wasWanted) this.#refill()
    else this.#refillLater()
  }

  /** Nobody is about to load the module, and nobody ever has, or too many have failed since. */
  get #isHopeless(): boolean {
    return this.members.size === 0 && (!this.#hasLoaded || this.#restarts.isHopeless)
  }

  #count({ startedAt, isReady }: Member): void {
    const livedMs = this.#platform.host.now() - startedAt
    this.#restarts.count(this.#scheduler.outcomes.completed, livedMs, isReady)
  }

  #break(reason: unknown): void {
    if (this.isBroken) return
    this.isBroken = true
    this.brokenBy = reason
    this.#scheduler.rejectWaiting(reason)
    this.#events.onBroken()
  }

  #refill(): void {
    this.fill()
    if (this.#scheduler.waiting > 0) this.grow()
  }

  #refillLater(): void {
    if (!this.isBroken) this.#restarts.soon(() => this.#refill())
  }

  #endIdle(): void {
    for (const member of this.members)
      if (member.looksIdle() && !member.isRetiring && this.#active > this.#limits.minThreads) this.dismiss(member)
  }
}

const lossOf = ({ isReady, inFlight }: Member): number => (isReady ? inFlight + 1 : 0)
