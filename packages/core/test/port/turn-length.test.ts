import { expect, test } from 'vitest'
import { MAX_TURN_MS, TurnLength } from '../../src/port/turn-length.ts'

/** A turn on a clock that moves only when told. */
function turns(): {
  /** Milliseconds that the turn under way may last; then it pauses for so many. */
  lengthBeforePause(pausedMs: number): number
} {
  let ms = 1000
  const turn = new TurnLength()
  turn.begin(ms)
  return {
    lengthBeforePause(pausedMs) {
      const start = ms
      while (!turn.isOver(ms)) ms += 0.001
      const length = ms - start
      turn.pause(ms)
      ms += pausedMs
      turn.resume(ms)
      return length
    },
  }
}

const IDLE = 0.005

test('while the event loop has nothing to do a turn lasts 4 ms', () => {
  const { lengthBeforePause } = turns()
  for (let count = 0; count < 100; count++) expect(lengthBeforePause(IDLE)).toBeCloseTo(MAX_TURN_MS, 2)
})

test.each([0.2, 0.5, 1, 3])(
  'after a pause in which something ran for %d ms, the next turn takes as long',
  (pausedMs) => {
    const { lengthBeforePause } = turns()
    lengthBeforePause(pausedMs)
    for (let count = 0; count < 10; count++) expect(lengthBeforePause(pausedMs)).toBeCloseTo(pausedMs, 2)
  },
)

test('no turn is longer than 4 ms, however long a pause was', () => {
  const { lengthBeforePause } = turns()
  lengthBeforePause(100)
  expect(lengthBeforePause(IDLE)).toBeCloseTo(MAX_TURN_MS, 2)
})

test('no turn is shorter than 0.1 ms, so that pauses with little to do cost little', () => {
  const { lengthBeforePause } = turns()
  lengthBeforePause(0.06)
  expect(lengthBeforePause(IDLE)).toBeCloseTo(0.1, 2)
})

test('each pause with nothing to do doubles the turn, until it lasts 4 ms again', () => {
  const { lengthBeforePause } = turns()
  lengthBeforePause(0.1)
  const lengths = Array.from({ length: 8 }, () => Math.round(lengthBeforePause(IDLE) * 10) / 10)
  expect(lengths).toEqual([0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 4, 4])
})

test('a turn that begins with an event is as long as the one before it was to be', () => {
  const turn = new TurnLength()
  turn.begin(0)
  turn.pause(5)
  turn.resume(6)
  turn.begin(100)
  expect(turn.isOver(100.9)).toBe(false)
  expect(turn.isOver(101.1)).toBe(true)
})

test('a turn that has not read the clock is not over, however long ago the last one was', () => {
  const turn = new TurnLength()
  turn.begin(0)
  turn.endsAt = Infinity
  expect(turn.isOver(1_000_000)).toBe(false)
  turn.begin(1_000_000)
  expect(turn.isOver(1_000_005)).toBe(true)
})
