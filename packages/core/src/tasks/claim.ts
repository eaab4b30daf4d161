/** A worker's half of a task board: claim, run, publish the result, or sleep. */

import { and, compareExchange, load, or, store } from '../atomics.ts'
import { HandshakeError } from '../errors.ts'
import type { Board } from '../memory/board.ts'
import {
  BELOW_LAP,
  BOARD_OPEN,
  BOARD_STATE,
  firstSlotOf,
  gateOf,
  parkedBitOf,
  parkedWordOf,
  READY,
  SLOT_STRIDE,
  STATE_MASK,
  takenBy,
  workerOwnerOf,
} from '../memory/board-layout.ts'
import { parkSync, RUN, type Sleeper } from '../signal/gate.ts'
import { isAnyParked, wakeOne } from './wake-one.ts'

/** `claim` found no task. */
export const NONE = -1
/** `claim` found no task, and there will be no more. */
export const CLOSED = -2

/**
 * ```ts
 * for (let slot = tasks.claim(); slot !== CLOSED; slot = tasks.claim()) {
 *   if (slot === NONE) tasks.parkUntilTask()
 *   else lane.publish(slot, run(slot)) // W5: from here on it counts
 * }
 * ```
 *
 * The lane is the worker's own, and read by the thread that posts. A worker only claims a slot, in one
 * step, and nothing else: so one that dies has claimed a task or not, and has published its result or not.
 */
export class TaskClaimer implements Sleeper {
  readonly board: Board
  readonly worker: number
  readonly #words: Int32Array
  readonly #taken: number
  readonly #parking: Sleeper
  /** Where the next look begins: behind the last claim, so that no task is passed over for ever. */
  #next = 0

  /** Takes the worker's place. Throws `RangeError` where there is none, `HandshakeError` when somebody has it. */
  constructor(board: Board, worker: number) {
    const { words } = board
    if (!Number.isInteger(worker) || worker < 0 || worker >= board.workers)
      throw new RangeError(`Cannot claim tasks as worker ${worker}: the board has workers 0 to ${board.workers - 1}`)
    this.board = board
    this.worker = worker
    this.#words = words
    this.#taken = takenBy(worker)
    this.#parking = { hasNews: () => this.#setBitAndLook() }
    // ORDER: one winner; nothing else is published by it.
    const other = compareExchange(words, workerOwnerOf(worker), 0, 1)
    if (other !== 0)
      throw new HandshakeError(
        `Cannot claim tasks as worker ${worker}: a thread does already, owner ${other}. Use another number`,
        1,
        other,
      )
    // ORDER: C4, for one that had this place and died in its sleep.
    store(words, gateOf(worker), RUN)
  }

  /**
   * Claims a task and gives its slot, or `NONE` or `CLOSED`. Its bytes may be read from now on (W4), up to W5.
   */
  claim(): number {
    const slot = this.#tryClaim()
    if (slot !== NONE || !this.#isClosed()) return slot
    // Tasks that were posted before the end are there by now.
    const last = this.#tryClaim()
    return last === NONE ? CLOSED : last
  }

  /** Whether there is a task, or the end: for a look before parking. */
  hasNews(): boolean {
    return this.#hasReady() || this.#isClosed()
  }

  /** Parks until there may be a task or the end; false when `timeoutMs` passed first. */
  parkUntilTask(timeoutMs: number = Infinity): boolean {
    const woken = parkSync(this.#words, gateOf(this.worker), this.#parking, timeoutMs)
    // ORDER: W7, after C4, by nobody else while this worker lives: a late one would erase the bit of its next park.
    and(this.#words, parkedWordOf(this.worker), ~parkedBitOf(this.worker))
    return woken || this.hasNews()
  }

  #tryClaim(): number {
    const words = this.#words
    const { slots, workers } = this.board
    const first = firstSlotOf(workers)
    let slot = this.#next
    for (let looked = 0; looked < slots; looked++) {
      const at = first + slot * SLOT_STRIDE
      const next = slot + 1 === slots ? 0 : slot + 1
      // ORDER: W1; pairs with P1.
      const seen = load(words, at)
      if ((seen & STATE_MASK) === READY) {
        const claimed = (seen & ~BELOW_LAP) | this.#taken
        // ORDER: W2, claims and names the owner in one; acquires the task; pairs with P1 and S2.
        if (compareExchange(words, at, seen, claimed) === seen) {
          this.#next = next
          // W3: the task may wait for one that nobody has claimed yet.
          if (isAnyParked(this.board) && this.#hasReady()) wakeOne(this.board)
          return slot
        }
      }
      slot = next
    }
    return NONE
  }

  #setBitAndLook(): boolean {
    // ORDER: W6, after C1 and before C2; pairs with P2.
    or(this.#words, parkedWordOf(this.worker), parkedBitOf(this.worker))
    return this.hasNews()
  }

  #hasReady(): boolean {
    const words = this.#words
    const { slots, workers } = this.board
    let at = firstSlotOf(workers)
    for (let slot = 0; slot < slots; slot++) {
      // ORDER: C2 over every slot, since the next task may come into any; pairs with P1.
      if ((load(words, at) & STATE_MASK) === READY) return true
      at += SLOT_STRIDE
    }
    return false
  }

  #isClosed(): boolean {
    // ORDER: pairs with E1 in TaskPoster.close; the caller looks at the slots again after it.
    return load(this.#words, BOARD_STATE) !== BOARD_OPEN
  }
}
