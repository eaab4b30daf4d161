/**
 * Which worker gets which task, and when.
 *
 * A worker gets tasks ahead, so that it never waits for the next one. A task that waits behind a long one is taken back for a
 * worker that has nothing to do.
 */

import { restoredError } from './failure.ts'
import { Holding } from './holding.ts'
import type { Member } from './member.ts'
import { type AskMessage, ASKS, FAILED, PART, type WorkerMessage } from './messages.ts'
import type { PoolLimits } from './options.ts'
import type { PoolPlatform } from './platform.ts'
import type { StreamTask } from './stream-task.ts'
import { fifo, type TaskQueue } from './task-queue.ts'
import type { Task } from './task.ts'

/** A worker with no more tasks than this gets some of the busiest one's. */
const FEW = 1
/** If this many tasks have begun meanwhile, the worker is quick enough to be left alone. */
const MOST_MISSES = 4
/** After this many results, a worker that had none of them has a long task. */
const RESULTS_BETWEEN_LOOKS = 64

export interface SchedulerEvents {
  /** There is more to do than the workers can begin at once. */
  onBusy(): void
  /** A worker has had as many tasks as it may have. */
  onSpent(member: Member): void
  /** A worker that is to end has no task left. */
  onDone(member: Member): void
  /** A task is settled, and may have been the last. */
  onSettled(): void
  hold(isHeld: boolean): void
  now(): number
  onTimed(waitMs: number, runMs: number, member: Member): void
}

export class Scheduler {
  readonly #limits: PoolLimits
  readonly #depth: number
  readonly #events: SchedulerEvents
  readonly #queue: TaskQueue<Task>
  readonly #choose: PoolPlatform['choose']
  /** Those that get tasks. */
  readonly members: Member[] = []
  /** Tasks in the queue; cancelled ones are still there, but not counted. */
  waiting = 0
  /** Tasks that are not settled. */
  readonly holding: Holding
  completed = 0
  failed = 0
  #untilLook = RESULTS_BETWEEN_LOOKS

  constructor(limits: PoolLimits, platform: PoolPlatform, events: SchedulerEvents) {
    this.#limits = limits
    // It holds what it is given, and that is tasks.
    this.#queue = (platform.queue ?? fifo()) as TaskQueue<Task>
    this.#choose = platform.choose?.bind(platform)
    // Without shared memory a task that was sent cannot be taken back.
    this.#depth = platform.isShared ? limits.concurrency + limits.ahead : limits.concurrency
    this.#events = events
    this.holding = new Holding((isHeld) => events.hold(isHeld))
  }

  add(task: Task): void {
    if (this.#limits.isTimed) task.since = this.#events.now()
    this.holding.add()
    if (this.waiting > 0) return this.#enqueue(task)
    if (this.#choose !== undefined) return this.#place(task) ? undefined : this.#enqueue(task)
    const member = this.#leastBusy(task)
    if (member === undefined) return this.#enqueue(task)
    if (member.inFlight >= this.#limits.concurrency) this.#events.onBusy()
    this.#send(member, task)
  }

  #enqueue(task: Task): void {
    try {
      this.#queue.add(task)
      this.waiting++
    } catch (error) {
      // A queue of the program has not taken it.
      return this.reject(task, error)
    }
    this.#events.onBusy()
  }

  /** It gets tasks from now on. */
  join(member: Member): void {
    if (!this.members.includes(member)) {
      member.depth = this.#depth
      this.members.push(member)
    }
    this.feed(member)
  }

  /** It gets no more tasks. */
  leave(member: Member): void {
    const index = this.members.indexOf(member)
    if (index >= 0) this.members.splice(index, 1)
  }

  /** Takes the task from wherever it waits. False: a worker runs it. */
  withdraw(task: Task): boolean {
    const { member } = task
    if (member === undefined) {
      this.waiting--
      this.#queue.remove?.(task)
    } else if (!member.withdraw(task)) return false
    // It may have had the worker for itself.
    else if (member.inFlight === 0) member.depth = this.#depth
    return true
  }

  /** A worker has ended: what it had not begun, or may begin once more, goes to others. */
  requeue(member: Member, errorOf: () => unknown): void {
    // The oldest goes last to the front of the queue.
    for (const task of member.tasksInOrder().toReversed()) {
      const isUntouched = member.withdraw(task)
      if (!isUntouched) member.remove(task)
      if (isUntouched) this.#putBack(task)
      else if (task.transfer === undefined && task.retries-- > 0) {
        task.more = [0, (task.more?.[1] ?? 1) + 1, undefined]
        this.#putBack(task)
      } else this.reject(task, errorOf())
    }
    for (const other of this.members.slice()) this.feed(other)
  }

  #putBack(task: Task): void {
    task.limit?.stop()
    this.#queue.putBack(task)
    this.waiting++
  }

  /** It was sent, and has not begun in time: it may begin sooner elsewhere. */
  sendAgain(task: Task): void {
    const member = this.#leastBusy(task)
    if (member === undefined) this.#putBack(task)
    else this.#send(member, task)
  }

  /** Rejects what no worker could begin yet. */
  rejectWaiting(error: unknown): void {
    for (const member of this.members)
      for (const task of member.tasksInOrder().slice(this.#limits.concurrency))
        if (member.withdraw(task)) this.reject(task, error)
    for (let task = this.#next(); task !== undefined; task = this.#next()) this.reject(task, error)
  }

  /** The answer to a task. */
  settle(member: Member, message: WorkerMessage): void {
    const task = member.finish(message[0])
    if (task !== undefined) {
      const kind = message[2]
      if (kind !== undefined && message[4] !== undefined) this.#time(task, message[4], member)
      if (kind === FAILED) this.reject(task, restoredError(message[1], message[3]))
      else {
        this.completed++
        this.#settled(task)
        if (task.scope === undefined) task.resolve(message[1])
        else task.scope.settle(task.resolve, message[1])
      }
    }
    this.#afterResult(member)
  }

  /** A value of a stream, or what the worker asks of a source. */
  part(member: Member, message: WorkerMessage | AskMessage): void {
    const task = member.taskOf(PART - message[0])
    if (task === undefined) return
    if (message[2] === ASKS) task.feeds?.ask(message[3], message[1])
    // Nothing else has parts.
    else (task as StreamTask).onPart(message[1])
  }

  /** It was asked to end: however it does, its caller gets this reason. */
  endWith(task: Task, reason: unknown): void {
    const { reject } = task
    task.retries = 0
    task.reject = () => reject(reason)
    task.resolve = () => {
      this.completed--
      this.failed++
      reject(reason)
    }
  }

  #time(task: Task, runMs: number, member: Member): void {
    this.#events.onTimed(Math.max(0, this.#events.now() - task.since - runMs), runMs, member)
  }

  reject(task: Task, error: unknown): void {
    this.failed++
    this.#settled(task)
    if (task.scope === undefined) task.reject(error)
    else task.scope.settle(task.reject, error)
  }

  #settled(task: Task): void {
    task.isSettled = true
    task.stopWatching?.()
    task.limit?.stop()
    task.feeds?.end()
    this.holding.settle(task)
    this.#events.onSettled()
  }

  #afterResult(member: Member): void {
    if (this.members.length > 1 && --this.#untilLook === 0) this.#look()
    if (member.isRetiring) {
      if (member.inFlight === 0) this.#events.onDone(member)
      return
    }
    member.depth = this.#depth
    this.feed(member)
  }

  /** Gives it what waits. */
  feed(member: Member): void {
    if (this.#choose !== undefined) return this.#feedChosen()
    while (this.waiting > 0 && member.inFlight < member.depth && !member.isRetiring) {
      const task = this.#nextFor(member)
      if (task === undefined) return
      this.#send(member, task)
    }
    if (this.waiting === 0 && member.inFlight <= FEW && this.members.length > 1) this.#balance(member)
  }

  /** Gives what waits to whichever workers the platform chooses. */
  #feedChosen(): void {
    while (this.waiting > 0) {
      const task = this.#next()
      if (task === undefined) return
      if (this.#place(task)) continue
      this.#putBack(task)
      this.#events.onBusy()
      return
    }
  }

  /** False: it has to wait. */
  #place(task: Task): boolean {
    try {
      // One of those that it was given.
      const member = this.#choose!(task, this.members) as Member | undefined
      if (member !== undefined) this.#send(member, task)
      return member !== undefined
    } catch (error) {
      // A function of the program has failed.
      this.reject(task, error)
      return true
    }
  }

  /** Gives a worker that has little to do some of the tasks of the busiest. */
  #balance(member: Member): void {
    let busiest = member
    for (const other of this.members) if (other.inFlight > busiest.inFlight) busiest = other
    const more = busiest.inFlight - member.inFlight
    if (more < 2 || busiest.inFlight <= this.#limits.concurrency) return
    if (member.isRetiring || member.inFlight >= member.depth) return
    let wanted = more >> 1
    let misses = 0
    // Those at the front run already, or are about to.
    for (const task of busiest.tasksInOrder().slice(this.#limits.concurrency)) {
      if (busiest.withdraw(task)) {
        this.#send(member, task)
        if (--wanted === 0) return
      } else if (++misses === MOST_MISSES) return
    }
  }

  /** A task may wait behind a long one although the others are never without tasks. */
  #look(): void {
    this.#untilLook = RESULTS_BETWEEN_LOOKS
    const { concurrency } = this.#limits
    for (const member of this.members) {
      const isStuck = member.completed === member.completedAtLook && member.inFlight > concurrency
      member.completedAtLook = member.completed
      if (!isStuck) continue
      member.depth = concurrency
      // It keeps those that it may begin: only their results bring it others.
      const others = member.tasksInOrder().slice(concurrency)
      for (const task of others.toReversed()) if (member.withdraw(task)) this.#putBack(task)
    }
  }

  #leastBusy(task: Task): Member | undefined {
    const most = this.#mostBeside(task)
    let least: Member | undefined
    let leastTasks = Infinity
    for (const member of this.members) {
      const { inFlight } = member
      if (inFlight >= leastTasks || inFlight >= member.depth || inFlight > most) continue
      if (inFlight === 0) return member
      least = member
      leastTasks = inFlight
    }
    return least
  }

  /** The next task for `member`. */
  #nextFor(member: Member): Task | undefined {
    const task = this.#next()
    if (task === undefined || member.inFlight <= this.#mostBeside(task)) return task
    this.#putBack(task)
    return undefined
  }

  /** How many tasks the worker may have beside this one. */
  #mostBeside({ transfer, stopWatching }: Task): number {
    const { isolatesCancellable, concurrency } = this.#limits
    if (isolatesCancellable && stopWatching !== undefined) return 0
    // A task that moves objects cannot be taken back: its worker must begin it at once.
    return transfer === undefined ? Infinity : concurrency - 1
  }

  #next(): Task | undefined {
    for (;;) {
      const task = this.#queue.shift()
      if (task?.isSettled === true) continue
      if (task !== undefined) this.waiting--
      return task
    }
  }

  #send(member: Member, task: Task): void {
    try {
      member.send(task)
    } catch (error) {
      // It cannot be cloned, and nothing was sent.
      this.reject(task, error)
      return
    }
    if (this.#limits.isolatesCancellable && task.stopWatching !== undefined) member.depth = 1
    if (member.sent >= this.#limits.recycle && !member.isRetiring) this.#events.onSpent(member)
  }
}
