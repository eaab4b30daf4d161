/** The requests of a reader to the memory, shared or not, in which states arrive. */

import type { Span } from '../codec/span.ts'
import type { Sleeper } from '../signal/gate.ts'

/** `shared`: states are read where the writer put them. `copied`: they come by message. */
export type StateMode = 'shared' | 'copied'

/** A state that the reader holds: nobody writes to its bytes. */
export interface Held {
  /** The same number for the same place in memory; -1: no state. */
  slot: number
  span: Span
  offset: number
  end: number
  version: number
  /** On the clock that all threads share. */
  time: number
  /** With a history: its number among all states, those that were taken back too. A later one has a higher number. */
  count: number
}

/** The states before the newest, for a reader. */
export interface ReadHistory {
  /** The oldest one first. `newest`: one that the reader has had. */
  versionsAround(newest: number): readonly number[]
  /** Version of the state before that, for `hold`. Without shared memory some versions have never come. */
  before(version: number): number
  /** Holds a state by hold number `hold`, and lets go of the one that it held before. Undefined: it is not there any more. */
  hold(hold: number, version: number): Held | undefined
  release(hold: number): void
}

export interface StateSource extends Sleeper {
  readonly mode: StateMode
  current: Held
  previous: Held
  /** Of a replay: the lowest version since the state that the reader had. Undefined: that of `current`. */
  readonly lowest?: number
  /** Undefined: nothing but the newest states is kept. */
  readonly history?: ReadHistory | undefined
  /**
   * Goes to the newest state. The slot of `previous` is let go and told to `onLeft`, and `current` becomes `previous`. Returns
   * false when there is no newer state: then nothing has changed.
   */
  advance(onLeft: (slot: number) => void): boolean
  hasNewer(): boolean
  /** The writer has closed, or is known to be dead. The last state may still be new. */
  hasEnded(): boolean
  /** False: there is news, look again. True: `onWake` is called when there may be. */
  park(onWake: () => void): boolean
  /** Nobody waits any more. */
  unpark(): void
  /** No more states come, as the port knows. Tells a reader that waits. */
  end(): void
  /** Blocks the thread. False when the time passed without a wake-up. */
  parkSync(timeoutMs: number): boolean
  close(): void
}

export function nothingHeld(span: Span): Held {
  return { slot: -1, span, offset: 0, end: 0, version: 0, time: 0, count: 0 }
}
