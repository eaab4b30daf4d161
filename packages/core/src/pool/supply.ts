/** The tasks of an iterable, taken while there is room for them. */

export type TaskSource<Task> = Iterable<Task> | AsyncIterable<Task>

export interface SupplyEvents<Task> {
  hasRoom(): boolean
  onTask(task: Task): void
  /** An async source has none for now: there is no room, it is over, or it has failed. */
  onPause(): void
}

export class Supply<Task> {
  readonly #tasks: Iterator<Task> | AsyncIterator<Task>
  readonly #isAsync: boolean
  readonly #events: SupplyEvents<Task>
  #isAsking = false
  #isLeft = false
  isOver = false
  failure: { readonly error: unknown } | undefined

  constructor(source: TaskSource<Task>, events: SupplyEvents<Task>) {
    const asyncTasks = (source as AsyncIterable<Task>)[Symbol.asyncIterator]?.()
    this.#isAsync = asyncTasks !== undefined
    this.#tasks = asyncTasks ?? (source as Iterable<Task>)[Symbol.iterator]()
    this.#events = events
  }

  /** Takes tasks at once, and those of an async source as they come. */
  fill(): void {
    if (this.#isAsync) {
      if (!this.#isAsking && this.#hasRoom) void this.#fillAsync()
    } else while (this.#hasRoom) this.#onNext(this.#tasks.next() as IteratorResult<Task>)
  }

  /** Nobody takes its tasks any more. */
  async leave(): Promise<void> {
    this.#isLeft = true
    if (this.isOver) return
    const returned = this.#tasks.return?.()
    // A generator that is at its next task returns after that, which may never come.
    if (this.#isAsking) Promise.resolve(returned).catch(() => {})
    else await returned
  }

  get #hasRoom(): boolean {
    return !this.isOver && this.#events.hasRoom()
  }

  async #fillAsync(): Promise<void> {
    this.#isAsking = true
    try {
      while (this.#hasRoom) {
        const next = await this.#tasks.next()
        if (this.#isLeft) return
        this.#onNext(next)
      }
    } catch (error) {
      this.failure = { error }
    }
    this.#isAsking = false
    this.#events.onPause()
  }

  #onNext({ done, value }: IteratorResult<Task>): void {
    if (done === true) this.isOver = true
    else this.#events.onTask(value)
  }
}
