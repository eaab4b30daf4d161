/** When the time of a task begins that a worker was sent ahead of time: when it can begin it, behind those before. */

import { LAST_NUMBER } from './claims.ts'
import type { RunLimit } from './run-limit.ts'

interface Limited {
  /** Its number on the worker. */
  readonly number: number
  readonly limit: RunLimit | undefined
}

interface Waiting {
  readonly task: Limited
  /** It can begin when `#done` is this. */
  dueAt: number
}

/** A worker begins its tasks in the order in which they were sent. So a task can begin when few enough before it are not done. */
export class LimitsAhead {
  readonly #concurrency: number
  /** Tasks that the worker had begun, and no longer has. */
  #done = 0
  readonly #waiting: Waiting[] = []

  constructor(concurrency: number) {
    this.#concurrency = concurrency
  }

  /** `before`: how many tasks the worker has that it was sent before. */
  sent(task: Limited, before: number): void {
    const dueAt = this.#done + before + 1 - this.#concurrency
    if (dueAt <= this.#done) task.limit!.start()
    else this.#waiting.push({ task, dueAt })
  }

  /** The worker had begun it. */
  left(task: Limited): void {
    if (this.#waiting.length === 0) return
    this.#done++
    // Cancelled, before the pool has the results of those before it.
    if (task.limit !== undefined) this.#drop(task)
    this.#startDue()
  }

  /** The worker had not begun it: those before it wait for as many as they did. */
  withdrawn(task: Limited): void {
    if (this.#waiting.length === 0) return
    this.#drop(task)
    for (const other of this.#waiting) if (isAfter(other.task.number, task.number)) other.dueAt--
    this.#startDue()
  }

  #drop(task: Limited): void {
    const index = this.#waiting.findIndex((waiting) => waiting.task === task)
    if (index >= 0) this.#waiting.splice(index, 1)
  }

  #startDue(): void {
    while (this.#waiting.length > 0 && this.#waiting[0]!.dueAt <= this.#done) this.#waiting.shift()!.task.limit!.start()
  }
}

function isAfter(number: number, other: number): boolean {
  return (number - other + LAST_NUMBER) % LAST_NUMBER < LAST_NUMBER / 2
}
