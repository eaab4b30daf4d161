/** Messages between a pool and its workers: arrays of few fixed forms, and values alone (`alone.ts`). */

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
  /** The last value of `Pool.broadcast`, if there was one. */
  readonly broadcast?: readonly [value: unknown] | undefined
  /** The pool wants to know when the heap is larger. */
  readonly heapBytes?: number | undefined
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
/** To the worker, of no task: what it is, and what it brings. */
export type NoticeMessage = [
  none: 0,
  kind: typeof BROADCAST | typeof SET_UP | typeof TEAR_DOWN | typeof TELL_HEAP,
  value?: unknown,
]
/** To the worker, after its setup. */
export type PoolMessage = TaskMessage | MoreMessage | EndMessage | FeedMessage | NoticeMessage

/** A value for all tasks from now on. */
export const BROADCAST = 1
/** The answer to SETTING_UP: everything that was broadcast before has come. */
export const SET_UP = 4
/** The worker is about to end: it calls `teardown`, and says when that is done. */
export const TEAR_DOWN = 2
/** The pool asks how large the heap is. */
export const TELL_HEAP = 3

/** In the place of a task's number: `teardown` is done; or something else, which the third says. */
export const NOTICE = 0
/**
 * In the place of a task's number: the module is loaded, and tasks may come. In the place of a result: whether it has a `teardown`.
 * Last, the bytes of its heap, if the platform tells.
 */
export const LOADED = -1
/** In the place of a task's number: the module cannot be loaded. */
export const NOT_LOADED = -2

/** In the place of a task's number: this minus the number. A value of its stream, of which more may follow. */
export const PART: number = -2

/** Third in a message of a worker: what this message is. Without, it is a result. */
export const FAILED = 1
/** With NOT_LOADED: it was `setup` that failed. */
export const SETUP_FAILED = 2
/** With NOTICE: this is the size of the heap. */
export const HEAP = 3
/** With NOTICE: the module is loaded, and has a `setup`. The pool answers by SET_UP. */
export const SETTING_UP = 4

/** From the worker, in the place of a value of a stream: it takes so many more values of a source. 0: it has left the source. */
export type AskMessage = [part: number, more: number, kind: typeof ASKS, index: number]
export const ASKS = 5

/** The parts of an error that its clone would lose. */
export interface ErrorExtras {
  /** If it is none of the standard ones. */
  readonly name?: string
  /** Own properties of the program, such as `code`. */
  readonly own?: Readonly<Record<string, unknown>>
  /** A `DOMException` whose clone would be an empty object: a plain error stands for it. */
  readonly isDom?: boolean
}

/** From the worker: the number, the result or error, whether it failed, what the error's clone would lose, and the milliseconds it took. */
export type WorkerMessage = [
  number: number,
  result?: unknown,
  kind?: typeof FAILED | typeof SETUP_FAILED | typeof HEAP | typeof SETTING_UP | 0,
  extras?: ErrorExtras | undefined,
  runMs?: number | undefined,
]
