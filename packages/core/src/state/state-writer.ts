/// <reference lib="esnext.disposable" preserve="true" />

/** The one who writes a state. */

import type { Schema } from '../schema/schema.ts'
import { zeroOf } from '../schema/zero.ts'
import { sharedNow } from './clock.ts'
import type { StateSink } from './sink.ts'
import type { StateMode } from './source.ts'

/** Publishes states of one schema; each takes the place of the one before. Never waits for a reader. */
export class StateWriter<T> {
  readonly #schema: Schema<T, unknown>
  readonly #sink: StateSink
  readonly #maxBytes: number
  /** What `update` fills. */
  #draft: (T & object) | undefined
  /** `set` has published something else since. */
  #isDraftStale = false
  #version = 0
  #isMute = false

  constructor(schema: Schema<T, unknown>, sink: StateSink, maxBytes: number) {
    this.#schema = schema
    this.#sink = sink
    this.#maxBytes = maxBytes
  }

  /** The port has ended, and with it whoever read: nothing is published any more. */
  static mute(writer: StateWriter<any>): void {
    writer.#isMute = true
    writer.#sink.letGo()
  }

  /** `shared`, or `copied` where there is no shared memory. */
  get mode(): StateMode {
    return this.#sink.mode
  }

  /** How many states have been published. */
  get version(): number {
    return this.#version
  }

  /**
   * Publishes a state.
   *
   * @throws SchemaError when the value does not fit the schema; RangeError when it takes more than `maxBytes`; ClosedError
   *   after `close`. Readers then keep the state that they have.
   */
  set(value: T): void {
    if (this.#isMute) return
    this.#publish(value)
    this.#isDraftStale = true
  }

  /**
   * Publishes what `fill` makes of the previous state. It gets the same object each time; the first time every number in it
   * is 0, every text and list empty.
   *
   * @throws TypeError when the schema is neither a struct nor a list; as `set` otherwise. What `fill` throws passes through,
   *   and nothing is published.
   */
  update(fill: (state: T) => void): void {
    if (this.#isMute) return
    const draft = this.#draftOfLatest()
    fill(draft)
    this.#publish(draft)
    this.#isDraftStale = false
  }

  /** Tells the readers that no state comes after the last. Nothing the second time. */
  close(): void {
    if (!this.#isMute) this.#sink.close()
  }

  [Symbol.dispose](): void {
    this.close()
  }

  #publish(value: T): void {
    const sink = this.#sink
    let at = sink.claim()
    let end = this.#schema.encodeInto(value, sink.span, at, at + sink.room)
    while (end === -1) {
      if (!sink.grow()) throwTooLarge(this.#maxBytes)
      at = sink.claim()
      end = this.#schema.encodeInto(value, sink.span, at, at + sink.room)
    }
    sink.publish(end - at, this.#version + 1, sharedNow())
    this.#version++
  }

  #draftOfLatest(): T & object {
    const { latest } = this.#sink
    const draft = this.#draft
    if (draft === undefined) {
      const first =
        latest === undefined ? zeroOf(this.#schema) : this.#schema.decode(latest.span, latest.offset, latest.end)
      if (typeof first !== 'object' || first === null)
        throw new TypeError(`Cannot update a ${this.#schema.type.name}: use set()`)
      return (this.#draft = first)
    }
    if (this.#isDraftStale && latest !== undefined) {
      const { span, offset, end } = latest
      if (this.#schema.type.refilled === undefined) this.#draft = this.#schema.decode(span, offset, end) as T & object
      else this.#schema.decodeInto(draft, span, offset, end)
      this.#isDraftStale = false
    }
    return this.#draft ?? draft
  }
}

function throwTooLarge(maxBytes: number): never {
  throw new RangeError(
    `Cannot publish a state of more than ${maxBytes} bytes: create it with a larger maxBytes, or publish less`,
  )
}
