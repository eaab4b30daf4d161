/** One `SharedArrayBuffer` with tasks in slots, and its views. */

import { load, store } from '../atomics.ts'
import { HandshakeError } from '../errors.ts'
import { requireNumber, requireShared } from './foreign.ts'
import {
  BOARD_MAGIC,
  BOARD_MAGIC_VALUE,
  BOARD_READY,
  BOARD_VERSION,
  BOARD_VERSION_MAJOR,
  BOARD_VERSION_VALUE,
  boardControlWords,
  firstSlotOf,
  LAP_SHIFT,
  MAX_SLOTS,
  MAX_TASK_BYTES,
  MAX_WORKERS,
  SLOT_STRIDE,
  SLOTS,
  TASK_BYTES,
  TASK_BYTES_UNIT,
  WORKERS,
} from './board-layout.ts'
import { createShared } from './shared.ts'

export interface Board {
  readonly buffer: SharedArrayBuffer
  /** Places for workers, numbered from 0. */
  readonly workers: number
  /** Places for tasks, numbered from 0. */
  readonly slots: number
  /** Bytes of the data area that each slot has: slot `n` from `n * taskBytes`. */
  readonly taskBytes: number
  /** The control block. Only `atomics.ts` touches it. */
  readonly words: Int32Array
  /** The data area. It starts behind the control block: no task can reach that. */
  readonly data: Int32Array
}

/** Options of a board of tasks. */
export interface BoardOptions {
  /** Places for workers: 1 to 255. */
  workers: number
  /** Tasks that may be posted and not settled at a time: 1 to 1,024. */
  slots: number
  /** Bytes of the largest task: a multiple of 128 up to 1 MiB. */
  taskBytes: number
  /** The first lap of every slot (22 bits, wrapping), so that a test reaches a wrap-around at once. */
  startLap?: number | undefined
}

/** Makes a board; hand its buffer to the workers with `postMessage`. Throws `RangeError` for what is outside the limits. */
export function createBoard({ workers, slots, taskBytes, startLap = 0 }: BoardOptions): Board {
  requireCount('workers', workers, MAX_WORKERS)
  requireCount('slots', slots, MAX_SLOTS)
  if (!isTaskBytes(taskBytes))
    throw new RangeError(
      `Cannot create a board for tasks of ${taskBytes} bytes: use a multiple of ${TASK_BYTES_UNIT} up to ${MAX_TASK_BYTES}`,
    )
  const board = viewsOf(createShared('board', boardBytes(workers, slots, taskBytes)), workers, slots, taskBytes)
  const { words } = board
  // ORDER: before BOARD_READY below; a worker sees the buffer only after this function returned.
  store(words, BOARD_MAGIC, BOARD_MAGIC_VALUE)
  // ORDER: as BOARD_MAGIC.
  store(words, BOARD_VERSION, BOARD_VERSION_VALUE)
  // ORDER: as BOARD_MAGIC.
  store(words, WORKERS, workers)
  // ORDER: as BOARD_MAGIC.
  store(words, SLOTS, slots)
  // ORDER: as BOARD_MAGIC.
  store(words, TASK_BYTES, taskBytes)
  for (let slot = 0; slot < slots; slot++) {
    // ORDER: as BOARD_MAGIC.
    store(words, firstSlotOf(workers) + slot * SLOT_STRIDE, startLap << LAP_SHIFT)
  }
  // ORDER: last, so that a block with BOARD_READY is complete; pairs with openBoard.
  store(words, BOARD_READY, 1)
  return board
}

/** Opens a board somebody else made. Throws `TypeError` for no board at all, `HandshakeError` for a foreign one. */
export function openBoard(foreign: unknown): Board {
  const buffer = requireShared('board', foreign)
  const smallest = boardBytes(1, 1, TASK_BYTES_UNIT)
  if (buffer.byteLength < smallest)
    throw new HandshakeError(
      `Cannot open a board of ${buffer.byteLength} bytes: the smallest has ${smallest}`,
      smallest,
      buffer.byteLength,
    )
  const words = new Int32Array(buffer, 0, firstSlotOf(0))
  // ORDER: pairs with the stores of createBoard; so do the five loads below.
  requireNumber('board', 'magic', load(words, BOARD_MAGIC), BOARD_MAGIC_VALUE)
  // ORDER: as BOARD_MAGIC.
  requireNumber('board', 'version', load(words, BOARD_VERSION) >>> 16, BOARD_VERSION_MAJOR)
  // ORDER: pairs with the last store of createBoard.
  requireNumber('board', 'ready flag', load(words, BOARD_READY), 1)
  // ORDER: as BOARD_MAGIC. Each is read once; the board is built from these locals.
  const workers = load(words, WORKERS)
  // ORDER: as BOARD_MAGIC.
  const slots = load(words, SLOTS)
  // ORDER: as BOARD_MAGIC.
  const taskBytes = load(words, TASK_BYTES)
  if (!isCount(workers, MAX_WORKERS) || !isCount(slots, MAX_SLOTS) || !isTaskBytes(taskBytes))
    throw new HandshakeError(
      `Cannot open a board of ${workers} workers and ${slots} slots of ${taskBytes} bytes: ` +
        `the most are ${MAX_WORKERS}, ${MAX_SLOTS} and ${MAX_TASK_BYTES}`,
      MAX_SLOTS,
      slots,
    )
  requireNumber('board', 'length', buffer.byteLength, boardBytes(workers, slots, taskBytes))
  return viewsOf(buffer, workers, slots, taskBytes)
}

function requireCount(what: string, count: number, most: number): void {
  if (!isCount(count, most)) throw new RangeError(`Cannot create a board with ${count} ${what}: use 1 to ${most}`)
}

function isCount(count: number, most: number): boolean {
  return Number.isInteger(count) && count >= 1 && count <= most
}

function isTaskBytes(bytes: number): boolean {
  return isCount(bytes, MAX_TASK_BYTES) && bytes % TASK_BYTES_UNIT === 0
}

function boardBytes(workers: number, slots: number, taskBytes: number): number {
  return boardControlWords(workers, slots) * 4 + slots * taskBytes
}

function viewsOf(buffer: SharedArrayBuffer, workers: number, slots: number, taskBytes: number): Board {
  const controlWords = boardControlWords(workers, slots)
  return {
    buffer,
    workers,
    slots,
    taskBytes,
    words: new Int32Array(buffer, 0, controlWords),
    data: new Int32Array(buffer, controlWords * 4, (slots * taskBytes) / 4),
  }
}
