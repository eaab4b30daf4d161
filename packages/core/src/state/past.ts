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
    let fromVersion = 0
    let toVersion = 0
    between.from = between.to
    between.fraction = 1
    this.#viewers[FROM]!.release()
    this.#viewers[TO]!.release()
    for (let version = history.before(newest.version); time > shownAt; version = history.before(version)) {
      const held = history.hold(hold, version)
      if (held === undefined) {
        if (toVersion !== 0) this.#holdAgain(between, hold, toVersion)
        break
      }
      toVersion = fromVersion
      fromVersion = version
      between.to = between.from
      between.from = this.#view(hold, held)
      between.fraction = fractionOf(shownAt, toLocal(held.time), time)
      time = toLocal(held.time)
      hold = hold === FROM ? TO : FROM
    }
  }

  /** To look for one more state has let go of what `to` shows. */
  #holdAgain(between: Between<V | undefined>, hold: number, version: number): void {
    const held = this.#history.hold(hold, version)
    between.to = held === undefined ? between.from : this.#view(hold, held)
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
