/** Tasks that wait for a worker. */

import { Fifo } from '../channel/fifo.ts'
import type { Task } from './task.ts'

/** What a queue of another order must provide. */
export interface TaskQueue {
  /** The task that `shift` will give, where that is known. */
  readonly first: Task | undefined
  add(task: Task): void
  /** It has waited already, and comes before the others. */
  putBack(task: Task): void
  shift(): Task | undefined
}

/** First in, first out. */
export const fifo = (): TaskQueue => new Fifo<Task>()
