/** The earlier states of a reader, as views. */

import type { Schema } from '../schema/schema.ts'
import type { Viewer } from '../schema/viewer.ts'
import { toLocal } from './clock.ts'
import { throwNotKept } from './history-sink.ts'
import { type Between, fractionOf } from './interpolation.ts'
import type { Held, ReadHistory } from './source.ts'

/** Which hold is for what. */
const AT = 0
const FROM = 1
const TO = 2
export const FOR_RECORDING = 3

export class Past<V> {
  readonly #history: ReadHistory
  /** One for each hold: two of them may have the same slot. */
  readonly #viewers: readonly Viewer<V>[]

  constructor(schema: Schema<unknown, V>, history: ReadHistory) {
    this.#history = history
    this.#viewers = [AT, FROM, TO].map(() => schema.viewer())
  }

  at(version: number, newest: number): V {
    this.#viewers[AT]!.release()
    const held = this.#history.hold(AT, version)
    if (held === undefined) throwNotKept('read', version, this.#history.versionsAround(newest))
    return this.#view(AT, held)
  }

  /**
   * Sets the states around `shownAt`. `newest` is the newest that the reader has, with its view in `between.to`. All states before it
   * are looked at, so those that the reader has skipped are among them.
   */
  show(between: Between<V | undefined>, shownAt: number, newest: Held): void {
    const history = this.#history
    let time = toLocal(newest.time)
    let hold = FROM
    between.from = between.to
    between.fraction = 1
    this.#viewers[FROM]!.release()
    this.#viewers[TO]!.release()
    for (let version = newest.version - 1; time > shownAt; version--) {
      const held = history.hold(hold, version)
      if (held === undefined) break
      between.to = version === newest.version - 1 ? between.to : between.from
      between.from = this.#view(hold, held)
      between.fraction = fractionOf(shownAt, toLocal(held.time), time)
      time = toLocal(held.time)
      hold = hold === FROM ? TO : FROM
    }
  }

  release(): void {
    this.#viewers.forEach((viewer, hold) => {
      viewer.release()
      this.#history.release(hold)
    })
  }

  #view(hold: number, { span, offset, end }: Held): V {
    return this.#viewers[hold]!.at(span, offset, end)
  }
}
