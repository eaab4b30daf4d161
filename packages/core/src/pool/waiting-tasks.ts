/** The tasks that no worker has yet. */

import { letGo } from './let-go.ts'
import { OrderedQueue } from './ordered-queue.ts'
import type { TaskQueue } from './task-queue.ts'
import type { Task } from './task.ts'

export class WaitingTasks {
  /** First the one of the pool; once priorities matter, the ordered one. */
  #queue: TaskQueue<Task>
  #ordered: OrderedQueue<Task> | undefined
  /** Cancelled ones may still be in the queue, but are not counted. */
  length = 0

  constructor(queue: TaskQueue<Task>) {
    this.#queue = queue
  }

  /** Throws what a queue of the program throws, which has not taken it. */
  add(task: Task): void {
    this.#queue.add(task)
    this.length++
  }

  /** It has waited already, and comes before the others. */
  putBack(task: Task): void {
    this.#queue.putBack(task)
    this.length++
  }

  /** It is about to be settled. */
  withdraw(task: Task): void {
    this.length--
    if (this.#queue.remove === undefined) letGo(this.#queue, task, this.length)
    else this.#queue.remove(task)
  }

  next(): Task | undefined {
    for (;;) {
      const task = this.#queue.shift()
      if (task?.isSettled === true) continue
      if (task !== undefined) this.length--
      return task
    }
  }

  /** From now on in the order of their priorities. */
  rank(): void {
    if (this.#ordered === undefined) this.#queue = this.#ordered = OrderedQueue.of(this.#queue)
  }

  /** The priority of the next task; of none: the least there is. */
  get priority(): number {
    if (this.length === 0) return -Infinity
    return this.#ordered === undefined ? 0 : this.#ordered.priority
  }
}
