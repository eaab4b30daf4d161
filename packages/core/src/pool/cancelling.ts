/** Tasks that end before they are done: by a signal, a time limit, a reader that leaves. */

import { ClosedError } from '../errors.ts'
import { type Host, MAX_TIMER_MS } from '../host.ts'
import type { Crew } from './crew.ts'
import type { Member } from './member.ts'
import type { RunOptions } from './options.ts'
import { RunLimit } from './run-limit.ts'
import type { Scheduler } from './scheduler.ts'
import type { Task } from './task.ts'
import { watch } from './watch.ts'

export class Cancelling {
  readonly #later: Host['later']
  readonly #scheduler: Scheduler
  readonly #crew: Crew

  constructor(host: Pick<Host, 'later'>, scheduler: Scheduler, crew: Crew) {
    this.#later = (...timer) => host.later(...timer)
    this.#scheduler = scheduler
    this.#crew = crew
  }

  watch(task: Task, { signal, timeout, deadline }: RunOptions, graceMs: number): void {
    const cancel = (reason: unknown): void => this.cancel(task, reason, graceMs)
    if (signal !== undefined || deadline !== undefined) task.stopWatching = watch(signal, deadline, cancel, this.#later)
    if (timeout !== undefined && timeout <= MAX_TIMER_MS)
      task.limit = new RunLimit(timeout, this.#later, (error) => this.#onLimit(task, error, graceMs))
  }

  /** `isLeft`: nobody asks for the reason, but how it ends may matter. */
  cancel(task: Task, reason: unknown, graceMs: number, isLeft = false): void {
    if (task.isSettled) return
    task.onCancelled?.()
    const { member } = task
    const hasBegun = !this.#scheduler.withdraw(task)
    if (hasBegun && graceMs > 0) return this.#askToEnd(task, member!, reason, graceMs, isLeft)
    if (hasBegun) member!.remove(task)
    this.#scheduler.outcomes.reject(task, reason, hasBegun ? member : undefined)
    if (hasBegun) this.#crew.cancel(member!)
    else if (member !== undefined) this.#scheduler.feed(member)
  }

  /** Nobody waits for it any more: it is given up unless it has begun. */
  drop(task: Task): void {
    const { member } = task
    if (task.isSettled || !this.#scheduler.withdraw(task)) return
    const error = new ClosedError('The task was given up: its caller no longer waits for it', 'closed')
    this.#scheduler.outcomes.reject(task, error)
    if (member !== undefined) this.#scheduler.feed(member)
  }

  /** The time of its run is over, unless a neighbour that computes has kept it from beginning. */
  #onLimit(task: Task, error: Error, graceMs: number): void {
    if (this.#scheduler.withdraw(task)) this.#scheduler.sendAgain(task)
    else this.cancel(task, error, graceMs)
  }

  /** It has so long to end by itself. */
  #askToEnd(task: Task, member: Member, reason: unknown, graceMs: number, isLeft: boolean): void {
    task.stopWatching?.()
    task.limit?.stop()
    if (!member.cancel(task, reason)) {
      member.remove(task)
      this.#scheduler.outcomes.reject(task, reason)
      if (member.inFlight === 0) this.#scheduler.onEmptied(member)
      return this.#scheduler.feed(member)
    }
    if (!isLeft) {
      task.retries = 0
      task.endsWith = { reason }
    }
    if (graceMs > MAX_TIMER_MS) task.stopWatching = undefined
    else task.stopWatching = this.#later(() => this.cancel(task, reason, 0), graceMs, true)
  }
}
