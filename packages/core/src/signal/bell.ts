/**
 * One bell for the lanes of many producers with one reader: it tells which lanes have news, and wakes.
 *
 * A lane that the reader looks at by itself touches nothing here. One that it has left is armed: its CONSUMER_GATE says
 * PARK_PORT. So the lane's next publish, and its end, nudge: the producer's P2 is A1, its P3 is A2, and its nudge is A3
 * and then P2 to P4 of the bell's own gate. Of a lane that was left once, one publish rings.
 *
 * Why no lane is forgotten. The reader arms the lane (A4), then looks at it again (A5). If A5 missed the record, then
 * A4 < A5 < P1 < A1, so A1 sees the lane armed, and the mark is set (A3) before the bell's gate is looked at (P2): either
 * the reader finds the mark (A6, C2), or it sleeps and is woken.
 */

import { exchange, load, or } from '../atomics.ts'
import { BELL_GATE, MARK_WORD_BITS, MARKS } from '../memory/bell-layout.ts'
import type { BellRegion } from '../memory/bell-region.ts'
import { noNudge, type Nudge, wake } from './gate.ts'

/**
 * The nudge of the producer of a lane. `nudge` wakes a reader that only the native port can wake.
 * Throws `RangeError` for a lane that the bell does not have.
 */
export function ringer({ words, lanes }: BellRegion, lane: number, nudge: Nudge = noNudge): Nudge {
  requireLane('ring for', lane, lanes)
  const word = MARKS + (lane >> MARK_WORD_BITS)
  const bit = 1 << lane
  return () => {
    // ORDER: A3, after A2 (`signal` in gate.ts) and before P2; in one step, since others mark in this word; pairs with A6.
    or(words, word, bit)
    wake(words, BELL_GATE, nudge)
  }
}

/** Takes the marks of the lanes in `known` over into `busy`, a word of bits as MARKS are; forgets all others. */
export function collectMarks({ words }: BellRegion, known: Int32Array, busy: Int32Array): void {
  for (let i = 0; i < busy.length; i++) {
    // ORDER: spares the exchange; a mark set after this load is found by C2.
    if (load(words, MARKS + i) === 0) continue
    // ORDER: A6, takes and clears in one step, so that no mark falls in between; pairs with A3.
    busy[i]! |= exchange(words, MARKS + i, 0) & known[i]!
  }
}

/** C2 for the bell's reader. `count`: words of marks. */
export function hasMarks({ words }: BellRegion, count: number): boolean {
  // ORDER: C2, after C1 at the bell's gate; pairs with A3.
  for (let i = 0; i < count; i++) if (load(words, MARKS + i) !== 0) return true
  return false
}

export function requireLane(verb: string, lane: number, lanes: number): void {
  if (!Number.isInteger(lane) || lane < 0 || lane >= lanes)
    throw new RangeError(`Cannot ${verb} lane ${lane}: this bell has lanes 0 to ${lanes - 1}`)
}
