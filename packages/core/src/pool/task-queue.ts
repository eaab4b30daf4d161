/** Tasks that wait for a worker. */

import { Fifo } from '../direction/fifo.ts'
import type { StopWatching } from './watch.ts'

/** The properties of a task that a queue may use. */
export interface QueuedTask {
  readonly value: unknown
  /** The function to call; undefined: the pool's default. */
  readonly name: string | undefined
  /** The caller may cancel it. */
  readonly stopWatching: StopWatching | undefined
}

/** The methods of a queue with another order. It gives back the very objects that it was given. */
export interface TaskQueue<Task extends QueuedTask = QueuedTask> {
  add(task: Task): void
  /** It has waited already, and comes before the others. */
  putBack(task: Task): void
  shift(): Task | undefined
  /** The task was cancelled. Without this method it may stay, and is left out when `shift` gives it. */
  remove?(task: Task): void
  /** Of a queue without `remove`: how many tasks it has, cancelled ones included. All that `shift` gives, added again, keep their order. */
  readonly length?: number
}

/** First in, first out. */
export const fifo = (): TaskQueue => new Fifo<QueuedTask>()
