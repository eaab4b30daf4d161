/** One call of `Pool.run`: what it asks for, who waits for it, and where it is now. */

import type { Feeds } from './feeds.ts'
import type { RareParts } from './messages.ts'
import type { Transfer } from '../port/transfer.ts'
import type { Member } from './member.ts'
import type { TaskScope } from './platform.ts'
import type { RunLimit } from './run-limit.ts'
import type { StopWatching } from './watch.ts'

/** Tasks with the same go to the same worker. */
export type TaskKey = string | number

/** Where a task is to run, and when, if that matters. */
export interface Placement {
  readonly key: TaskKey | undefined
  readonly priority: number
  /** The worker that has its key, or the only one that may run it. */
  home: Member | undefined
  /** On no other worker: without its home it is left out. */
  readonly isOnly: boolean
}

let resolveNext: (result: any) => void
let rejectNext: (error: unknown) => void
// One function for all promises, instead of a closure for each.
const keep = (resolve: (result: any) => void, reject: (error: unknown) => void): void => {
  resolveNext = resolve
  rejectNext = reject
}

export class Task {
  value: unknown
  /** The function to call; undefined: the pool's default. */
  readonly name: string | undefined
  /** Objects that move to the worker. Such a task is posted once: after that its objects are no longer here. */
  readonly transfer: Transfer | undefined
  readonly promise: Promise<any>
  resolve: (result: any) => void
  reject: (error: unknown) => void
  /** The worker that has it; undefined while it waits in the queue, and once it is settled. */
  member: Member | undefined = undefined
  /** Its number on that worker. */
  number = 0
  isSettled = false
  /** It was asked to end: however it does, its caller gets this reason. */
  endsWith: { readonly reason: unknown } | undefined = undefined
  /** How often it may run again when its worker dies. */
  retries: number
  stopWatching: StopWatching | undefined = undefined
  limit: RunLimit | undefined = undefined
  scope: TaskScope | undefined = undefined
  /** It is about to be cancelled. */
  onCancelled: (() => void) | undefined = undefined
  /** Other things that its worker must know: see `TaskMessage`. */
  more: RareParts | undefined = undefined
  /** Gives its worker the values of its sources. */
  feeds: Feeds | undefined = undefined
  place: Placement | undefined = undefined
  /** It is a stream, and nobody waits for its next value. */
  isResting = false
  /** When `run` was called, where that is measured. */
  since = 0

  constructor(value: unknown, name: string | undefined, transfer: Transfer | undefined, retries: number) {
    this.value = value
    this.name = name
    this.transfer = transfer
    this.retries = retries
    this.promise = new Promise(keep)
    this.resolve = resolveNext
    this.reject = rejectNext
  }
}
