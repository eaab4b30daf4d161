/// <reference lib="esnext.disposable" preserve="true" />

/** One reader of a world. */

import { createSpan } from '../codec/span.ts'
import { ClosedError, requireOptions, requireTimeout } from '../errors.ts'
import { INFO_COUNT, INFO_TIME, READER_PLACES } from '../memory/world-layout.ts'
import type { WorldRegion } from '../memory/world-region.ts'
import type { Schema } from '../schema/schema.ts'
import { localNow, toLocal } from '../state/clock.ts'
import { type Between, fractionOf, Interval } from '../state/interpolation.ts'
import { type Awaited, type ChangedOptions, Waiting } from '../state/waiting.ts'
import { awaitedIn } from './awaited.ts'
import { FramePin } from './frame-pin.ts'
import { FrameViews, type Shown } from './frame-views.ts'
import { freeWorldReaderPlace, isWorldClosed } from './places.ts'
import { PlaceGate } from './place-gate.ts'

/** The parts of a reader, and of a writer. */
export interface Parts {
  readonly region: WorldRegion
  /** On a BroadcastChannel. */
  readonly name: string
  readonly names: readonly string[]
  readonly schemas: readonly Schema<any, any>[]
}

/** Reads the newest frame in place, whenever it is asked: every part is of the same tick, or `late` names it. */
export class WorldReader<F> {
  /** Number of this reader, from 0, for `freeWorldReader` if its thread dies. */
  readonly place: number
  readonly #region: WorldRegion
  readonly #info: DataView
  readonly #names: readonly string[]
  readonly #views: FrameViews<F>
  readonly #gate: PlaceGate
  readonly #source: Awaited
  readonly #waiting: Waiting
  readonly #interval = new Interval()
  readonly #between: Between<F | undefined> = { from: undefined, to: undefined, fraction: 1 }
  #pin: FramePin
  #otherPin: FramePin
  #shown: Shown<F>
  #otherShown: Shown<F>
  #latest: F | undefined
  #previous: F | undefined
  #taken = 0
  #missed = 0
  #timed = 0
  #isClosed = false

  /** The caller has both places of reader `place`. */
  constructor({ region, name, names, schemas }: Parts, place: number) {
    const first = region.writers + place * READER_PLACES
    const span = createSpan(region.buffer, region.data.byteOffset, region.data.byteLength)
    this.place = place
    this.#region = region
    this.#info = span.view
    this.#names = names
    this.#views = new FrameViews<F>(region, span, names, schemas)
    this.#gate = new PlaceGate(region, first, name)
    this.#pin = new FramePin(region, first)
    this.#otherPin = new FramePin(region, first + 1)
    this.#shown = this.#views.place()
    this.#otherShown = this.#views.place()
    this.#source = {
      hasNewer: () => this.#pin.hasNewer(),
      hasEnded: () => this.hasEnded,
      hasNews: () => this.#pin.hasNewer() || this.hasEnded,
      park: (onWake) => this.#gate.park(this.#source, onWake),
      unpark: () => this.#gate.unpark(),
    }
    this.#waiting = new Waiting(this.#source)
  }

  /** Number of the frame that `latest` gave last, where the first one is 1. 0 before the first. */
  get version(): number {
    return this.#latest === undefined ? 0 : this.#numberOf(this.#pin, INFO_COUNT)
  }

  /** The time when that frame was complete, in milliseconds of this thread's `performance.now()`. */
  get time(): number {
    return this.#latest === undefined ? 0 : toLocal(this.#numberOf(this.#pin, INFO_TIME))
  }

  /** How many frames this reader has missed: they came between those that it has had. */
  get overwritten(): number {
    return this.#taken === 0 ? 0 : this.version - this.#missed - this.#taken
  }

  /** Mean time from one frame to the next, in milliseconds; 0 before the second. */
  get interval(): number {
    this.#timeInterval()
    return this.#interval.ms
  }

  /** The writers whose part in the frame of `latest` is an earlier one: they were late, are dead, or have closed. */
  get late(): readonly string[] {
    return this.#views.lateOf(this.#pin)
  }

  /** The writers that the next frame still waits for. */
  get awaited(): readonly string[] {
    return awaitedIn(this.#region, this.#names)
  }

  /** All writers have left, or the world was ended. The last frame can still be read. */
  get hasEnded(): boolean {
    return isWorldClosed(this.#region.words)
  }

  /** There is a frame that `latest` has not given yet. */
  get hasNewer(): boolean {
    return !this.#isClosed && this.#pin.hasNewer()
  }

  /**
   * The newest frame: an object with a view of each part; undefined before the first. Its contents stay the same until the next
   * call of `latest` or `between`. If that call finds a newer frame, this one becomes `previous`. After one more frame, reading
   * views of the old one throws `TypeError`, unless the newer ones have the same part. `copy()` of a view is a value to keep.
   *
   * @throws RingCorruptError when the memory holds no valid frame; ClosedError after `close`.
   */
  latest(): F | undefined {
    if (this.#isClosed) throwClosed('read')
    if (this.#pin.hasNewer()) this.#advance()
    return this.#latest
  }

  /** The frame that `latest` gave before the newest one; undefined before the second. It stays valid as long as that of `latest`. */
  previous(): F | undefined {
    if (this.#isClosed) throwClosed('read')
    return this.#previous
  }

  /**
   * The two newest frames, and the place between them of what was `delay` milliseconds before `now`: 0 at `from`, 1 at `to`.
   * Undefined before the first frame. The default `delay` is the mean interval. The object is the same each time.
   *
   * @param now Milliseconds of this thread's `performance.now()`, as `requestAnimationFrame` gives.
   */
  between(now: number = localNow(), delay?: number): Between<F> | undefined {
    const to = this.latest()
    if (to === undefined) return undefined
    this.#timeInterval()
    const between = this.#between
    between.to = to
    between.from = this.#previous ?? to
    between.fraction = 1
    if (this.#previous !== undefined) {
      const before = toLocal(this.#numberOf(this.#otherPin, INFO_TIME))
      between.fraction = fractionOf(now - (delay ?? this.#interval.ms), before, this.time)
    }
    return between as Between<F>
  }

  /**
   * Resolves with true when there is a newer frame than that of `latest`. Resolves with false when the world has ended and there
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
   * @throws TypeError on a thread that may not block: a window, a worklet or a service worker; ClosedError after `close`.
   */
  changedSync(options: Pick<ChangedOptions, 'timeout'> = {}): boolean {
    requireOptions('block', options, '{ timeout: 100 }')
    const { timeout = Infinity } = options
    requireTimeout(timeout, 'block')
    if (this.#isClosed) throwClosed('wait')
    const end = localNow() + timeout
    for (let left = timeout; ; left = end - localNow()) {
      if (this.#pin.hasNewer()) return true
      if (this.hasEnded) return this.#pin.hasNewer()
      if (left <= 0) return false
      this.#gate.parkSync(this.#source, left)
      this.#waiting.rearm()
    }
  }

  /** Frees the place for another reader and ends all views. A second call does nothing. */
  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#views.leave(this.#shown)
    this.#views.leave(this.#otherShown)
    this.#latest = this.#previous = undefined
    this.#waiting.close()
    this.#gate.close()
    freeBothPlaces(this.#region, this.place)
  }

  [Symbol.dispose](): void {
    this.close()
  }

  #advance(): void {
    const pin = this.#otherPin
    const shown = this.#otherShown
    this.#views.leave(shown, this.#shown)
    this.#previous = undefined
    // False also after ten thousand tries: then we still have the current one.
    if (!pin.take()) return
    this.#views.show(shown, pin)
    this.#otherPin = this.#pin
    this.#pin = pin
    this.#otherShown = this.#shown
    this.#shown = shown
    this.#previous = this.#latest
    this.#latest = shown.frame
    if (this.#taken++ === 0) this.#missed = this.version - 1
  }

  #timeInterval(): void {
    const { version } = this
    if (this.#previous === undefined || version === this.#timed) return
    this.#timed = version
    const before = this.#otherPin
    this.#interval.add(
      this.time - toLocal(this.#numberOf(before, INFO_TIME)),
      version - this.#numberOf(before, INFO_COUNT),
    )
  }

  #numberOf(pin: FramePin, field: number): number {
    return this.#info.getFloat64(pin.infoOffset + field, true)
  }
}

/** The first last: from then on another may have both. */
export function freeBothPlaces(region: WorldRegion, place: number): void {
  const first = region.writers + place * READER_PLACES
  freeWorldReaderPlace(region, first + 1)
  freeWorldReaderPlace(region, first)
}

function throwClosed(doing: string): never {
  throw new ClosedError(`Cannot ${doing}: this reader is closed, attach another`, 'closed')
}
