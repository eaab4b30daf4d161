/** A sink that keeps the last states, and can go back to one of them. */

import { copyBytes } from '../codec/copy.ts'
import type { Span } from '../codec/span.ts'
import type { WrittenHistory } from './history.ts'
import type { BackSink, StateSink } from './sink.ts'
import type { Held, StateMode } from './source.ts'

export class HistorySink implements BackSink {
  readonly #inner: StateSink
  readonly #history: WrittenHistory
  #claimed = 0
  #count = 0
  /** The newest state while readers are shown none: a writer that has gone back steps to the present again. */
  #unshown: Held | undefined
  /** The times of the states that were taken back: those that take their places have the same. */
  #times: Map<number, number> | undefined

  constructor(inner: StateSink, history: WrittenHistory) {
    this.#inner = inner
    this.#history = history
  }

  get back(): BackSink {
    return this
  }

  get mode(): StateMode {
    return this.#inner.mode
  }

  get span(): Span {
    return this.#inner.span
  }

  get room(): number {
    return this.#inner.room
  }

  get latest(): StateSink['latest'] {
    return this.#unshown ?? this.#inner.latest
  }

  get version(): number {
    return this.#unshown?.version ?? this.#inner.version
  }

  /** The oldest one first. */
  get versions(): readonly number[] {
    return this.#history.versions
  }

  claim(): number {
    return (this.#claimed = this.#inner.claim())
  }

  grow(): boolean {
    return this.#inner.grow()
  }

  publish(bytes: number, version: number, time: number): void {
    const inner = this.#inner
    const kept = this.#times?.get(version) ?? time
    const count = ++this.#count
    // Before readers are shown it: they find in the history what they have been shown.
    this.#history.keep(inner.span, this.#claimed, this.#claimed + bytes, version, kept, count)
    if (this.#unshown === undefined) inner.publish(bytes, version, kept, count)
    else this.#unshown = this.#history.find(version)
  }

  /** The state is that one again, and readers are shown nothing until `show`. Throws `RangeError` when it is not kept. */
  goBackTo(version: number): void {
    const history = this.#history
    const { versions } = history
    if (!versions.includes(version)) throwNotKept('go back to', version, versions)
    this.#times = new Map(versions.map((one) => [one, history.find(one)!.time]))
    history.retireAfter(version)
    this.#inner.takeBack?.(version)
    this.#unshown = history.find(version)
  }

  /** Shows readers the newest state. */
  show(): void {
    const { span, offset, end, version, time, count } = this.#unshown!
    const inner = this.#inner
    let at = inner.claim()
    while (inner.room < end - offset) {
      inner.grow()
      at = inner.claim()
    }
    copyBytes(span.bytes, offset, end, inner.span.bytes, at)
    this.#unshown = undefined
    this.#times = undefined
    inner.publish(end - offset, version, time, count)
  }

  close(): void {
    this.#inner.close()
  }

  letGo(): void {
    this.#inner.letGo()
  }
}

/** For both sides. `versions`: those that are kept. */
export function throwNotKept(doing: string, version: unknown, versions: readonly number[]): never {
  const kept = versions.length === 0 ? 'nothing yet' : `${versions[0]} to ${versions.at(-1)}`
  const isGone = typeof version === 'number' && version < versions[0]!
  const remedy = isGone ? 'create the state with a longer history' : 'use one of these'
  throw new RangeError(`Cannot ${doing} version ${String(version)}: the history has ${kept}, ${remedy}`)
}
