/** Settles tasks, and counts how they ended. */

import { restoredError } from './failure.ts'
import { Holding } from './holding.ts'
import type { Member } from './member.ts'
import { FAILED, type WorkerMessage } from './messages.ts'
import type { Task } from './task.ts'

/** The result of a task whose one worker has ended before it could begin. */
export const LEFT_OUT: unique symbol = Symbol('left out')

export interface OutcomeEvents {
  /** A task is settled, and may have been the last. */
  onSettled(): void
  hold(isHeld: boolean): void
  now(): number
  onTimed(waitMs: number, runMs: number, member: Member): void
}

/** The end of a task, for those who listen. */
export interface TaskEnd {
  readonly task: Task
  /** The worker that had begun it. */
  readonly member: Member | undefined
  readonly isFailed: boolean
  readonly error: unknown
}

export class Outcomes {
  readonly #events: OutcomeEvents
  /** Tasks that are not settled. */
  readonly holding: Holding
  completed = 0
  failed = 0
  /** Absent while nobody listens. */
  onTaskEnd: ((end: TaskEnd) => void) | undefined = undefined

  constructor(events: OutcomeEvents) {
    this.#events = events
    this.holding = new Holding((isHeld) => events.hold(isHeld))
  }

  /** By the answer of its worker. */
  settle(task: Task, message: WorkerMessage, member: Member): void {
    const kind = message[2]
    if (kind !== undefined && message[4] !== undefined) this.#time(task, message[4], member)
    if (task.endsWith !== undefined) return this.reject(task, undefined, member)
    if (kind === FAILED) return this.reject(task, restoredError(message[1], message[3]), member)
    this.completed++
    this.#settled(task)
    // First: listeners are told before the caller goes on.
    if (this.onTaskEnd !== undefined) this.onTaskEnd({ task, member, isFailed: false, error: undefined })
    if (task.scope === undefined) task.resolve(message[1])
    else task.scope.settle(task.resolve, message[1])
  }

  /** `member`: the worker that had begun it. */
  reject(task: Task, reason: unknown, member?: Member): void {
    const error = task.endsWith === undefined ? reason : task.endsWith.reason
    this.failed++
    this.#settled(task)
    if (this.onTaskEnd !== undefined) this.onTaskEnd({ task, member, isFailed: true, error })
    if (task.scope === undefined) task.reject(error)
    else task.scope.settle(task.reject, error)
  }

  /** Nobody could begin it, which is no failure. */
  leaveOut(task: Task): void {
    this.#settled(task)
    task.resolve(LEFT_OUT)
  }

  #time(task: Task, runMs: number, member: Member): void {
    this.#events.onTimed(Math.max(0, this.#events.now() - task.since - runMs), runMs, member)
  }

  #settled(task: Task): void {
    task.isSettled = true
    task.stopWatching?.()
    task.limit?.stop()
    task.feeds?.end()
    this.holding.settle(task)
    this.#events.onSettled()
  }
}
