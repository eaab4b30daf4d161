/** What ends a board whose poster's thread has died: nobody else would, and its workers may sleep for ever. */

import { store } from '../atomics.ts'
import type { Board } from '../memory/board.ts'
import { BOARD_CLOSED, BOARD_STATE, gateOf } from '../memory/board-layout.ts'
import { wakeBlindly } from '../signal/gate.ts'

/** For who hears that it has died. What was posted is still claimed, then comes the end. */
export function closeForDeadPoster({ words, workers }: Board): void {
  // ORDER: E1 for the dead; pairs with TaskClaimer.#isClosed.
  store(words, BOARD_STATE, BOARD_CLOSED)
  for (let worker = 0; worker < workers; worker++) wakeBlindly(words, gateOf(worker))
}
