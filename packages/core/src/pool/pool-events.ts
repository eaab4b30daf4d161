/** The `EventTarget` face of a pool. */

import {
  type EventHandler,
  type EventLike,
  type ListenerOptions,
  plainEvent,
  PlatformEventTarget,
} from '../port/events.ts'

interface OfWorker {
  /** The pool's number of the worker, from 1. */
  readonly workerId: number
  /** The platform's number of the thread; undefined where it has none. */
  readonly threadId: number | undefined
}

/** Further properties of the events of a pool, by their types. */
export interface PoolEventDetails {
  /** A worker has loaded the module and is set up: it takes tasks from now on. */
  workerstart: OfWorker
  /** A worker has ended. `cause`: what it threw, or why the pool ended it; undefined when it was ended because nobody needs it. */
  workerend: OfWorker & { readonly exitCode: number | undefined; readonly cause: unknown }
  /** A task is settled. `workerId`: the worker that had begun it. `error`: what it rejects with, if `isFailed`. */
  taskend: {
    readonly name: string
    readonly workerId: number | undefined
    readonly isFailed: boolean
    readonly error: unknown
  }
  /** Tasks had to wait for a worker, and now none does. */
  drain: object
  /** No task is pending any more. */
  idle: object
  /** A worker could not start or load the module, died, or its `setup` or `teardown` has failed. Tasks that it had begun reject, too. */
  error: OfWorker & { readonly error: unknown }
}

export type PoolEventType = keyof PoolEventDetails

/** The event of each type. */
export type PoolEventMap = { [Type in PoolEventType]: EventLike & { readonly type: Type } & PoolEventDetails[Type] }

type PoolListener<Type extends PoolEventType> =
  | EventHandler<PoolEventMap[Type]>
  | { handleEvent(event: PoolEventMap[Type]): unknown }
  | null

/** Others that are told of the events of pools, such as the channels of `node:diagnostics_channel`. */
export interface PoolTrace {
  isHeard(type: PoolEventType): boolean
  tell(type: PoolEventType, detail: { readonly pool: object }): void
}

export class PoolEvents extends PlatformEventTarget {
  readonly #trace: PoolTrace | undefined
  /** Types for which there was ever a listener. */
  #heard: Set<string> | undefined

  constructor(trace: PoolTrace | undefined) {
    super()
    this.#trace = trace
  }

  override addEventListener<Type extends PoolEventType>(
    type: Type,
    listener: PoolListener<Type>,
    options?: ListenerOptions | boolean,
  ): void {
    super.addEventListener(type, listener, options)
    const heard = (this.#heard ??= new Set())
    if (heard.has(type)) return
    heard.add(type)
    this.onHeard(type)
  }

  override removeEventListener<Type extends PoolEventType>(
    type: Type,
    listener: PoolListener<Type>,
    options?: ListenerOptions | boolean,
  ): void {
    super.removeEventListener(type, listener, options)
  }

  /** The first listener for a type. */
  protected onHeard(_type: string): void {}

  /** @internal Whether anybody wants to know. */
  protected isHeard(type: PoolEventType): boolean {
    return this.#heard?.has(type) === true || this.#trace?.isHeard(type) === true
  }

  /** @internal A moment later: what a listener does meets no half-done work of the pool. */
  protected tell<Type extends PoolEventType>(type: Type, detail: PoolEventDetails[Type]): void {
    if (!this.isHeard(type)) return
    void Promise.resolve().then(() => {
      if (this.#heard?.has(type) === true) this.dispatchEvent(Object.assign(plainEvent(type), detail))
      if (this.#trace?.isHeard(type) === true) this.#trace.tell(type, { pool: this, ...detail })
    })
  }
}
