/** The states of a recording, as a reader gets them. */

import { freshSpan } from '../codec/span.ts'
import { type Held, nothingHeld, type StateSource } from './source.ts'

/** A reader holds two states, and goes to a third. */
const SLOTS = [0, 1, 2]

export class ReplaySource implements StateSource {
  readonly mode = 'copied'
  #next: Held | undefined
  #hasEnded = false
  #onWake: (() => void) | undefined
  isClosed = false
  current: Held = nothingHeld(freshSpan(0))
  previous: Held = nothingHeld(freshSpan(0))

  show(state: Held): void {
    this.#next = state
    this.#onWake?.()
  }

  advance(onLeft: (slot: number) => void): boolean {
    const next = this.#next
    if (next === undefined) return false
    this.#next = undefined
    if (this.previous.slot !== -1) onLeft(this.previous.slot)
    next.slot = SLOTS.find((slot) => slot !== this.current.slot && slot !== this.previous.slot)!
    this.previous = this.current
    this.current = next
    return true
  }

  hasNewer(): boolean {
    return this.#next !== undefined
  }

  hasEnded(): boolean {
    return this.#hasEnded
  }

  hasNews(): boolean {
    return this.hasNewer() || this.#hasEnded
  }

  park(onWake: () => void): boolean {
    this.#onWake = onWake
    return true
  }

  unpark(): void {
    this.#onWake = undefined
  }

  end(): void {
    this.#hasEnded = true
    this.#onWake?.()
  }

  parkSync(): never {
    throw new TypeError('Cannot block for a state of a recording: this thread plays it, use replay.next()')
  }

  close(): void {
    this.#onWake = undefined
    this.isClosed = true
  }
}
