/** The main thread's half of a task board: post, settle, and see to what a dead worker left. */

import { and, compareExchange, load, store } from '../atomics.ts'
import { ClosedError, HandshakeError, RingCorruptError } from '../errors.ts'
import type { Board } from '../memory/board.ts'
import {
  BELOW_LAP,
  EMPTY,
  firstSlotOf,
  gateOf,
  LAP_SHIFT,
  ownerOf,
  parkedBitOf,
  parkedWordOf,
  POSTER_OWNER,
  READY,
  SLOT_STRIDE,
  takenBy,
  workerOwnerOf,
} from '../memory/board-layout.ts'
import { wakeBlindly } from '../signal/gate.ts'
import { closeForDeadPoster } from './dead-poster.ts'
import { wakeOne } from './wake-one.ts'

/** `tryClaim` found every slot in use. */
export const FULL = -1

/** The main thread's own record of a slot. */
const FREE = 0
const CLAIMED = 1
const POSTED = 2

const ONE_LAP: number = 1 << LAP_SHIFT

/** The thread that posts tasks: `tryClaim` a slot, fill it, `publish` it, and `settle` it when its result has come. */
export class TaskPoster {
  readonly board: Board
  readonly #words: Int32Array
  readonly #uses: Uint8Array
  /** The lap of each slot, in its place in the word. The words of workers are compared with it, and never believed. */
  readonly #laps: Int32Array
  /** Slots that are FREE: a stack, since the bytes of the last one are likely to be in the caches. */
  readonly #free: Int32Array
  #freeCount: number
  readonly #isBuried: Uint8Array
  #isClosed = false

  /** Takes the place for good. Throws `HandshakeError` when somebody has it, or the board has been in use. */
  constructor(board: Board) {
    const { words, workers, slots } = board
    this.board = board
    this.#words = words
    this.#uses = new Uint8Array(slots)
    this.#laps = new Int32Array(slots)
    this.#free = new Int32Array(slots)
    this.#freeCount = slots
    this.#isBuried = new Uint8Array(workers)
    // ORDER: one winner; nothing else is published by it.
    const other = compareExchange(words, POSTER_OWNER, 0, 1)
    if (other !== 0)
      throw new HandshakeError(`Cannot post tasks to this board: it has a poster already, owner ${other}`, 1, other)
    for (let slot = 0; slot < slots; slot++) {
      // ORDER: nobody else writes an EMPTY word.
      const word = load(words, this.#wordOf(slot))
      if ((word & BELOW_LAP) !== EMPTY)
        throw new HandshakeError(
          `Cannot post tasks to this board: slot ${slot} is in use, its word is ${word}`,
          0,
          word,
        )
      this.#laps[slot] = word
      this.#free[slots - 1 - slot] = slot
    }
  }

  /** Slots that hold a task or are claimed for one. */
  get used(): number {
    return this.board.slots - this.#freeCount
  }

  /** Takes any EMPTY slot and gives its number, or `FULL`. Nobody sees its bytes before `publish`. */
  tryClaim(): number {
    if (this.#freeCount === 0) return FULL
    const slot = this.#free[--this.#freeCount]!
    this.#uses[slot] = CLAIMED
    return slot
  }

  /**
   * Shows the task to the workers and wakes one of them. In a batch all but the last may do without waking: who claims one
   * task wakes another worker for the next. Throws `RangeError` for a slot that was not claimed, and `ClosedError` after
   * `close`: the workers may be gone, and nobody would run it.
   */
  publish(slot: number, wakes = true): void {
    if (this.#uses[slot] !== CLAIMED) throwNotClaimed(slot)
    if (this.#isClosed) throwClosed(slot)
    this.#storeReady(slot, this.#laps[slot]!)
    this.#uses[slot] = POSTED
    if (wakes) wakeOne(this.board)
  }

  /**
   * Frees the slot when its result has come on the lane of `worker` (S6). Throws `RingCorruptError`, and changes nothing,
   * unless a task is posted there and that worker has claimed it.
   */
  settle(slot: number, worker: number): void {
    if (!this.#isPosted(slot)) throwNoTask(slot, worker)
    // ORDER: after the take of the result, so W2 is seen; from then on nobody but us writes the word.
    const word = load(this.#words, this.#wordOf(slot))
    // The number of one that there is not could reach into the lap.
    const isOne = worker >= 0 && worker < this.board.workers
    if (!isOne || word !== (this.#laps[slot]! | takenBy(worker))) throwNotTheirs(slot, worker, word)
    this.#vacate(slot)
  }

  /**
   * For a worker that has died (D1). First `drain` is called, to settle what it had published (S1); if it throws, nothing
   * has changed. Then `isRetried` is called for each slot whose task it had claimed, or whose word is impossible: true makes
   * the task READY once more, false frees the slot; it must not throw. Throws `RangeError` where no such worker is alive.
   */
  bury(worker: number, drain: () => void, isRetried: (slot: number) => boolean): void {
    if (this.#isBuried[worker] !== 0) throwNotAlive(worker, this.board.workers)
    drain()
    this.#isBuried[worker] = 1
    const words = this.#words
    const { slots, workers } = this.board
    for (let slot = 0; slot < slots; slot++)
      if (this.#isPosted(slot) && this.#isLost(slot)) this.#giveUp(slot, isRetried)
    // ORDER: S3, once it cannot set it again; pairs with P2.
    and(words, parkedWordOf(worker), ~parkedBitOf(worker))
    // S4: it may have been woken for a task that it did not claim, or have exchanged a gate and not notified.
    for (let other = 0; other < workers; other++) if (other !== worker) wakeBlindly(words, gateOf(other))
  }

  /** Makes the place of a buried worker free for a new thread. Throws `RangeError` where nobody was buried. */
  revive(worker: number): void {
    if (this.#isBuried[worker] !== 1) throwNotBuried(worker, this.board.workers)
    // ORDER: after S2 to S4; pairs with the compare-exchange of a new TaskClaimer.
    store(this.#words, workerOwnerOf(worker), 0)
    this.#isBuried[worker] = 0
  }

  /**
   * With every worker buried: frees each slot that holds a task, and calls `onLost` for it (S5). One that is claimed stays
   * so, to be published.
   */
  abandon(onLost: (slot: number) => void): void {
    const alive = this.#isBuried.indexOf(0)
    if (alive >= 0) throwAlive(alive)
    const { slots } = this.board
    for (let slot = 0; slot < slots; slot++) {
      if (!this.#isPosted(slot)) continue
      this.#vacate(slot)
      onLost(slot)
    }
  }

  /** Ends the board: a worker that finds no task is told so, and those that sleep are woken. */
  close(): void {
    this.#isClosed = true
    closeForDeadPoster(this.board)
  }

  #wordOf(slot: number): number {
    return firstSlotOf(this.board.workers) + slot * SLOT_STRIDE
  }

  #isPosted(slot: number): boolean {
    return this.#uses[slot] === POSTED
  }

  #storeReady(slot: number, lap: number): void {
    // ORDER: P1, publishes the task's bytes; pairs with W1 and W2, and with C2 of who parks.
    store(this.#words, this.#wordOf(slot), lap | READY)
    this.#laps[slot] = lap
  }

  #vacate(slot: number): void {
    const lap = (this.#laps[slot]! + ONE_LAP) | 0
    // ORDER: S6, when nobody reads the task any more; pairs with W1.
    store(this.#words, this.#wordOf(slot), lap | EMPTY)
    this.#laps[slot] = lap
    this.#uses[slot] = FREE
    this.#free[this.#freeCount++] = slot
  }

  /** Whether no living worker has this task or can get it. */
  #isLost(slot: number): boolean {
    // ORDER: S2, after the death; pairs with W2.
    const word = load(this.#words, this.#wordOf(slot))
    const lap = this.#laps[slot]!
    if (word === (lap | READY)) return false
    const owner = ownerOf(word)
    return this.#isBuried[owner] !== 0 || word !== (lap | takenBy(owner))
  }

  #giveUp(slot: number, isRetried: (slot: number) => boolean): void {
    const lap = this.#laps[slot]!
    const isWanted = isRetried(slot)
    // It has settled the task itself.
    if (!this.#isPosted(slot) || this.#laps[slot] !== lap) return
    if (isWanted) this.#storeReady(slot, (lap + ONE_LAP) | 0)
    else this.#vacate(slot)
  }
}

function throwNotClaimed(slot: number): never {
  throw new RangeError(`Cannot publish slot ${slot}: tryClaim() has not given it`)
}

function throwClosed(slot: number): never {
  throw new ClosedError(`Cannot publish slot ${slot}: the board is closed, and its workers may be gone`, 'closed')
}

function throwNoTask(slot: number, worker: number): never {
  throw new RingCorruptError(
    'slot',
    slot,
    slot,
    `sent as done by worker ${worker}, and no task is posted there`,
    'Board',
  )
}

function throwNotTheirs(slot: number, worker: number, word: number): never {
  throw new RingCorruptError(
    `the word of slot ${slot}`,
    word,
    slot,
    `not a claim of worker ${worker}, which sent it as done`,
    'Board',
  )
}

function throwNotAlive(worker: number, workers: number): never {
  throw new RangeError(`Cannot bury worker ${worker}: use one of 0 to ${workers - 1} that is alive`)
}

function throwNotBuried(worker: number, workers: number): never {
  throw new RangeError(`Cannot revive worker ${worker}: use one of 0 to ${workers - 1} that is buried`)
}

function throwAlive(worker: number): never {
  throw new TypeError(`Cannot abandon the tasks: worker ${worker} may run them; bury it first`)
}
