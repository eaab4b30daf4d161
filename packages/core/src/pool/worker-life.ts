/** The worker's side of all that is not one task: what was broadcast, and how large the heap is. */

import type { Transfer } from '../port/transfer.ts'
import {
  BROADCAST,
  HEAP,
  NOTICE,
  type NoticeMessage,
  SET_UP,
  SETTING_UP,
  type Setup,
  type WorkerMessage,
} from './messages.ts'
import { WorkerContext } from './worker-context.ts'

/** Looking at the heap costs as much as several small tasks. */
const LOOK_EVERY_MS = 20

interface Posting {
  postMessage(message: unknown, transfer?: Transfer): void
}

export class WorkerLife {
  readonly #port: Posting
  readonly #now: () => number
  readonly #heapOf: (() => number) | undefined
  readonly #limit: number
  readonly context: WorkerContext
  /** The pool wants to know when the heap is too large. */
  isWatched: boolean
  #lastLook = 0

  constructor(port: Posting, setup: Setup, now: () => number, heapOf: (() => number) | undefined) {
    const { workerId, broadcast, heapBytes } = setup
    this.#port = port
    this.#now = now
    this.#heapOf = heapOf
    this.#limit = heapBytes ?? Infinity
    this.isWatched = heapBytes !== undefined && heapOf !== undefined
    this.context = new WorkerContext(workerId, broadcast?.[0])
  }

  get heapBytes(): number | undefined {
    return this.#heapOf?.()
  }

  /** Resolves when everything has come that was broadcast before. */
  async beforeSetup(next: () => Promise<unknown>): Promise<void> {
    this.#port.postMessage([NOTICE, undefined, SETTING_UP] satisfies WorkerMessage)
    for (;;) {
      // Nothing else comes before the worker says that it is loaded.
      const notice = (await next()) as NoticeMessage
      if (notice[1] === SET_UP) return
      this.onNotice(notice)
    }
  }

  /** A task is over. */
  watch(): void {
    const now = this.#now()
    if (now - this.#lastLook < LOOK_EVERY_MS) return
    this.#lastLook = now
    const bytes = this.heapBytes!
    if (bytes <= this.#limit) return
    this.isWatched = false
    this.#tell(bytes)
  }

  onNotice([, kind, value]: NoticeMessage): void {
    if (kind === BROADCAST) this.context.broadcast = value
    else if (this.#heapOf !== undefined) this.#tell(this.#heapOf())
  }

  #tell(bytes: number): void {
    this.#port.postMessage([NOTICE, bytes, HEAP] satisfies WorkerMessage)
  }
}
