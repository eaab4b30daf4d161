/** The worker's end of the sources of its tasks: each is read like a stream, and asks the pool for what it gives. */

import { bare } from '../bare.ts'
import { ClosedError } from '../errors.ts'
import { restoredError } from './failure.ts'
import { ASKS, type AskMessage, ENDS, FAILS, type FeedMessage, PART, type Place } from './messages.ts'
import type { StreamDesk } from './reading.ts'
import { PoolStream, portionOf } from './stream.ts'

/** How far the pool may be ahead of a function that is not streamed. */
const DEFAULT_AHEAD = 16

type Post = (message: AskMessage) => void

export class Inlets {
  readonly #post: Post
  /** Of tasks that are not over. */
  readonly #ofTasks = new Map<number, readonly Inlet[]>()

  constructor(post: Post) {
    this.#post = post
  }

  /** Puts the sources of a task back into their places. The value with them. */
  open(number: number, value: unknown, places: readonly Place[], ahead: number = DEFAULT_AHEAD): unknown {
    const inlets = places.map(
      (_, index) => new Inlet((more: number) => this.#post([PART - number, more, ASKS, index]), ahead),
    )
    this.#ofTasks.set(number, inlets)
    let whole = value
    for (const [index, [key, isReadable]] of places.entries()) {
      const stream = new PoolStream(inlets[index]!, portionOf(ahead, false))
      const source = isReadable ? readableOf(stream) : stream
      if (key === undefined) whole = source
      else
        Object.defineProperty(value, key, bare({ value: source, enumerable: true, configurable: true, writable: true }))
    }
    return whole
  }

  /** A value of a source, or its end. */
  onFed([negated, mark, kind, value, extras]: FeedMessage): void {
    const inlet = this.#ofTasks.get(-negated)?.[-1 - mark]
    if (kind === ENDS) inlet?.end()
    else if (kind === FAILS) inlet?.fail(restoredError(value, extras))
    else inlet?.give(value)
  }

  /** The pool asks the task to end: nothing that it waits for comes. */
  cancel(number: number, reason: unknown): void {
    for (const inlet of this.#ofTasks.get(number) ?? []) inlet.cut(reason)
  }

  /** The task is over. */
  close(number: number): void {
    this.cancel(number, new ClosedError('Cannot read a source of a task that is over', 'closed'))
    this.#ofTasks.delete(number)
  }
}

/** One source, as its reader's desk. */
class Inlet implements StreamDesk<Inlet> {
  readonly #ask: (more: number) => void
  readonly #ahead: number
  readonly promise: Promise<void>
  #resolve!: () => void
  #reject!: (error: unknown) => void
  #onPart: ((value: unknown) => void) | undefined
  #onCancelled: (() => void) | undefined
  #isOver = false

  constructor(ask: (more: number) => void, ahead: number) {
    this.#ask = ask
    this.#ahead = ahead
    this.promise = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
    // Nobody may read it.
    this.promise.catch(() => {})
  }

  start(onPart: (value: unknown) => void, onCancelled: () => void): Inlet {
    this.#onPart = onPart
    this.#onCancelled = onCancelled
    if (!this.#isOver) this.#ask(this.#ahead)
    return this
  }

  ask(_inlet: Inlet, more: number): void {
    if (!this.#isOver) this.#ask(more)
  }

  // A worker is held by its pool.
  rest(): void {}

  leave(): void {
    if (this.#isOver) return
    this.#ask(0)
    this.end()
  }

  give(value: unknown): void {
    this.#onPart?.(value)
  }

  end(): void {
    this.#isOver = true
    this.#resolve()
  }

  fail(error: unknown): void {
    this.#isOver = true
    this.#reject(error)
  }

  /** Also what has come is given to nobody. */
  cut(reason: unknown): void {
    if (this.#isOver) return
    this.#onCancelled?.()
    this.fail(reason)
  }
}

interface ReadableController {
  enqueue(value: unknown): void
  close(): void
}

/** As the pool was given one. It reads no further ahead than the stream below. */
function readableOf(stream: AsyncGenerator<unknown>): object {
  const { ReadableStream } = globalThis as unknown as {
    readonly ReadableStream: new (source: object, strategy: { readonly highWaterMark: number }) => object
  }
  const pull = async (controller: ReadableController): Promise<void> => {
    const { value, done } = await stream.next()
    if (done === true) controller.close()
    else controller.enqueue(value)
  }
  return new ReadableStream({ pull, cancel: () => stream.return(undefined) }, { highWaterMark: 0 })
}
