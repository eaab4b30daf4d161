import { describe, expect, test } from 'vitest'
import { HandshakeError } from '../../src/errors.ts'
import { createBoard, openBoard } from '../../src/memory/board.ts'
import {
  BOARD_MAGIC,
  BOARD_READY,
  BOARD_VERSION,
  boardControlWords,
  firstSlotOf,
  gateOf,
  parkedWordOf,
  SLOT_STRIDE,
  SLOTS,
  TASK_BYTES,
  workerOwnerOf,
  WORKERS,
} from '../../src/memory/board-layout.ts'

const SIZE = { workers: 3, slots: 5, taskBytes: 256 }

test.each([
  ['workers', 0, '0 workers: use 1 to 255'],
  ['workers', 256, '256 workers: use 1 to 255'],
  ['workers', 1.5, '1.5 workers: use 1 to 255'],
  ['slots', 0, '0 slots: use 1 to 1024'],
  ['slots', 1025, '1025 slots: use 1 to 1024'],
  ['slots', NaN, 'NaN slots'],
  ['taskBytes', 0, 'tasks of 0 bytes: use a multiple of 128 up to 1048576'],
  ['taskBytes', 100, 'tasks of 100 bytes'],
  ['taskBytes', 2 ** 21, 'tasks of 2097152 bytes'],
])('createBoard() refuses %s of %s with a RangeError', (option, value, message) => {
  expect(() => createBoard({ ...SIZE, [option]: value })).toThrow(RangeError)
  expect(() => createBoard({ ...SIZE, [option]: value })).toThrow(message)
})

test('openBoard() opens what createBoard() made, and its views do not overlap', () => {
  const made = createBoard(SIZE)
  const { words, data, ...size } = openBoard(made.buffer)
  expect(size).toEqual({ ...SIZE, buffer: made.buffer })
  expect(words.byteLength + data.byteLength).toBe(made.buffer.byteLength)
  expect(data.byteOffset).toBe(words.byteLength)
  expect(data.byteLength).toBe(5 * 256)
})

test('of the largest board, every gate, bit and slot has a place of its own, gates and slots 128 bytes apart', () => {
  const workers = Array.from({ length: 255 }, (_, worker) => worker)
  const slots = Array.from({ length: 1024 }, (_, slot) => firstSlotOf(255) + slot * SLOT_STRIDE)
  const owned = [...workers.map((worker) => gateOf(worker)), ...slots]
  expect(new Set(owned.map((word) => word >> 5)).size).toBe(255 + 1024)
  expect(Math.max(...owned)).toBeLessThan(boardControlWords(255, 1024))
  expect(Math.max(...workers.map((worker) => parkedWordOf(worker)))).toBeLessThan(gateOf(0))
  expect(workers.filter((worker) => owned.includes(workerOwnerOf(worker)))).toEqual([])
})

describe('openBoard() refuses', () => {
  test.each([undefined, null, 5, 'board', {}, new ArrayBuffer(8192)])('%s, which is no SharedArrayBuffer', (buffer) => {
    expect(() => openBoard(buffer)).toThrow(TypeError)
  })

  test('memory that is too small', () => {
    expect(() => openBoard(new SharedArrayBuffer(64))).toThrow(/of 64 bytes: the smallest has 640/)
  })

  test.each<[string, number, number, RegExp]>([
    ['another magic', BOARD_MAGIC, 0x12345678, /magic/],
    ['another version', BOARD_VERSION, 2 << 16, /version is 2, not 1/],
    ['a block that is not complete', BOARD_READY, 0, /ready flag is 0/],
    ['no workers', WORKERS, 0, /0 workers/],
    ['too many workers', WORKERS, 256, /256 workers and 5 slots of 256 bytes: the most are 255, 1024 and 1048576/],
    ['fewer than no slots', SLOTS, -5, /-5 slots/],
    ['a size off the grid', TASK_BYTES, 100, /slots of 100 bytes/],
    ['more slots than there is memory for', SLOTS, 6, /length is \d+, not \d+/],
    ['fewer slots than there is memory for', SLOTS, 4, /length is \d+, not \d+/],
  ])('%s', (_, word, value, message) => {
    const { buffer, words } = createBoard(SIZE)
    Atomics.store(words, word, value)
    expect(() => openBoard(buffer)).toThrow(HandshakeError)
    expect(() => openBoard(buffer)).toThrow(message)
  })
})
