/** The tasks of a remote pool that are not settled: those that wait in the program, and those that are under way. */

import { letGo, OrderedQueue } from '@slipring/core/pool'
import type { RemoteTask } from './remote-task.ts'

export class Unsettled {
  readonly underWay: Map<number, RemoteTask> = new Map()
  readonly #most: number
  readonly #waiting = new Set<RemoteTask>()
  /** Those that wait, in the order in which they begin, and fewer that were settled meanwhile. */
  readonly #queue = new OrderedQueue<RemoteTask>()

  /** `most`: how many may be under way. */
  constructor(most: number) {
    this.#most = most
  }

  get size(): number {
    return this.#waiting.size + this.underWay.size
  }

  get waiting(): number {
    return this.#waiting.size
  }

  all(): RemoteTask[] {
    return [...this.underWay.values(), ...this.#waiting]
  }

  isWaiting(task: RemoteTask): boolean {
    return this.#waiting.has(task)
  }

  add(task: RemoteTask): void {
    this.#waiting.add(task)
    this.#queue.add(task)
  }

  /** The next task, which is under way then. Undefined: there is none, or no room. */
  next(): RemoteTask | undefined {
    while (this.underWay.size < this.#most) {
      const task = this.#queue.shift()
      if (task === undefined) return undefined
      // Settled while it waited.
      if (!this.#waiting.delete(task)) continue
      this.underWay.set(task.number, task)
      return task
    }
    return undefined
  }

  /** The task is settled. Whether it was under way. */
  remove(task: RemoteTask): boolean {
    if (this.#waiting.delete(task)) {
      letGo(this.#queue, task, this.#waiting.size)
      return false
    }
    this.underWay.delete(task.number)
    return true
  }
}
