/** The reader's end of a stream: values that are there before somebody asks, and those who ask before values are there. */

import { Fifo } from '../direction/fifo.ts'
import { abortError } from '../errors.ts'

/** One that was begun. Settles when the last value has come. */
export interface Begun {
  readonly promise: Promise<unknown>
}

/** The requests of a stream to the thread that gives its values. */
export interface StreamDesk<Stream extends Begun = any> {
  start(onPart: (value: unknown) => void, onCancelled: () => void): Stream
  /** The other thread may give so many more. */
  ask(stream: Stream, more: number): void
  /** Whether nobody waits for the next value. */
  rest(stream: Stream, isResting: boolean): void
  /** Ends it, for this reason. */
  leave(stream: Stream, reason: unknown): void
}

interface Reader {
  /** It is not abandoned while somebody waits for its next value. */
  readonly stream: object
  readonly resolve: (result: IteratorResult<unknown, void>) => void
  readonly reject: (error: unknown) => void
}

export class Reading {
  readonly #desk: StreamDesk
  /** Asks for more once so many were taken. */
  readonly #portion: number
  readonly #parts = new Fifo<unknown>()
  readonly #readers = new Fifo<Reader>()
  #task: Begun | undefined
  /** When the task is settled, and all readers know. */
  #settled: Promise<void> | undefined
  #taken = 0
  #isAboutToRest = false
  readonly #restIfIdle = (): void => {
    this.#isAboutToRest = false
    if (this.#readers.length === 0 && !this.#isOver && !this.#isLeft) this.#desk.rest(this.#task!, true)
  }
  /** Values that still come are for nobody. */
  #isLeft = false
  #isOver = false
  #failure: { readonly error: unknown } | undefined
  #leftFor: unknown

  constructor(desk: StreamDesk, portion: number) {
    this.#desk = desk
    this.#portion = portion
  }

  /** `stream`: the object whose collection calls `forget`. */
  next(stream: object): Promise<IteratorResult<unknown, void>> {
    if (this.#task === undefined && !this.#isOver) this.#start()
    if (this.#parts.length > 0) {
      const value = this.#parts.shift()
      this.#take()
      return Promise.resolve({ value, done: false })
    }
    if (this.#isOver) return this.#end()
    this.#desk.rest(this.#task!, false)
    return new Promise((resolve, reject) => this.#readers.add({ stream, resolve, reject }))
  }

  /** Resolves when the task is settled. Rejects with what the generator throws at its end. */
  async leave(): Promise<void> {
    const task = this.#task
    this.#parts.clear()
    if (task !== undefined && !this.#isOver) {
      // Nobody has to be told what happens before.
      const isFirst = !this.#isLeft
      this.#desk.rest(task, false)
      this.#leave(task)
      await this.#settled
      if (isFirst) await this.#end()
    }
    this.#isOver = true
    this.#failure = undefined
  }

  /** Nobody can read it any more, and nobody learns how it ends. */
  forget(): void {
    if (this.#task !== undefined && !this.#isOver) this.#leave(this.#task)
  }

  #start(): void {
    const task = this.#desk.start(
      (value) => this.#onPart(value),
      () => this.#drop(),
    )
    this.#task = task
    this.#settled = task.promise.then(
      () => this.#onSettled(undefined),
      (error: unknown) => this.#onSettled({ error }),
    )
  }

  #leave(task: Begun): void {
    if (this.#isLeft) return
    this.#drop()
    this.#leftFor = abortError('The reader has left the stream')
    this.#desk.leave(task, this.#leftFor)
  }

  #drop(): void {
    this.#isLeft = true
    this.#parts.clear()
  }

  #onPart(value: unknown): void {
    if (this.#isLeft) return
    const reader = this.#readers.shift()
    if (reader === undefined) return this.#parts.add(value)
    reader.resolve({ value, done: false })
    this.#take()
    if (this.#readers.length === 0 && !this.#isAboutToRest) this.#restSoon()
  }

  /** A loop asks for its next value at once: not to rest in between saves two calls of the platform a value. */
  #restSoon(): void {
    this.#isAboutToRest = true
    void Promise.resolve().then(this.#restIfIdle)
  }

  #take(): void {
    if (this.#isOver || ++this.#taken < this.#portion) return
    this.#desk.ask(this.#task!, this.#taken)
    this.#taken = 0
  }

  #onSettled(failure: { readonly error: unknown } | undefined): void {
    this.#isOver = true
    this.#failure = failure
    for (let reader = this.#readers.shift(); reader !== undefined; reader = this.#readers.shift())
      this.#end().then(reader.resolve, reader.reject)
  }

  #end(): Promise<IteratorResult<unknown, void>> {
    const failure = this.#failure
    this.#failure = undefined
    if (failure !== undefined && failure.error !== this.#leftFor) return Promise.reject(failure.error)
    return Promise.resolve({ value: undefined, done: true })
  }
}
