/** Ends a board for its poster, or for a dead poster's observer: the workers may sleep for ever otherwise. */

import { store } from '../atomics.ts'
import type { Board } from '../memory/board.ts'
import { BOARD_CLOSED, BOARD_STATE, gateOf } from '../memory/board-layout.ts'
import { wakeBlindly } from '../signal/gate.ts'

/** For who hears of that. Posted tasks are still claimed, then comes the end. */
export function closeForDeadPoster({ words, workers }: Board): void {
  // ORDER: E1, after the last P1; pairs with TaskClaimer.#isClosed.
  store(words, BOARD_STATE, BOARD_CLOSED)
  for (let worker = 0; worker < workers; worker++) wakeBlindly(words, gateOf(worker))
}
