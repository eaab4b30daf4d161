/** Messages between a pool and its workers. Arrays of few fixed forms: they are the cheapest to encode and to decode. */

/** To the worker, once, before any task. `Setup` of the platform may hold more, such as which module to load. */
export interface Setup {
  /** Absent where there is no shared memory: then a task that was sent cannot be taken back. */
  readonly claims: Int32Array | undefined
  /** How many tasks the worker runs at a time. */
  readonly concurrency: number
  /** The function to call for tasks without a name. */
  readonly name: string
  /** Whether the worker measures how long each task takes. */
  readonly isTimed: boolean
  /** Functions get their context as a second argument, and generators may be streamed. */
  readonly hasContext: boolean
  /** The pool's number of the worker, from 1. */
  readonly workerId: number
}

/**
 * To the worker: the number of the task, its value, and the function to call unless it is the default. Rare parts come
 * last: how many values of a stream the pool takes ahead (0: it is no stream), how often the task has begun, this time included, and
 * where in the value its sources belong.
 */
export type TaskMessage =
  | [number: number, value: unknown]
  | [number: number, value: unknown, name: string]
  | [number: number, value: unknown, name: string | undefined, ...more: RareParts]

export type RareParts = readonly [ahead: number, attempt: number, places: readonly Place[] | undefined]

/** Where a source was in the value of its task: the key of a property, or the value itself. And whether it was a `ReadableStream`. */
export type Place = readonly [key: string | undefined, isReadable: boolean]

/** To the worker, of a task that it has: the number negated, and how many values of its stream the pool takes more. */
export type MoreMessage = [negated: number, more: number]
/** To the worker: it is to end a task that it has, for this reason. In the place of how many values more: 0. */
export type EndMessage = [negated: number, none: 0, reason: unknown, extras?: ErrorExtras | undefined]
/** To the worker: a value of a source, its end or its error. Second, where others have a number from 0: -1 minus its index. */
export type FeedMessage = [
  negated: number,
  mark: number,
  kind: typeof GIVES | typeof ENDS | typeof FAILS,
  value: unknown,
  extras?: ErrorExtras | undefined,
]
export const GIVES = 0
export const ENDS = 1
export const FAILS = 2
/** To the worker, after its setup. */
export type PoolMessage = TaskMessage | MoreMessage | EndMessage | FeedMessage

/** In the place of a task's number: the module is loaded, and tasks may come. */
export const LOADED = -1
/** In the place of a task's number: the module cannot be loaded. */
export const NOT_LOADED = -2

/** In the place of a task's number: this minus the number. A value of its stream, of which more may follow. */
export const PART: number = -2

/** Third in a message of a worker: what this message is. Without, it is a result. */
export const FAILED = 1

/** From the worker, in the place of a value of a stream: it takes so many more values of a source. 0: it has left the source. */
export type AskMessage = [part: number, more: number, kind: typeof ASKS, index: number]
export const ASKS = 2

/** The parts of an error that its clone would lose. */
export interface ErrorExtras {
  /** If it is none of the standard ones. */
  readonly name?: string
  /** Own properties of the program, such as `code`. */
  readonly own?: Readonly<Record<string, unknown>>
}

/** From the worker: the number, the result or error, whether it failed, what the error's clone would lose, and the milliseconds it took. */
export type WorkerMessage = [
  number: number,
  result?: unknown,
  kind?: typeof FAILED | 0,
  extras?: ErrorExtras | undefined,
  runMs?: number,
]
