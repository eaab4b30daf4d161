import { expect, test } from 'vitest'
import { Doze } from '../../src/signal/doze.ts'
import { type AsyncGate, AsyncGate as Gate, PARK_PORT, RUN } from '../../src/signal/gate.ts'

/** Sleeps in the place of an event loop, of which each takes so many milliseconds; says after how many of the loop's own sleeps it came. */
function simulate(): { next(ms: number): number } {
  let now = 1000
  let lasts = 0
  const doze = new Doze(() => now)
  const gate = { block: () => ((now += lasts), lasts < 5) } as unknown as AsyncGate
  return {
    next(ms) {
      lasts = ms
      for (let sleeps = 0; ; sleeps++) {
        if (!doze.isDue()) continue
        expect(doze.sleep(gate, { hasNews: () => false }, now)).toBe(ms < 5)
        return sleeps
      }
    },
  }
}

test('while answers come soon, each is waited for so', () => {
  const { next } = simulate()
  expect(Array.from({ length: 100 }, () => next(0.02))).toEqual(Array(100).fill(0))
})

test.each([5, 2])('what takes %d ms is waited for ever less', (ms) => {
  const { next } = simulate()
  expect(Array.from({ length: 6 }, () => next(ms))).toEqual([0, 15, 255, 4095, 4095, 4095])
})

test('one that takes long among many that do not costs sixteen sleeps, and a row of them more, until as many have paid', () => {
  const { next } = simulate()
  next(0.1)
  next(5)
  expect([next(0.1), next(0.1), next(0.1), next(0.1), next(5), next(0.1)]).toEqual([15, 0, 0, 0, 0, 15])
  next(5)
  expect(next(5)).toBe(127)
})

test('with news there is no sleep, without any it ends by itself, and the gate is open again', () => {
  const words = new Int32Array(new SharedArrayBuffer(64))
  const gate = new Gate(words, 3, PARK_PORT, () => {})
  let looks = 0
  expect(gate.block({ hasNews: () => ++looks > 0 }, 1e9)).toBe(true)
  expect(gate.block({ hasNews: () => ++looks < 0 }, 1)).toBe(false)
  // Before the sleep and after it.
  expect(looks).toBe(3)
  expect(gate.block({ hasNews: () => ++looks > 4 }, 1)).toBe(true)
  expect(words[3]).toBe(RUN)
  gate.dispose()
  expect(gate.block({ hasNews: () => true }, 1e9)).toBe(false)
})
