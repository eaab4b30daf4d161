/** The states of a writer that is not known yet: there are none. */

import { freshSpan } from '../codec/span.ts'
import { type Held, nothingHeld, type StateMode, type StateSource } from './source.ts'

export class Unopened implements StateSource {
  readonly current: Held = nothingHeld(freshSpan(0))
  readonly previous: Held = nothingHeld(freshSpan(0))
  readonly #modeOf: () => StateMode
  #hasEnded = false
  #onWake: (() => void) | undefined

  /** `modeOf`: how the states will come, as far as is known. */
  constructor(modeOf: () => StateMode) {
    this.#modeOf = modeOf
  }

  get mode(): StateMode {
    return this.#modeOf()
  }

  advance(): boolean {
    return false
  }

  hasNewer(): boolean {
    return false
  }

  hasEnded(): boolean {
    return this.#hasEnded
  }

  hasNews(): boolean {
    return this.#hasEnded
  }

  end(): void {
    this.#hasEnded = true
    this.#onWake?.()
  }

  park(onWake: () => void): boolean {
    this.#onWake = onWake
    return !this.#hasEnded
  }

  unpark(): void {
    this.#onWake = undefined
  }

  parkSync(): never {
    throw new TypeError(
      'Cannot block for a state of which the other side has not told yet: use await changed() for the first one',
    )
  }

  close(): void {
    this.#onWake = undefined
  }
}
