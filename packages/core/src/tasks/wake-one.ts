/** Which of the workers of a board sleep, and waking one of them. */

import { load } from '../atomics.ts'
import type { Board } from '../memory/board.ts'
import { gateOf, parkedWordOf } from '../memory/board-layout.ts'
import { noNudge, signal } from '../signal/gate.ts'

const WORKERS_PER_WORD = 32

/**
 * P2 to P4: wakes one parked worker, if any is: the first, so that with little to do it is always the same few, whose
 * caches are warm. Call it after the slot was stored.
 */
export function wakeOne({ words, workers }: Board): void {
  for (let first = 0; first < workers; first += WORKERS_PER_WORD) {
    // ORDER: P2, after P1, or after W2 of who wakes another; pairs with W6.
    for (let parked = load(words, parkedWordOf(first)); parked !== 0; parked &= parked - 1) {
      const worker = first + 31 - Math.clz32(parked & -parked)
      // A bit that no worker has: what would be its gate is something else.
      if (worker >= workers) break
      // Its gate says RUN when somebody else was first, and its bit is still set: then the next worker's.
      if (signal(words, gateOf(worker), noNudge)) return
    }
  }
}

/** Whether some worker says that it may be asleep. */
export function isAnyParked({ words, workers }: Board): boolean {
  for (let first = 0; first < workers; first += WORKERS_PER_WORD) {
    // ORDER: W3, after W2; who sets its bit later (W6) looks at every slot after that.
    if (load(words, parkedWordOf(first)) !== 0) return true
  }
  return false
}
