/** The pool's end of the sources of a task: their values go to its worker as far as the worker asks for them. */

import { clonableOf, extrasOf, plainErrorOf } from './failure.ts'
import { ENDS, FAILS, type FeedMessage, GIVES } from './messages.ts'
import { isMoved } from './move.ts'
import { disposeUnread, iteratorOf, type Source } from './source.ts'
import type { Transfer } from '../port/transfer.ts'

/** All of a message but the number of the task. */
export type FeedTail = FeedMessage extends [number, ...infer Tail] ? Tail : never
type Post = (tail: FeedTail, transfer: Transfer | undefined) => void

export class Feeds {
  readonly #feeds: readonly Feed[]

  /** `post` may throw what `postMessage` throws. */
  constructor(sources: readonly Source[], post: Post) {
    this.#feeds = sources.map((source, index) => new Feed(source, -1 - index, post))
  }

  /** The worker takes so many more values of a source; none: it has left it. */
  ask(index: number, more: number): void {
    const feed = this.#feeds[index]!
    if (more > 0) feed.ask(more)
    else feed.end()
  }

  /** The task is over: nobody reads its sources any more. */
  end(): void {
    for (const feed of this.#feeds) feed.end()
  }
}

class Feed {
  readonly #source: Source
  readonly #mark: number
  readonly #post: Post
  /** Absent while nothing was asked for. */
  #iterator: AsyncIterator<unknown> | undefined
  #asked = 0
  #isGiving = false
  #isOver = false

  constructor(source: Source, mark: number, post: Post) {
    this.#source = source
    this.#mark = mark
    this.#post = post
  }

  ask(more: number): void {
    this.#asked += more
    if (!this.#isGiving && !this.#isOver) void this.#give()
  }

  end(): void {
    if (this.#isOver) return
    this.#isOver = true
    // Nobody hears of a failure at its end: the task has its result, or its reader has enough.
    void this.#leave().catch(() => {})
  }

  async #leave(): Promise<void> {
    await (this.#iterator === undefined ? disposeUnread(this.#source) : this.#iterator.return?.())
  }

  async #give(): Promise<void> {
    this.#isGiving = true
    try {
      this.#iterator ??= iteratorOf(this.#source)
      while (this.#asked > 0) {
        const { value, done } = await this.#iterator.next()
        if (this.#isOver) return
        if (done === true) {
          this.#isOver = true
          return this.#post([this.#mark, ENDS, undefined], undefined)
        }
        this.#asked--
        this.#postValue(value)
      }
    } catch (error) {
      this.#fail(error)
    } finally {
      this.#isGiving = false
    }
  }

  #postValue(value: unknown): void {
    try {
      if (isMoved(value)) this.#post([this.#mark, GIVES, value.value], value.transfer)
      else this.#post([this.#mark, GIVES, value], undefined)
    } catch (error) {
      // It cannot be cloned, and nobody wants those that follow.
      this.#fail(error)
      this.#iterator!.return?.().catch(() => {})
    }
  }

  #fail(error: unknown): void {
    if (this.#isOver) return
    this.#isOver = true
    try {
      this.#post([this.#mark, FAILS, clonableOf(error), extrasOf(error)], undefined)
    } catch {
      this.#post([this.#mark, FAILS, plainErrorOf(error)], undefined)
    }
  }
}
