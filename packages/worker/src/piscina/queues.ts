/** Queues with Piscina's face, and how the pool uses one. */

import type { QueuedTask, TaskQueue as PoolQueue } from '@slipring/core/pool'

export const queueOptionsSymbol: unique symbol = Symbol.for('Piscina.queueOptions') as never

/** The task that a queue is given. */
export interface PiscinaTask {
  /** The task's value under `queueOptionsSymbol`, or null. */
  readonly [queueOptionsSymbol]: object | null
  readonly taskId: number
  readonly filename: string
  readonly name: string
  readonly created: number
  readonly isAbortable: boolean
  /** The value that `run` was given. */
  readonly task?: unknown
}

export interface TaskQueue {
  readonly size: number
  shift(): PiscinaTask | null
  remove(task: PiscinaTask): void
  push(task: PiscinaTask): void
  unshift?(task: PiscinaTask): void
}

/** First in, first out. */
export class ArrayTaskQueue implements TaskQueue {
  tasks: PiscinaTask[] = []

  get size(): number {
    return this.tasks.length
  }

  shift(): PiscinaTask | null {
    return this.tasks.shift() ?? null
  }

  push(task: PiscinaTask): void {
    this.tasks.push(task)
  }

  unshift(task: PiscinaTask): void {
    this.tasks.unshift(task)
  }

  remove(task: PiscinaTask): void {
    const index = this.tasks.indexOf(task)
    if (index >= 0) this.tasks.splice(index, 1)
  }
}

/** The same, at the same cost however many tasks wait. */
export class FixedQueue implements TaskQueue {
  // A Set keeps its order, and finds what is to be removed.
  #tasks = new Set<PiscinaTask>()

  get size(): number {
    return this.#tasks.size
  }

  isEmpty(): boolean {
    return this.#tasks.size === 0
  }

  push(task: PiscinaTask): void {
    this.#tasks.add(task)
  }

  unshift(task: PiscinaTask): void {
    this.#tasks = new Set([task, ...this.#tasks])
  }

  shift(): PiscinaTask | null {
    for (const task of this.#tasks) {
      this.#tasks.delete(task)
      return task
    }
    return null
  }

  remove(task: PiscinaTask): void {
    this.#tasks.delete(task)
  }
}

export function isTaskQueue(value: unknown): value is TaskQueue {
  if (typeof value !== 'object' || value === null || !('size' in value)) return false
  const { shift, push, remove } = value as Partial<TaskQueue>
  return typeof shift === 'function' && typeof push === 'function' && typeof remove === 'function'
}

/** A program's queue in the place of the pool's. */
export class OwnQueue implements PoolQueue {
  readonly #queue: TaskQueue
  readonly #describe: (task: QueuedTask) => PiscinaTask
  readonly #tasks = new Map<PiscinaTask, QueuedTask>()
  /** Those that the queue has given, and that no worker could have. */
  #skipped: QueuedTask[] = []

  constructor(queue: TaskQueue, describe: (task: QueuedTask) => PiscinaTask) {
    this.#queue = queue
    this.#describe = describe
  }

  add(task: QueuedTask): void {
    const described = this.#describe(task)
    this.#queue.push(described)
    this.#tasks.set(described, task)
  }

  putBack(task: QueuedTask): void {
    this.#skipped.unshift(task)
  }

  shift(): QueuedTask | undefined {
    if (this.#skipped.length > 0) return this.#skipped.shift()
    while (this.#queue.size > 0) {
      const described = this.#queue.shift()
      if (described === null) break
      const task = this.#tasks.get(described)
      // A push that has thrown may have left something that is no task.
      if (task === undefined) continue
      this.#tasks.delete(described)
      return task
    }
    return undefined
  }

  remove(task: QueuedTask): void {
    this.#skipped = this.#skipped.filter((other) => other !== task)
    const described = this.#describe(task)
    if (this.#tasks.delete(described)) this.#queue.remove(described)
  }
}
