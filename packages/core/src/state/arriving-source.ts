/** States that arrive one by one, each in memory of its own. A reader holds two of them, and goes to a third. */

import { freshSpan } from '../codec/span.ts'
import { type Held, nothingHeld, type StateSource } from './source.ts'

const SLOTS = [0, 1, 2]

export abstract class ArrivingSource implements StateSource {
  readonly mode = 'copied'
  protected next: Held | undefined
  #hasEnded = false
  #onWake: (() => void) | undefined
  current: Held = nothingHeld(freshSpan(0))
  previous: Held = nothingHeld(freshSpan(0))

  advance(onLeft: (slot: number) => void): boolean {
    const { next } = this
    if (next === undefined) return false
    this.next = undefined
    if (this.previous.slot !== -1) onLeft(this.previous.slot)
    next.slot = SLOTS.find((slot) => slot !== this.current.slot && slot !== this.previous.slot)!
    this.previous = this.current
    this.current = next
    return true
  }

  hasNewer(): boolean {
    return this.next !== undefined
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
    this.wake()
  }

  abstract parkSync(): never

  close(): void {
    this.#onWake = undefined
  }

  protected wake(): void {
    this.#onWake?.()
  }
}
