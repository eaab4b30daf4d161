/// <reference lib="esnext.disposable" preserve="true" />

/** The writer of a state. */

import { copyBytes } from '../codec/copy.ts'
import { Refilled } from '../schema/refilled.ts'
import type { Schema } from '../schema/schema.ts'
import { type RowsBefore, Table } from '../schema/table.ts'
import { hasTables, tablesIn } from '../schema/tables-in.ts'
import { headBytesOf, zeroOf } from '../schema/zero.ts'
import { sharedNow } from './clock.ts'
import { SlotViews } from './slot-views.ts'
import type { StateSink } from './sink.ts'
import type { StateMode } from './source.ts'

/** Publishes states of one schema. Each replaces the one before. It never waits for a reader. */
export class StateWriter<T, V = unknown> {
  readonly #schema: Schema<T, V>
  readonly #sink: StateSink
  readonly #maxBytes: number
  /** The object that `update` fills. */
  #draft: Refilled<T> | undefined
  /** It is not the state that was published last: `set` has published another, or an update has failed. */
  #isDraftStale = false
  #version = 0
  #isMute = false
  #isGoingBack = false
  /** The program is called while a place is claimed: a second claim would be of the same place. */
  #isWriting = false
  #views: SlotViews<V> | undefined

  constructor(schema: Schema<T, V>, sink: StateSink, maxBytes: number) {
    this.#schema = schema
    this.#sink = sink
    this.#maxBytes = maxBytes
  }

  /** The port has ended, and so has its reader: nothing is published any more. */
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
   * Publishes a state. After an exception readers keep the state that they have.
   *
   * @throws SchemaError when the value does not fit the schema; RangeError when it takes more than `maxBytes`; ClosedError
   *   after `close`; Error while another state is being written, as by `fill` of `writeInPlace`.
   */
  set(value: T): void {
    if (this.#isMute) return
    this.#publish(value)
    this.#isDraftStale = true
  }

  /**
   * Publishes the previous state as `fill` changes it. `fill` gets the same object each time. At the first call every number in
   * the object is 0, and every text and list is empty. After an exception nothing is published, and the object has the contents
   * of the previous state again.
   *
   * @throws TypeError when the schema is neither a struct nor a list; otherwise as `set`, and the errors of `fill`.
   */
  update(fill: (state: T) => void): void {
    if (this.#isMute) return
    if (this.#isWriting) throwWriting()
    const draft = this.#draftOfLatest()
    try {
      fill(draft)
      this.#publish(draft)
    } catch (error) {
      this.#undo()
      throw error
    }
    this.#isDraftStale = false
  }

  /**
   * Publishes a state that `fill` writes in place, to the columns of `next`: nothing is copied or encoded. The columns hold an
   * earlier state or zeros, so `fill` must write all of them. `latest` is the state before, for reading only; undefined the first
   * time. Both end with the call. Nothing is published when `fill` throws, and what it has written is lost.
   *
   * In mode `shared` a WebAssembly program can do the work: `next.x.byteOffset` is the address in the memory that the state was
   * created in.
   *
   * @throws TypeError when values of the schema have no fixed size; ClosedError after `close`; Error within another `fill`; the errors
   *   of `fill`.
   */
  writeInPlace(fill: (next: V, latest: V | undefined) => void): void {
    if (this.#isMute) return
    if (this.#isWriting) throwWriting()
    const sink = this.#sink
    const views = (this.#views ??= new SlotViews(this.#schema, fixedBytesOf(this.#schema)))
    let at = sink.claim()
    while (sink.room < views.bytes) {
      sink.grow()
      at = sink.claim()
    }
    const { span, latest } = sink
    this.#isWriting = true
    try {
      fill(views.at(span, at), latest === undefined ? undefined : views.at(latest.span, latest.offset))
    } catch (error) {
      this.#clean(at)
      throw error
    } finally {
      this.#isWriting = false
      views.release(span, at)
      if (latest !== undefined) views.release(latest.span, latest.offset)
    }
    sink.publish(views.bytes, this.#version + 1, sharedNow())
    this.#version++
    this.#isDraftStale = true
  }

  /** Numbers of the states that `rollback` can go back to, the oldest first. Empty without a history. */
  get versions(): readonly number[] {
    return this.#sink.back?.versions ?? []
  }

  /**
   * Makes an earlier state the newest again: `version` is its number, and the next state has the number after it. Readers are shown
   * it at once, and `at` does not give those after it any more.
   *
   * With `again` readers are shown nothing before it returns or throws, and then the newest state alone. So a game goes back, and
   * computes the steps until the present once more with an input that came late. These states have the times of those whose numbers
   * they get. A table counts all of its rows as changed.
   *
   * @throws RangeError when the history does not have that state, or not any more; TypeError for a state without a history;
   *   Error within `again`, and as `set`; ClosedError after `close`; the errors of `again`.
   */
  rollback(version: number, again?: () => void): void {
    if (this.#isMute) return
    const sink = this.#sink.back
    if (sink === undefined) throwNoHistory()
    if (this.#isWriting) throwWriting()
    if (this.#isGoingBack) throwGoingBack(version)
    sink.claim()
    const before = hasTables(this.#schema.type) ? this.#tables().map(Table.rowsOf) : []
    sink.goBackTo(version)
    this.#version = version
    this.#isDraftStale = true
    this.#isGoingBack = true
    try {
      if (before.length > 0) this.#noteTakenBack(before)
      again?.()
    } finally {
      this.#isGoingBack = false
      sink.show()
    }
  }

  /** Tells the readers that no more states come. A second call does nothing. */
  close(): void {
    if (!this.#isMute) this.#sink.close()
  }

  [Symbol.dispose](): void {
    this.close()
  }

  #publish(value: T): void {
    if (this.#isWriting) throwWriting()
    const sink = this.#sink
    let at = sink.claim()
    let end: number
    this.#isWriting = true
    try {
      end = this.#schema.encodeInto(value, sink.span, at, at + sink.room)
      while (end === -1) {
        if (!sink.grow()) throwTooLarge(this.#maxBytes)
        at = sink.claim()
        end = this.#schema.encodeInto(value, sink.span, at, at + sink.room)
      }
    } catch (error) {
      this.#clean(at)
      throw error
    } finally {
      this.#isWriting = false
    }
    sink.publish(end - at, this.#version + 1, sharedNow())
    this.#version++
  }

  /** `writeInPlace` shows what is in a slot before it: that must not be a part of a value that failed. */
  #clean(at: number): void {
    const { bytes, isFixed } = headBytesOf(this.#schema)
    if (!isFixed) return
    const { span, latest, room } = this.#sink
    const length = Math.min(bytes, room)
    if (latest === undefined) span.bytes.fill(0, at, at + length)
    else copyBytes(latest.span.bytes, latest.offset, latest.offset + length, span.bytes, at)
  }

  /** Goes back to the last published state. That may be the new one: a stack overflow can end a step after it. */
  #undo(): void {
    this.#isDraftStale = true
    this.#version = this.#sink.version
    this.#draftOfLatest()
  }

  #tables(): Table[] {
    return tablesIn(this.#schema.type, this.#draftOfLatest())
  }

  /** The state that was gone back to, with tables that tell so. */
  #noteTakenBack(before: readonly RowsBefore[]): void {
    this.#tables().forEach((table, index) => Table.noteTakenBack(table, before[index]!))
    this.#version--
    this.#publish(this.#draftOfLatest())
  }

  #draftOfLatest(): T & object {
    const draft = this.#draft
    if (draft !== undefined && (!this.#isDraftStale || this.#isRefilled(draft))) return draft.value as T & object
    const value = this.#latest()
    if (typeof value !== 'object' || value === null)
      throw new TypeError(`Cannot update a ${this.#schema.type.name}: use set()`)
    this.#draft = new Refilled<T>(this.#schema.type, value)
    this.#isDraftStale = false
    return value
  }

  /** False: a program has frozen a part of the draft, or the like. */
  #isRefilled(draft: Refilled<T>): boolean {
    const value = this.#latest()
    try {
      draft.refill(value)
    } catch {
      return false
    }
    this.#isDraftStale = false
    return true
  }

  #latest(): T {
    const { latest } = this.#sink
    return latest === undefined ? zeroOf(this.#schema) : this.#schema.decode(latest.span, latest.offset, latest.end)
  }
}

function fixedBytesOf(schema: Schema<unknown, unknown>): number {
  const { bytes, isFixed } = headBytesOf(schema)
  if (!isFixed)
    throw new TypeError(
      `Cannot write a ${schema.type.name} in place: its size varies, use update(), or a schema of numbers and columns`,
    )
  return bytes
}

function throwNoHistory(): never {
  throw new TypeError('Cannot go back to an earlier state: this one has no history, create it with { history: 64 }')
}

function throwWriting(): never {
  throw new Error('Cannot write a state while another is being written: call it after that')
}

function throwGoingBack(version: number): never {
  throw new Error(`Cannot go back to version ${version} within a rollback: call it after that`)
}

function throwTooLarge(maxBytes: number): never {
  throw new RangeError(
    `Cannot publish a state of more than ${maxBytes} bytes: create it with a larger maxBytes, or publish less`,
  )
}
