/// <reference lib="esnext.disposable" preserve="true" />

/** One of the writers of a world. */

import { ClosedError, requireOptions, requireTimeout, timeoutError } from '../errors.ts'
import { INFO_COUNT } from '../memory/world-layout.ts'
import type { WorldRegion } from '../memory/world-region.ts'
import type { InferView, Schema } from '../schema/schema.ts'
import { localNow, sharedNow } from '../state/clock.ts'
import { StateWriter } from '../state/state-writer.ts'
import { type Awaited, type ChangedOptions, Waiting } from '../state/waiting.ts'
import { awaitedIn } from './awaited.ts'
import { FrameViews, type Shown } from './frame-views.ts'
import type { WorldFrame, WorldPart, WorldParts } from './offer.ts'
import { PartSink } from './part-sink.ts'
import { isWorldClosed } from './places.ts'
import { PlaceGate } from './place-gate.ts'
import type { Parts } from './world-reader.ts'

/** A timer that is late by less than this is in time. */
const SHORTEST_PATIENCE_MS = 1

/**
 * Writes one part of a world. A call of `update`, `set`, `writeInPlace` or `keep` is a tick: it ends when the call returns. The
 * next one can begin when a frame shows this one, which is when all other writers have ended theirs.
 */
export class WorldWriter<P extends WorldParts, Name extends keyof P> {
  readonly #region: WorldRegion
  readonly #names: readonly string[]
  readonly #sink: PartSink
  readonly #writer: StateWriter<WorldPart<P, Name>, InferView<P[Name]>>
  readonly #views: FrameViews<WorldFrame<P>>
  readonly #shown: Shown<WorldFrame<P>>
  readonly #gate: PlaceGate
  readonly #source: Awaited
  readonly #waiting: Waiting
  /** The frame on which this tick builds. */
  #frame: WorldFrame<P> | undefined
  #version = 0
  #fill: ((part: any, ...more: any[]) => void) | undefined
  readonly #callFill = (part: WorldPart<P, Name>): void => this.#fill!(part, this.#frame)
  readonly #callFillInPlace = (next: InferView<P[Name]>, latest: InferView<P[Name]> | undefined): void =>
    this.#fill!(next, latest, this.#frame)
  /** The program is called, and may have a claimed slot. */
  #isInTick = false
  #isClosed = false

  /** The caller has the place of `writer`. */
  constructor({ region, name, names, schemas }: Parts, writer: number, schema: Schema<any, any>, maxBytes: number) {
    this.#region = region
    this.#names = names
    this.#sink = new PartSink(region, writer, name)
    this.#writer = new StateWriter(schema, this.#sink, maxBytes)
    this.#views = new FrameViews(region, this.#sink.span, names, schemas)
    this.#shown = this.#views.place()
    this.#gate = new PlaceGate(region, writer, name)
    this.#source = {
      hasNewer: () => this.#look(),
      hasEnded: () => isWorldClosed(region.words),
      hasNews: () => this.#sink.part.hasNews(),
      park: (onWake) => this.#gate.park(this.#sink.part, onWake),
      unpark: () => this.#gate.unpark(),
    }
    this.#waiting = new Waiting(this.#source)
  }

  /** Number of the frame on which the last tick was built, where the first frame is 1; 0: on none. */
  get version(): number {
    return this.#version
  }

  /** The writers whose part in the newest frame that this writer has seen is an earlier one: late, dead, or closed. */
  get late(): readonly string[] {
    return this.#views.lateOf(this.#sink.part.frame)
  }

  /** The writers that the next frame still waits for. */
  get awaited(): readonly string[] {
    return awaitedIn(this.#region, this.#names)
  }

  /** All writers have left, or the world was ended. */
  get hasEnded(): boolean {
    return isWorldClosed(this.#region.words)
  }

  /**
   * Ends a tick with the part as `fill` changes it. `fill` gets the part of the last tick, the same object each time, and the
   * newest frame, for reading only: undefined before the first. At the first call every number is 0, and every text and list is
   * empty. A writer that comes in the place of another begins with the last part of that.
   *
   * Returns false, and does not call `fill`, while no frame shows the last tick. After an exception the tick has not ended.
   *
   * @throws ClosedError when this writer or the world has ended; Error within another tick; otherwise as `StateWriter.update`.
   */
  update(fill: (part: WorldPart<P, Name>, world: WorldFrame<P> | undefined) => void): boolean {
    if (!this.#beginTick()) return false
    this.#fill = fill
    try {
      this.#writer.update(this.#callFill)
    } finally {
      this.#isInTick = false
    }
    this.#leave()
    return true
  }

  /** Ends a tick with this part. Returns and throws as `update`. */
  set(part: WorldPart<P, Name>): boolean {
    if (!this.#beginTick()) return false
    try {
      this.#writer.set(part)
    } finally {
      this.#isInTick = false
    }
    this.#leave()
    return true
  }

  /**
   * Ends a tick with a part that `fill` writes in place, to the columns of `next`, which hold an earlier part or zeros: it must write
   * all of them. `latest` is the part of the last tick, for reading only; undefined the first time. Returns and throws as `update`,
   * and TypeError when values of the schema have no fixed size.
   */
  writeInPlace(
    fill: (next: InferView<P[Name]>, latest: InferView<P[Name]> | undefined, world: WorldFrame<P> | undefined) => void,
  ): boolean {
    if (!this.#beginTick()) return false
    this.#fill = fill
    try {
      this.#writer.writeInPlace(this.#callFillInPlace)
    } finally {
      this.#isInTick = false
    }
    this.#leave()
    return true
  }

  /**
   * Ends a tick in which this part stays as it is. Nothing is written.
   *
   * @throws TypeError before the first tick, when there is nothing to keep; otherwise as `update`.
   */
  keep(): boolean {
    if (this.#isInTick) throwInTick()
    if (!this.#begin()) return false
    if (this.#sink.latest === undefined) throw new TypeError('Cannot keep this part: it has no tick yet, call update()')
    this.#sink.end()
    this.#leave()
    return true
  }

  /**
   * The frame on which the next tick builds: an object with a view of each part, for reading until that tick ends. Undefined before
   * the first frame, and while no frame shows the last tick.
   */
  latest(): WorldFrame<P> | undefined {
    return this.#begin() ? this.#frame : undefined
  }

  /**
   * Resolves with true when a frame shows the last tick: the next one can begin. Resolves with false when the world has ended.
   * After `patienceMs` the frame comes without writers that are late.
   *
   * Rejects with the signal's reason, with a `TimeoutError` after `timeout` milliseconds, and with `ClosedError` when this writer
   * is closed.
   */
  async shown(options: ChangedOptions = {}): Promise<boolean> {
    requireOptions('wait', options, '{ timeout: 100 }')
    const { signal, timeout = Infinity } = options
    requireTimeout(timeout, 'wait')
    const end = localNow() + timeout
    for (;;) {
      const [left, patience] = [end - localNow(), this.#patienceLeft()]
      try {
        return await this.#waiting.wait({ signal, timeout: Math.min(left, patience) })
      } catch (error) {
        const isTimeout = (error as Error | undefined)?.name === 'TimeoutError'
        if (signal?.aborted === true) throw error
        if (isTimeout && patience >= left) throw timeoutError(timeout, 'frame with this tick')
        if (!isTimeout) throw error
      }
    }
  }

  /**
   * Waits as `shown` does, but blocks the thread. Also returns false when `timeout` milliseconds have passed.
   *
   * @throws TypeError on a thread that may not block: a window, a worklet or a service worker; ClosedError after `close`.
   */
  shownSync(options: Pick<ChangedOptions, 'timeout'> = {}): boolean {
    requireOptions('block', options, '{ timeout: 100 }')
    const { timeout = Infinity } = options
    requireTimeout(timeout, 'block')
    if (this.#isClosed) throwClosed()
    const end = localNow() + timeout
    for (let left = timeout; ; left = end - localNow()) {
      if (this.#look()) return true
      if (this.hasEnded || left <= 0) return false
      this.#gate.parkSync(this.#sink.part, Math.min(left, this.#patienceLeft()))
      this.#waiting.rearm()
    }
  }

  /**
   * Ends no more ticks: frames go on with the last part, and another writer may take the place. The world ends when all writers
   * have closed or died. A second call does nothing.
   */
  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#leave()
    this.#waiting.close()
    this.#gate.close()
    this.#writer.close()
  }

  [Symbol.dispose](): void {
    this.close()
  }

  #beginTick(): boolean {
    if (this.#isInTick) throwInTick()
    return (this.#isInTick = this.#begin())
  }

  #begin(): boolean {
    if (this.#isClosed) throwClosed()
    if (this.hasEnded) throw new ClosedError('Cannot write: this world has ended', 'peer-closed')
    const { part } = this.#sink
    if (!part.begin(this.#isImpatient())) return false
    if (part.frame.record === 0) return true
    this.#leave()
    this.#views.show(this.#shown, part.frame)
    this.#frame = this.#shown.frame
    this.#version = this.#sink.span.view.getFloat64(part.frame.infoOffset + INFO_COUNT, true)
    return true
  }

  #look(): boolean {
    return this.#sink.part.look(this.#isImpatient())
  }

  #isImpatient(): boolean {
    return sharedNow() - this.#sink.part.askedAt >= this.#region.patienceMs
  }

  /** Until a frame comes without those who are late. A writer that had no tick yet is waited for, however long it takes. */
  #patienceLeft(): number {
    const { goesOn, patienceMs } = this.#region
    const left = this.#sink.part.askedAt + patienceMs - sharedNow()
    return goesOn && left > 0 ? Math.max(SHORTEST_PATIENCE_MS, left) : Infinity
  }

  /** The frame may be written again. */
  #leave(): void {
    if (this.#frame !== undefined) this.#views.leave(this.#shown)
    this.#frame = undefined
  }
}

function throwClosed(): never {
  throw new ClosedError('Cannot write: this writer is closed, join again', 'closed')
}

function throwInTick(): never {
  throw new Error('Cannot begin a tick within a tick: call it after that')
}
