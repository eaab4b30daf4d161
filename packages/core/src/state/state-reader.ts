/// <reference lib="esnext.disposable" preserve="true" />

/** One reader of a state. */

import { ClosedError, requireOptions, requireTimeout } from '../errors.ts'
import type { AnySchema } from '../schema/constructors.ts'
import type { Schema } from '../schema/schema.ts'
import type { Viewer } from '../schema/viewer.ts'
import { localNow, toLocal } from './clock.ts'
import { type Between, fractionOf, Interval } from './interpolation.ts'
import { KeptStates } from './kept-states.ts'
import { Past } from './past.ts'
import type { Held, StateMode, StateSource } from './source.ts'
import { type ChangedOptions, Waiting } from './waiting.ts'

/** The schema by which states were written: the writer may be of another version of the program. */
export type Written = Pick<AnySchema, 'fingerprint' | 'description'>

/** Where a reader reads. */
export interface Attached<V> {
  readonly schema: Schema<any, V>
  readonly written: Written
  readonly source: StateSource
  readonly place: number
}

export type WatchState = (source: StateSource, current: Held) => void

/** Reads the newest state in place, whenever it is asked. */
export class StateReader<V> {
  #place: number
  #schema: Schema<unknown, V>
  #written: Written
  #source: StateSource
  readonly #waiting: Waiting
  /** One for each slot, so that a view of a slot can keep the arrays that it has made. */
  readonly #viewers: (Viewer<V> | undefined)[] = []
  readonly #endView = (slot: number): void => this.#leave(slot)
  readonly #interval = new Interval()
  readonly #between: Between<V | undefined> = { from: undefined, to: undefined, fraction: 1 }
  /** For frames with a delay: from the first of them on. */
  #kept: KeptStates<V> | undefined
  /** For what is read of a history: from the first time on. */
  #past: Past<V> | undefined
  #latest: V | undefined
  #previous: V | undefined
  /** Not after a replay has gone back: then the state before is no more. */
  #isPreviousBefore = false
  /** How many states this reader has had. */
  #taken = 0
  /** How many had been published before the first of them. */
  #missed = 0
  /** Of the newest one whose time is in the interval. */
  #timed = 0
  #isClosed = false
  #failure: Error | undefined
  /** For a recording. */
  #onState: WatchState | undefined

  constructor(schema: Schema<unknown, V>, source: StateSource, place: number, written: Written = schema) {
    this.#place = place
    this.#schema = schema
    this.#written = written
    this.#source = source
    this.#waiting = new Waiting(source)
  }

  /** The writer is found, of a reader that has read nothing. */
  static attach<V>(reader: StateReader<V>, { schema, written, source, place }: Attached<V>): void {
    if (reader.#isClosed) return source.close()
    reader.#place = place
    reader.#schema = schema
    reader.#written = written
    reader.#source = source
    reader.#waiting.moveTo(source)
  }

  /** The writer's state cannot be read. */
  static fail(reader: StateReader<any>, error: Error): void {
    reader.#failure = error
    reader.#waiting.fail(error)
  }

  /** No more states come: the port has ended. */
  static end(reader: StateReader<any>): void {
    if (!reader.#isClosed) reader.#source.end()
  }

  /** Calls `onState` at each state that this reader goes to, with those that it has skipped if there is a history. */
  static watch(reader: StateReader<any>, onState: WatchState): void {
    reader.#requireOpen()
    if (reader.#onState !== undefined)
      throw new TypeError('Cannot record: this reader is recorded already, end that recording or attach another reader')
    reader.#onState = onState
    if (reader.version !== 0) onState(reader.#source, reader.#source.current)
  }

  static unwatch(reader: StateReader<any>): void {
    reader.#onState = undefined
  }

  static schemaOf(reader: StateReader<any>): Schema<unknown, any> {
    return reader.#schema
  }

  /** That of the writer, as soon as the writer is known. */
  static writtenOf(reader: StateReader<any>): Written {
    return reader.#written
  }

  /** The view that `latest` gave last. */
  static shownBy<V>(reader: StateReader<V>): V | undefined {
    return reader.#latest
  }

  /** Number of this reader, from 0, for `freeReader` if its thread dies. -1: the other side of its port writes no state yet. */
  get place(): number {
    return this.#place
  }

  /** `shared`, or `copied` where there is no shared memory. */
  get mode(): StateMode {
    return this.#source.mode
  }

  /** Number of the state that `latest` gave last, where the first published one is 1. 0 before the first. */
  get version(): number {
    return this.#source.current.version
  }

  /** The time when that state was published, in milliseconds of this thread's `performance.now()`. */
  get time(): number {
    return toLocal(this.#source.current.time)
  }

  /** How many states this reader has missed: they were published between those that it has had. A way back counts as none. */
  get overwritten(): number {
    return this.#taken === 0 ? 0 : this.version - this.#missed - this.#taken
  }

  /** Mean time from one state to the next, in milliseconds; 0 before the second. */
  get interval(): number {
    this.#timeInterval()
    return this.#interval.ms
  }

  /** The writer has closed the state, or is known to be dead. The last state can still be read. */
  get hasEnded(): boolean {
    return this.#source.hasEnded()
  }

  /** There is a state that `latest` has not given yet. */
  get hasNewer(): boolean {
    return !this.#isClosed && this.#source.hasNewer()
  }

  /**
   * A view of the newest state; undefined before the first. Its contents stay the same until the next call of `latest` or
   * `between`. If that call finds a newer state, this view becomes `previous`. After one more state, reading the view throws
   * `TypeError`. `copy()` of a view is a value to keep.
   *
   * @throws RingCorruptError when the memory holds no valid state; ClosedError after `close`.
   */
  latest(): V | undefined {
    this.#kept?.moveTo(localNow(), this.#interval.ms)
    return this.#newest()
  }

  /** The state that `latest` gave before the newest one; undefined before the second. It stays valid as long as that of `latest`. */
  previous(): V | undefined {
    if (this.#isClosed) throwClosed('read')
    return this.#previous
  }

  /**
   * Two states, and the place between them of a frame at `now`. Undefined before the first state.
   *
   * A frame shows the moment `delay` milliseconds ago, so that there is a newer state to move towards. The default `delay` is the
   * writer's mean interval. States that come late need a longer one: the longest time from one state to the next. `from` and `to`
   * stay valid until the next call of `latest` or `between`. The object around them is the same each time. There is no
   * extrapolation: `fraction` is from 0 to 1.
   *
   * With a delay of more than an interval this reader keeps copies of the states between, up to 128. They begin with the first
   * call: until then, and until a delay has passed, frames show the oldest state that there is. With a history it copies nothing:
   * it finds there also the states that it has skipped.
   *
   * @param now Milliseconds of this thread's `performance.now()`, as `requestAnimationFrame` gives.
   */
  between(now: number = localNow(), delay?: number): Between<V> | undefined {
    if (this.#source.history !== undefined) return this.#betweenKept(now, delay)
    const kept = (this.#kept ??= new KeptStates())
    if (delay !== undefined) kept.cover(delay)
    kept.moveTo(now, this.#interval.ms)
    const to = this.#newest()
    if (to === undefined) return undefined
    this.#timeInterval()
    const { current, previous } = this.#source
    const between = this.#between
    const hasBefore = previous.slot !== -1 && this.#isPreviousBefore
    const own = hasBefore ? this.#previous : to
    const ownTime = hasBefore ? previous.time : current.time
    between.to = to
    between.from = own
    const shownAt = now - (delay ?? this.#interval.ms)
    between.fraction = hasBefore ? fractionOf(shownAt, toLocal(ownTime), toLocal(current.time)) : 1
    if (shownAt < toLocal(ownTime)) kept.show(between, shownAt, own, ownTime)
    return between as Between<V>
  }

  /**
   * The state with that number, as it is in the history. The view stays the same until the next call of `at`.
   *
   * @throws RangeError when the history does not have it, or not any more; TypeError for a state without a history; otherwise as
   *   `latest`.
   */
  at(version: number): V {
    this.#requireOpen()
    return this.#pastOf().at(version, this.version)
  }

  /** Numbers of the states that `at` can give now, the oldest first. Empty without a history. */
  get versions(): readonly number[] {
    this.#requireOpen()
    return this.#source.history?.versionsAround(this.version) ?? []
  }

  /**
   * Resolves with true when there is a newer state than that of `latest`. Resolves with false when the writer has ended and there
   * is none.
   *
   * Rejects with the signal's reason, with a `TimeoutError` after `timeout` milliseconds, and with `ClosedError` when this reader
   * is closed.
   */
  changed(options: ChangedOptions = {}): Promise<boolean> {
    return this.#waiting.wait(options)
  }

  /**
   * Waits as `changed` does, but blocks the thread. Also returns false when `timeout` milliseconds have passed.
   *
   * @throws TypeError in mode `copied`, and on a thread that may not block: a window, a worklet or a service worker; ClosedError
   *   after `close`.
   */
  changedSync(options: Pick<ChangedOptions, 'timeout'> = {}): boolean {
    requireOptions('block', options, '{ timeout: 100 }')
    const { timeout = Infinity } = options
    requireTimeout(timeout, 'block')
    if (this.#isClosed) throwClosed('wait')
    if (this.#failure !== undefined) throw this.#failure
    const source = this.#source
    const end = localNow() + timeout
    for (let left = timeout; ; left = end - localNow()) {
      if (source.hasNewer()) return true
      if (source.hasEnded()) return source.hasNewer()
      if (left <= 0) return false
      source.parkSync(left)
      this.#waiting.rearm()
    }
  }

  /** Frees the place for another reader and ends all views. A second call does nothing. */
  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    for (const viewer of this.#viewers) viewer?.release()
    this.#kept?.release()
    this.#past?.release()
    this.#latest = undefined
    this.#previous = undefined
    this.#waiting.close()
    this.#source.close()
  }

  [Symbol.dispose](): void {
    this.close()
  }

  #requireOpen(): void {
    if (this.#isClosed) throwClosed('read')
    if (this.#failure !== undefined) throw this.#failure
  }

  #pastOf(): Past<V> {
    const { history } = this.#source
    if (history === undefined) throwNoHistory()
    return (this.#past ??= new Past<V>(this.#schema, history))
  }

  #betweenKept(now: number, delay: number | undefined): Between<V> | undefined {
    const between = this.#between
    between.to = this.#newest()
    if (between.to === undefined) return undefined
    this.#timeInterval()
    this.#pastOf().show(between, now - (delay ?? this.#interval.ms), this.#source.current)
    return between as Between<V>
  }

  #newest(): V | undefined {
    if (this.#isClosed) throwClosed('read')
    if (this.#failure !== undefined) throw this.#failure
    if (this.#source.advance(this.#endView)) this.#show()
    return this.#latest
  }

  /** The state before the newest is let go. */
  #leave(slot: number): void {
    const { current, previous, history } = this.#source
    // A frame may have come before the first state, when no history was known.
    if (history === undefined && this.#isPreviousBefore) this.#kept?.leave(this.#schema, previous, current)
    this.#viewers[slot]?.release()
  }

  // No arithmetic with times and versions here: each number with a fraction is an object until engines compile.
  #show(): void {
    const { current, previous, lowest = current.version } = this.#source
    this.#isPreviousBefore = previous.version < lowest
    this.#kept?.dropFrom(lowest)
    if (this.#taken++ === 0) this.#missed = current.version - 1
    // A writer that has gone back: no state was missed.
    else if (current.version <= previous.version) this.#missed -= previous.version - current.version + 1
    this.#previous = this.#latest
    this.#latest = this.#viewOf(current)
    this.#onState?.(this.#source, current)
  }

  #timeInterval(): void {
    const { current, previous } = this.#source
    if (previous.slot === -1 || current.version === this.#timed) return
    this.#timed = current.version
    this.#interval.add(current.time - previous.time, current.version - previous.version)
  }

  #viewOf({ slot, span, offset, end }: Held): V {
    const viewer = (this.#viewers[slot] ??= this.#schema.viewer())
    return viewer.at(span, offset, end)
  }
}

function throwNoHistory(): never {
  throw new TypeError('Cannot read an earlier state: this one has no history, create it with { history: 64 }')
}

function throwClosed(doing: string): never {
  throw new ClosedError(`Cannot ${doing}: this reader is closed, attach another`, 'closed')
}
