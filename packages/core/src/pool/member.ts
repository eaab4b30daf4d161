/** One worker of a pool, and the tasks that it has. */

import { Alone, mayGoAlone, numberAfter } from './alone.ts'
import { Allowed } from './allowed.ts'
import { Claims, WINDOW } from './claims.ts'
import { clonableOf, extrasOf, plainErrorOf } from './failure.ts'
import { LimitsAhead } from './limits-ahead.ts'
import type { NoticeMessage, PoolMessage, RareParts, TaskMessage, WorkerMessage } from './messages.ts'
import type { OrderedQueue } from './ordered-queue.ts'
import type { PoolThread } from './platform.ts'
import type { Task } from './task.ts'

const MASK: number = WINDOW - 1
/** With an interval of half the time, it was idle for at least all of it. */
const IDLE_LOOKS = 2
/** Where there is no thread yet, or could be none. */
const NO_THREAD: PoolThread = { threadId: undefined, postMessage: () => {}, terminate: () => {} }
const NOTHING_RARE: RareParts = [0, 1, undefined]

export class Member {
  readonly claims: Claims | undefined
  readonly #allowed: Allowed | undefined
  readonly #limits: LimitsAhead
  thread: PoolThread = NO_THREAD
  /** By their numbers, of which the window holds each once. */
  readonly #tasks: (Task | undefined)[] = Array.from({ length: WINDOW }, () => undefined)
  #last = 0
  /** Of tasks that go to it. */
  readonly #tasksAlone = new Alone()
  /** Of values that it answers. */
  readonly #answersAlone = new Alone()
  #isPosting = false
  /** No task with a smaller number is left. */
  #first = 1
  /** Tasks that were sent and are not settled. */
  inFlight = 0
  /** How many it may have at once. Fewer than usual while one of its tasks takes long. */
  depth = 0
  isReady = false
  /** It gets no more tasks, and ends when it has none. */
  isRetiring = false
  /** It was told to end. */
  isEnding = false
  completed = 0
  /** `completed` when the scheduler looked for long tasks last. */
  completedAtLook = 0
  /** Why the pool has ended the thread, for the tasks that it ran. */
  failure: unknown = undefined
  /** It was told to end because one of its tasks was cancelled, or took too long. */
  isCancelled = false
  /** Tasks that only this worker may begin, and that it was not sent yet; some may be settled. */
  own: OrderedQueue<Task> | undefined = undefined
  /** Those of them that are not settled. */
  ownWaiting = 0
  /** The last task was one of its own. */
  wasOwn = false
  /** How many keys it has. */
  keys = 0
  /** Its module has a `teardown`, which runs before the worker is ended politely. */
  hasTeardown = false
  /** Ends the wait for its `teardown`, while there is one. */
  stopTeardown: (() => void) | undefined = undefined
  /** As the worker has told last. */
  heapBytes: number | undefined = undefined
  #completedWhenIdle = -1
  #idleLooks = 0

  /** Milliseconds on the clock of the host. */
  readonly startedAt: number
  /** The pool's number of the worker, from 1. */
  readonly id: number

  constructor(id: number, isShared: boolean, concurrency: number, startedAt: number) {
    this.id = id
    this.#limits = new LimitsAhead(concurrency)
    this.startedAt = startedAt
    this.claims = isShared ? new Claims() : undefined
    this.#allowed = this.claims && new Allowed(this.claims.words)
  }

  /** Throws what `postMessage` throws, and then the member does not have the task. */
  send(task: Task): void {
    const tasks = this.#tasks
    let number = this.#last
    do number = numberAfter(number)
    while (tasks[number & MASK] !== undefined)
    this.#last = number
    // All of it before the post: a getter of the value may run another task.
    tasks[number & MASK] = task
    const before = this.inFlight++
    if (before === 0) this.#first = number
    task.member = this
    task.number = number
    this.claims?.show(number)
    const { more } = task
    if (more !== undefined && more[0] > 0) this.#allowed?.show(number, more[0])
    try {
      if (more !== undefined || this.#isPosting) this.#post(rareMessage(task, more), task)
      else this.#postUsual(number, task)
    } catch (error) {
      if (task.member === this) this.#forget(task)
      throw error
    }
    // A getter of the value may have cancelled it.
    if (task.limit !== undefined && task.member === this) this.#limits.sent(task, before)
  }

  #postUsual(number: number, task: Task): void {
    const alone = this.#tasksAlone
    const { value, name } = task
    this.#isPosting = true
    try {
      if (number === alone.number && name === alone.name && mayGoAlone(value)) this.#post(value, task)
      else this.#post((name === undefined ? [number, value] : [number, value, name]) satisfies TaskMessage, task)
    } catch (error) {
      this.#isPosting = false
      throw error
    }
    this.#isPosting = false
    alone.follow(number, name)
  }

  #post(message: unknown, { transfer }: Task): void {
    if (transfer === undefined) this.thread.postMessage(message)
    else this.thread.postMessage(message, transfer)
  }

  /** The message that the worker has posted, for which a value may have come alone. */
  read(given: unknown): WorkerMessage {
    const alone = this.#answersAlone
    const message = Array.isArray(given) ? (given as WorkerMessage) : ([alone.number, given] satisfies WorkerMessage)
    if (message.length === 2) alone.follow(message[0], undefined)
    return message
  }

  /** The task that the worker has finished; undefined where it was given up meanwhile. */
  finish(number: number): Task | undefined {
    const task = this.#tasks[number & MASK]
    if (task === undefined || task.number !== number) return undefined
    this.remove(task)
    this.completed++
    return task
  }

  /** The task of this number; undefined where it was given up meanwhile. */
  taskOf(number: number): Task | undefined {
    const task = this.#tasks[number & MASK]
    return task?.number === number ? task : undefined
  }

  /** The worker may give so many more values of a stream. */
  ask(stream: { readonly number: number; asked: number }, more: number): void {
    const { number } = stream
    stream.asked = (stream.asked + more) | 0
    if (this.#allowed === undefined || this.#allowed.raise(number, stream.asked))
      this.thread.postMessage([-number, more] satisfies PoolMessage)
  }

  /** Asks the worker to end the task. False: it has not begun it, and never will. */
  cancel({ number }: Task, reason: unknown): boolean {
    // An object that moves keeps a task from being withdrawn, and not from being given up.
    if (this.claims?.withdraw(number) === true) return false
    this.claims?.cancel(number)
    try {
      this.thread.postMessage([-number, 0, clonableOf(reason), extrasOf(reason)] satisfies PoolMessage)
    } catch {
      this.thread.postMessage([-number, 0, plainErrorOf(reason)] satisfies PoolMessage)
    }
    return true
  }

  /** One that the worker has begun. */
  remove(task: Task): void {
    this.#forget(task)
    this.#limits.left(task)
  }

  #forget(task: Task): void {
    this.#tasks[task.number & MASK] = undefined
    task.member = undefined
    this.inFlight--
  }

  /** Its one task may be cancelled, which ends the worker. */
  get isCancellable(): boolean {
    return this.inFlight === 1 && this.tasksInOrder()[0]!.stopWatching !== undefined
  }

  /** Takes a task back that the worker has not begun. Its objects that move have moved, so one with such stays. */
  withdraw(task: Task): boolean {
    if (task.transfer !== undefined || this.claims?.withdraw(task.number) !== true) return false
    this.#forget(task)
    this.#limits.withdrawn(task)
    return true
  }

  /** Takes back those that it cannot begin yet, as far as it has not begun them. The last comes first. */
  withdrawAhead(concurrency: number): Task[] {
    const ahead = this.inFlight > concurrency ? this.tasksInOrder().slice(concurrency) : []
    return ahead.toReversed().filter((task) => this.withdraw(task))
  }

  /**
   * It gets no more than so many tasks in all. True: it may have begun the last of them, and another is to take its place. Until then
   * they can be taken back.
   */
  limitTo(most: number, concurrency: number): boolean {
    const left = most - this.completed
    this.depth = Math.min(this.depth, left)
    return left <= concurrency && this.inFlight >= left
  }

  /** It has the last of so many tasks. */
  isSpent(most: number): boolean {
    return this.isRetiring && !this.isEnding && this.completed + this.inFlight >= most
  }

  /** Something of no task. */
  notify(...notice: NoticeMessage): void {
    this.thread.postMessage(notice)
  }

  /** Call at intervals: whether it had nothing to do at several calls in a row, and did nothing between them. */
  looksIdle(): boolean {
    const isIdle =
      this.isReady && this.inFlight === 0 && this.ownWaiting === 0 && this.completed === this.#completedWhenIdle
    this.#idleLooks = isIdle ? this.#idleLooks + 1 : 0
    this.#completedWhenIdle = this.completed
    return this.#idleLooks >= IDLE_LOOKS
  }

  /** Its tasks, in the order in which they were sent. */
  tasksInOrder(): Task[] {
    const found: Task[] = []
    let number = this.#first
    for (let left = this.inFlight; left > 0; number = numberAfter(number)) {
      const task = this.#tasks[number & MASK]
      if (task === undefined || task.number !== number) continue
      if (found.length === 0) this.#first = number
      found.push(task)
      left--
    }
    return found
  }
}

const rareMessage = ({ number, value, name }: Task, more: RareParts | undefined): TaskMessage => [
  number,
  value,
  name,
  ...(more ?? NOTHING_RARE),
]
