/** The workers of a pool: when one starts, when one ends, and what follows when one has died. */

import { MAX_TIMER_MS } from '../host.ts'
import { diedError, type Ending, neighbourError, PoolLoadError } from './errors.ts'
import { restoredError } from './failure.ts'
import { Member } from './member.ts'
import { LOADED, NOT_LOADED, PART, type WorkerMessage } from './messages.ts'
import type { PoolLimits } from './options.ts'
import type { PoolPlatform } from './platform.ts'
import type { Scheduler } from './scheduler.ts'

/** Before the second start after one that came to nothing; it doubles with each. */
const FIRST_DELAY_MS = 50
const LONGEST_DELAY_MS = 10_000
/** After this many failed starts in a row there are no more. */
const MOST_FAILURES = 8
const SHORTEST_LOOK_MS = 5

export class Crew {
  readonly #platform: PoolPlatform
  readonly #limits: PoolLimits
  readonly #scheduler: Scheduler
  /** Those that have not ended, in the order in which they were started. */
  readonly members: Set<Member> = new Set()
  /** Starts in a row after which no task was completed. */
  #failures = 0
  #completedAtFailure = 0
  #hasLoaded = false
  #isDelayed = false
  #isLooking = false
  #isClosed = false
  /** Why there will be no workers any more. */
  brokenBy: unknown = undefined
  isBroken = false
  #onEmpty: (() => void) | undefined
  #lastId = 0

  constructor(platform: PoolPlatform, limits: PoolLimits, scheduler: Scheduler) {
    this.#platform = platform
    this.#limits = limits
    this.#scheduler = scheduler
    if (platform.ready !== undefined) this.#startAfter(platform.ready)
  }

  /** How many may begin tasks, or will soon. */
  get size(): number {
    return this.members.size
  }

  /** Starts the first workers. */
  begin(): void {
    this.fill()
    if (this.#platform.isEager === true) for (const member of this.members) this.#scheduler.join(member)
  }

  /** Starts as many as the pool keeps. */
  fill(): void {
    while (this.#mayStart && this.#active < this.#limits.minThreads) this.#start()
  }

  /** Starts another if there is work for it. */
  grow(): void {
    const { maxThreads, concurrency } = this.#limits
    if (this.#active >= maxThreads || !this.#mayStart) return
    if (this.#scheduler.holding.pending > this.#active * concurrency) this.#start()
  }

  /** Ends all workers and resolves when they have ended. */
  end(): Promise<void> {
    this.#isClosed = true
    for (const member of this.members) this.#terminate(member)
    if (this.members.size === 0) return Promise.resolve()
    return new Promise((resolve) => (this.#onEmpty = resolve))
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
    this.#terminate(member)
  }

  #kill(member: Member, reason: unknown): void {
    member.failure ??= reason
    this.#retire(member)
    this.#terminate(member)
  }

  /** It is to end and has no task left. */
  dismiss(member: Member): void {
    this.#retire(member)
    this.#terminate(member)
    this.#refill()
  }

  // A worker that is about to end is none that another has to wait for.
  get #active(): number {
    let count = 0
    for (const member of this.members) if (!member.isRetiring) count++
    return count
  }

  get #mayStart(): boolean {
    return !this.#isClosed && !this.isBroken && !this.#isDelayed
  }

  #startAfter(ready: Promise<void>): void {
    this.#isDelayed = true
    const start = (): void => {
      this.#isDelayed = false
      this.fill()
      // The tasks that wait by now have each called it in vain.
      for (let size = -1; size < this.size; this.grow()) size = this.size
    }
    ready.then(start).catch((error: unknown) => this.#break(error))
  }

  #start(): void {
    const { isShared } = this.#platform
    const { concurrency, name, isTimed } = this.#limits
    const member = new Member(isShared, concurrency, this.#platform.host.now())
    this.members.add(member)
    const { hasContext = true } = this.#platform
    const claims = member.claims?.words
    const setup = { claims, concurrency, name, isTimed, hasContext, workerId: ++this.#lastId }
    try {
      const events = {
        onMessage: (message: WorkerMessage) => this.#onMessage(member, message),
        onUnreadable: (error: unknown) => this.#kill(member, error),
        onEnd: (ending: Ending) => this.#onEnd(member, ending),
      }
      member.thread = this.#platform.start(setup, events, member)
    } catch (error) {
      this.members.delete(member)
      this.#break(error)
      throw error
    }
    this.#lookLater()
  }

  #onMessage(member: Member, message: WorkerMessage): void {
    const number = message[0]
    if (number > 0) this.#scheduler.settle(member, message)
    else if (number < PART) this.#scheduler.part(member, message)
    else if (number === LOADED) this.#onLoaded(member)
    else if (number === NOT_LOADED) this.#onNotLoaded(member, restoredError(message[1], message[3]))
  }

  #onLoaded(member: Member): void {
    if (member.isEnding) return
    this.#hasLoaded = true
    member.isReady = true
    this.#scheduler.join(member)
  }

  #onNotLoaded(member: Member, reason: unknown): void {
    this.#kill(member, this.#loadError(messageOf(reason), reason))
  }

  #retire(member: Member): void {
    member.isRetiring = true
    this.#scheduler.leave(member)
  }

  #terminate(member: Member): void {
    if (member.isEnding) return
    member.isEnding = true
    member.thread.terminate()
  }

  #onEnd(member: Member, ending: Ending): void {
    if (!this.members.delete(member)) return
    const wasWanted = member.isEnding && member.failure === undefined
    this.#retire(member)
    const failure = this.#failureOf(member, ending)
    if (!wasWanted) this.#count(member)
    this.#scheduler.requeue(member, () => failure)
    if (!member.isReady && !wasWanted && this.#isHopeless) this.#break(failure)
    if (this.#isClosed) return this.members.size === 0 ? this.#onEmpty?.() : undefined
    if (this.#failures >= MOST_FAILURES && this.members.size === 0) this.#break(failure)
    if (wasWanted || this.#failures <= 1) this.#refill()
    else this.#refillLater()
  }

  #failureOf(member: Member, ending: Ending): unknown {
    const { failure } = member
    const died = failure === undefined ? ending : { ...ending, error: failure }
    if (member.isCancelled) return this.#platform.diedError?.(ending) ?? neighbourError(ending)
    if (member.isReady) return this.#platform.diedError?.(died) ?? diedError(died)
    if (failure !== undefined) return failure
    const cause = ending.error ?? diedError(ending)
    return this.#loadError(`the worker ended before it was ready: ${messageOf(cause)}`, cause)
  }

  #loadError(text: string, cause: unknown): unknown {
    const { loadError, moduleName } = this.#platform
    return loadError?.(cause) ?? new PoolLoadError(`Cannot load ${moduleName}: ${text}`, { cause })
  }

  /** Nobody has ever loaded the module, and nobody is about to. */
  get #isHopeless(): boolean {
    return !this.#hasLoaded && this.members.size === 0
  }

  #count({ startedAt }: Member): void {
    const { completed } = this.#scheduler
    const hasLived = this.#platform.host.now() - startedAt > LONGEST_DELAY_MS
    this.#failures = completed === this.#completedAtFailure && !hasLived ? this.#failures + 1 : 1
    this.#completedAtFailure = completed
  }

  #break(reason: unknown): void {
    if (this.isBroken) return
    this.isBroken = true
    this.brokenBy = reason
    this.#scheduler.rejectWaiting(reason)
  }

  #refill(): void {
    this.fill()
    if (this.#scheduler.waiting > 0) this.grow()
  }

  #refillLater(): void {
    if (this.#isDelayed || this.isBroken) return
    this.#isDelayed = true
    const delay = Math.min(FIRST_DELAY_MS * 2 ** (this.#failures - 2), LONGEST_DELAY_MS)
    // Tasks that wait hold the process.
    this.#platform.host.later(
      () => {
        this.#isDelayed = false
        this.#refill()
      },
      delay,
      true,
    )
  }

  /** Ends those that have had nothing to do for long. */
  #lookLater(): void {
    const { idleTimeout, minThreads } = this.#limits
    if (this.#isLooking || idleTimeout === Infinity || this.members.size <= minThreads) return
    this.#isLooking = true
    const delay = Math.min(Math.max(idleTimeout / 2, SHORTEST_LOOK_MS), MAX_TIMER_MS)
    this.#platform.host.later(
      () => {
        this.#isLooking = false
        if (this.#isClosed) return
        this.#endIdle()
        this.#lookLater()
      },
      delay,
      true,
    )
  }

  #endIdle(): void {
    for (const member of this.members)
      if (member.looksIdle() && !member.isRetiring && this.#active > this.#limits.minThreads) this.dismiss(member)
  }
}

function messageOf(reason: unknown): string {
  return reason instanceof Error ? reason.message : String(reason)
}
