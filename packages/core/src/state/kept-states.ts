/** Copies of states that a reader has left: for frames that show a moment before its two newest states. */

import { copyBytes } from '../codec/copy.ts'
import { freshSpan, type Span } from '../codec/span.ts'
import type { Schema } from '../schema/schema.ts'
import type { Viewer } from '../schema/viewer.ts'
import { toLocal } from './clock.ts'
import { type Between, fractionOf } from './interpolation.ts'
import type { Held } from './source.ts'

/** States closer together than this part of the delay are not all kept. So a long delay keeps twice as many, at most. */
const PARTS_OF_DELAY = 64

interface Kept<V> {
  readonly viewer: Viewer<V>
  span: Span
  view: V | undefined
  version: number
  time: number
}

export class KeptStates<V> {
  /** The oldest one first. */
  readonly #kept: Kept<V>[] = []
  readonly #spare: Kept<V>[] = []
  /** The longest that a frame has asked for. */
  #longest = 0
  #delay = 0
  #now = 0

  /** Frames may show what was that long ago. */
  cover(delay: number): void {
    if (delay > this.#longest) this.#longest = delay
  }

  /** No frame before `now` comes. Its delay is `delay`, or one that is covered. */
  moveTo(now: number, delay: number): void {
    this.#now = now
    this.#delay = Math.max(delay, this.#longest)
  }

  /** The reader leaves a state, with bytes of the schema. Keeps a copy if a frame may show what was before `next`. */
  leave(schema: Schema<unknown, V>, { span, offset, end, version, time }: Held, next: Held): void {
    const kept = this.#kept
    const shownFrom = this.#now - this.#delay
    while (kept.length > 0 && toLocal((kept[1] ?? next).time) <= shownFrom) this.#drop(kept.shift()!)
    if (toLocal(next.time) <= shownFrom) return
    const last = kept.at(-1)
    if (last !== undefined && next.time - last.time < this.#delay / PARTS_OF_DELAY) return
    const bytes = end - offset
    const copy = this.#spare.pop() ?? {
      viewer: schema.viewer(),
      span: freshSpan(bytes),
      view: undefined,
      version,
      time,
    }
    if (copy.span.bytes.length < bytes) copy.span = freshSpan(bytes)
    copyBytes(span.bytes, offset, end, copy.span.bytes, 0)
    copy.view = copy.viewer.at(copy.span, 0, bytes)
    copy.version = version
    copy.time = time
    kept.push(copy)
  }

  /** A replay went back where the writer went back: what was taken back is shown no more. */
  dropFrom(version: number): void {
    while (this.#kept.length > 0 && this.#kept.at(-1)!.version >= version) this.#drop(this.#kept.pop()!)
  }

  /** Sets the states around `shownAt`, of which `own` is after all that are kept. The oldest ones, if all are later. */
  show(between: Between<V | undefined>, shownAt: number, own: V | undefined, ownTime: number): void {
    const kept = this.#kept
    let to = own
    let toTime = ownTime
    for (let index = kept.length - 1; index >= 0; index--) {
      const { view, time } = kept[index]!
      between.from = view
      between.to = to
      between.fraction = fractionOf(shownAt, toLocal(time), toLocal(toTime))
      if (toLocal(time) <= shownAt) return
      to = view
      toTime = time
    }
  }

  /** Ends all views. */
  release(): void {
    while (this.#kept.length > 0) this.#drop(this.#kept.pop()!)
    this.#spare.length = 0
  }

  #drop(dropped: Kept<V>): void {
    dropped.viewer.release()
    this.#spare.push(dropped)
  }
}
