/**
 * Which worker gets which task, and when.
 *
 * A worker gets tasks ahead, so that it never waits for the next one. A task that waits behind a long one is taken back for a
 * worker that has nothing to do.
 */

import { Homes, takeOwn, withdrawOwn } from './homes.ts'
import type { Member } from './member.ts'
import { type AskMessage, ASKS, PART, type WorkerMessage } from './messages.ts'
import type { PoolLimits } from './options.ts'
import { Outcomes } from './outcomes.ts'
import type { PoolPlatform } from './platform.ts'
import type { SchedulerEvents } from './scheduler-events.ts'
import { leastBusy, share, takeFromStuck } from './sharing.ts'
import type { StreamTask } from './stream-task.ts'
import { fifo, type TaskQueue } from './task-queue.ts'
import type { Placement, Task } from './task.ts'
import { WaitingTasks } from './waiting-tasks.ts'

/** A worker with no more tasks than this gets some of the others'. */
const FEW = 1
/** After this many results, a worker that had none of them has a long task. */
const RESULTS_BETWEEN_LOOKS = 64

export class Scheduler {
  readonly #limits: PoolLimits
  /** Unless tasks wait in the order of their priorities. */
  readonly #fullDepth: number
  #depth: number
  readonly #events: SchedulerEvents
  readonly #waiting: WaitingTasks
  #homes: Homes | undefined
  readonly #choose: PoolPlatform['choose']
  /** Those that get tasks. */
  readonly members: Member[] = []
  readonly outcomes: Outcomes
  #untilLook = RESULTS_BETWEEN_LOOKS

  constructor(limits: PoolLimits, platform: PoolPlatform, events: SchedulerEvents) {
    this.#limits = limits
    this.#waiting = new WaitingTasks((platform.queue ?? fifo()) as TaskQueue<Task>)
    this.#choose = platform.choose?.bind(platform)
    // Without shared memory a task that was sent cannot be taken back.
    this.#fullDepth = platform.isShared ? limits.concurrency + limits.ahead : limits.concurrency
    this.#depth = this.#fullDepth
    this.#events = events
    this.outcomes = new Outcomes(events)
  }

  /** How many tasks no worker has. */
  get waiting(): number {
    return this.#waiting.length
  }

  add(task: Task): void {
    if (this.#limits.isTimed) task.since = this.#events.now()
    this.outcomes.holding.add()
    if (task.place !== undefined && this.#addPlaced(task, task.place)) return
    if (this.#waiting.length > 0) return this.#enqueue(task)
    if (this.#choose !== undefined) return this.#place(task) ? undefined : this.#enqueue(task)
    const member = leastBusy(this.members, this.#mostBeside(task))
    if (member === undefined) return this.#enqueue(task)
    if (member.inFlight >= this.#limits.concurrency) this.#events.onBusy()
    this.#send(member, task)
    // It cannot be cloned, and a getter of it may have run tasks, which wait for its place.
    if (task.isSettled) this.feed(member)
  }

  #enqueue(task: Task): void {
    try {
      this.#waiting.add(task)
    } catch (error) {
      // A queue of the program has not taken it.
      return this.outcomes.reject(task, error)
    }
    this.#events.onBusy()
  }

  /** It gets tasks from now on. */
  join(member: Member): void {
    if (!this.members.includes(member)) {
      this.#deepen(member)
      this.members.push(member)
    }
    this.feed(member)
  }

  /** It gets no more tasks. */
  leave(member: Member): void {
    const index = this.members.indexOf(member)
    if (index >= 0) this.members.splice(index, 1)
    if (member.keys > 0) this.#homes!.leave(member)
    if (member.ownWaiting > 0) this.#turnOut(takeOwn(member).toReversed())
  }

  /** It is to end soon: others do what it has not begun. */
  lighten(member: Member): void {
    this.#turnOut(member.withdrawAhead(this.#limits.concurrency))
  }

  /** Takes the task from wherever it waits. False: a worker runs it. */
  withdraw(task: Task): boolean {
    const { member } = task
    if (member === undefined) {
      const home = task.place?.home
      if (home !== undefined) withdrawOwn(home, task)
      else this.#waiting.withdraw(task)
    } else if (!member.withdraw(task)) return false
    else if (member.inFlight === 0) this.onEmptied(member)
    return true
  }

  /** Its last task was given up. */
  onEmptied(member: Member): void {
    if (member.isRetiring) return this.#events.onDone(member)
    // The task may have had the worker for itself.
    this.#deepen(member)
  }

  /** A worker has ended: what it had not begun, or may begin once more, goes to others. */
  requeue(member: Member, errorOf: () => unknown): void {
    // The oldest goes last to the front of the queue.
    for (const task of member.tasksInOrder().toReversed()) {
      const isUntouched = member.withdraw(task)
      if (!isUntouched) member.remove(task)
      if (isUntouched) this.#release(task)
      else if (task.transfer === undefined && task.retries-- > 0) {
        task.more = [0, (task.more?.[1] ?? 1) + 1, undefined]
        this.#release(task)
      } else this.outcomes.reject(task, errorOf(), member)
    }
    this.#feedAll()
  }

  #feedAll(): void {
    for (const member of this.members.slice()) this.feed(member)
  }

  #putBack(task: Task): void {
    task.limit?.stop()
    const home = task.place?.home
    if (home !== undefined) return this.#homes!.putBack(home, task)
    this.#waiting.putBack(task)
  }

  /** It was sent, and has not begun in time: it may begin sooner elsewhere. */
  sendAgain(task: Task): void {
    const home = task.place?.home
    if (home !== undefined) {
      // It waits for its one worker, unless that is about to end.
      if (home.isRetiring) return this.#turnOut([task])
      this.#putBack(task)
      return this.feed(home)
    }
    const member = leastBusy(this.members, this.#mostBeside(task))
    if (member === undefined) this.#putBack(task)
    else this.#send(member, task)
  }

  /** Rejects what no worker could begin yet. */
  rejectWaiting(error: unknown): void {
    for (const member of this.members)
      for (const task of member.withdrawAhead(this.#limits.concurrency).toReversed()) this.outcomes.reject(task, error)
    for (const member of this.#events.living()) for (const task of takeOwn(member)) this.outcomes.reject(task, error)
    for (let task = this.#next(); task !== undefined; task = this.#next()) this.outcomes.reject(task, error)
  }

  /** The answer to a task. */
  settle(member: Member, message: WorkerMessage): void {
    const task = member.finish(message[0])
    if (task !== undefined) this.outcomes.settle(task, message, member)
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

  #afterResult(member: Member): void {
    if (this.members.length > 1 && --this.#untilLook === 0) {
      this.#untilLook = RESULTS_BETWEEN_LOOKS
      takeFromStuck(this.members, this.#limits.concurrency, (task) => this.#putBack(task))
    }
    if (member.isRetiring) {
      if (member.inFlight === 0) this.#events.onDone(member)
      // It takes nothing of what was put back.
      if (this.#waiting.length > 0) this.#feedAll()
      return
    }
    this.#deepen(member)
    this.feed(member)
  }

  /** It may have as many as any other, unless it is soon to be replaced. */
  #deepen(member: Member): void {
    member.depth = this.#depth
    if (member.completed + this.#depth > this.#limits.recycle) this.#limitLast(member)
  }

  #limitLast(member: Member): void {
    const { recycle, concurrency } = this.#limits
    if (member.limitTo(recycle, concurrency)) this.#events.onSpent(member)
  }

  /** Gives it what waits. */
  feed(member: Member): void {
    if (this.#choose !== undefined) return this.#feedChosen()
    if (member.ownWaiting > 0) return this.#feedOwn(member)
    while (this.#waiting.length > 0 && member.inFlight < member.depth && !member.isRetiring) {
      const task = this.#nextFor(member)
      if (task === undefined) return
      this.#send(member, task)
    }
    if (this.#waiting.length === 0 && member.inFlight <= FEW && this.members.length > 1)
      share(this.members, member, this.#limits.concurrency, (task) => this.#send(member, task))
  }

  /** Gives what waits to whichever workers the platform chooses. */
  #feedChosen(): void {
    while (this.#waiting.length > 0) {
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
      this.outcomes.reject(task, error)
      return true
    }
  }

  /** The next task for `member`. */
  #nextFor(member: Member): Task | undefined {
    for (;;) {
      const task = this.#next()
      if (task?.place !== undefined && this.#homes!.sendHome(task, task.place, member)) continue
      if (task === undefined || member.inFlight <= this.#mostBeside(task)) return task
      this.#putBack(task)
      return undefined
    }
  }

  /** How many tasks the worker may have beside this one. */
  #mostBeside({ transfer, stopWatching }: Task): number {
    const { isolatesCancellable, concurrency } = this.#limits
    if (isolatesCancellable && stopWatching !== undefined) return 0
    // A task that moves objects cannot be taken back: its worker must begin it at once.
    return transfer === undefined ? Infinity : concurrency - 1
  }

  #next(): Task | undefined {
    const task = this.#waiting.next()
    if (this.#waiting.length === 0) this.#depth = this.#fullDepth
    return task
  }

  #send(member: Member, task: Task): void {
    try {
      member.send(task)
    } catch (error) {
      // It cannot be cloned, and nothing was sent. A getter of it may have cancelled it before.
      return task.isSettled ? undefined : this.outcomes.reject(task, error)
    }
    if (this.#limits.isolatesCancellable && task.stopWatching !== undefined) member.depth = 1
    if (member.completed + member.inFlight >= this.#limits.recycle && !member.isRetiring) this.#limitLast(member)
  }

  /** False: it waits with all others. */
  #addPlaced(task: Task, place: Placement): boolean {
    const { concurrency } = this.#limits
    const homes = (this.#homes ??= this.#makeHomes())
    const home = (place.home ??= homes.of(place))
    const rivals = home === undefined ? this.members : [home]
    if (place.priority !== 0 && rivals.every(({ inFlight }) => inFlight >= concurrency)) this.#rank()
    if (home === undefined) return false
    homes.add(home, task)
    // As in `add`.
    if (task.isSettled) this.feed(home)
    return true
  }

  #makeHomes(): Homes {
    return new Homes({
      concurrency: this.#limits.concurrency,
      send: (member, task) => this.#send(member, task),
      mostBeside: (task) => this.#mostBeside(task),
      living: () => this.#events.living(),
      onBusy: () => this.#events.onBusy(),
    })
  }

  /** A priority means nothing behind tasks that were sent ahead. None is, until no task waits. */
  #rank(): void {
    const { concurrency } = this.#limits
    this.#waiting.rank()
    this.#depth = concurrency
    for (const member of this.members) {
      member.depth = Math.min(member.depth, concurrency)
      for (const task of member.withdrawAhead(concurrency)) this.#putBack(task)
    }
  }

  /** As `feed`, for one that has tasks of its own. */
  #feedOwn(member: Member): void {
    while (member.inFlight < member.depth && !member.isRetiring) {
      const task = this.#nextOfBoth(member, this.#homes!)
      if (task === undefined) break
      this.#send(member, task)
    }
    if (this.#waiting.length === 0 && member.ownWaiting === 0) this.#depth = this.#fullDepth
  }

  #nextOfBoth(member: Member, homes: Homes): Task | undefined {
    const isOwn = homes.isNext(member, this.#waiting.priority)
    // All that wait may be for others.
    return (isOwn ? undefined : this.#nextFor(member)) ?? homes.next(member)
  }

  /** Tasks that only one worker could begin go to others, or are left out. */
  #turnOut(tasks: readonly Task[]): void {
    for (const task of tasks) this.#release(task)
    this.#feedAll()
  }

  #release(task: Task): void {
    const { place } = task
    if (place !== undefined) place.home = undefined
    if (place?.isOnly === true) this.outcomes.leaveOut(task)
    else this.#putBack(task)
  }
}
