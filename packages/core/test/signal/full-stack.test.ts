import { expect, test, vi } from 'vitest'
import { load } from '../../src/atomics.ts'
import { AsyncGate, PARK_ASYNC, PARK_PORT, RUN, wake } from '../../src/signal/gate.ts'
import { type IsStopped, stopAtEachAccess, stopEverywhere } from './full-stack.ts'

vi.mock('../../src/atomics.ts', async (original) => {
  const { stoppable } = await import('./full-stack.ts')
  return stoppable(await original())
})

const GATE = 3
const NEWS = 4

test.each([PARK_ASYNC, PARK_PORT] as const)(
  'AsyncGate.park() that a full stack stops leaves nobody parked, and parks when called again: by kind %i',
  async (kind) => {
    const signals: (() => void)[] = []
    const woken: number[] = []
    const trial = (isStopped: IsStopped, isSure: boolean): void => {
      const words = new Int32Array(new SharedArrayBuffer(32))
      const number = signals.length
      const onWake = (): void => void woken.push(number)
      const gate = new AsyncGate(words, GATE, kind, onWake)
      const sleeper = { hasNews: (): boolean => load(words, NEWS) !== 0 }
      if (isStopped(() => gate.park(sleeper))) {
        if (isSure) expect(words[GATE]).toBe(RUN)
        expect(gate.park(sleeper)).toBe(true)
      } else if (words[GATE] === RUN) gate.park(sleeper)
      expect(words[GATE]).toBe(kind)
      signals.push(() => wake(words, GATE, onWake))
    }
    stopAtEachAccess((isStopped) => trial(isStopped, true))
    // An engine may take optimized code back in between, and then the stack is too full for what there was room for before.
    stopEverywhere((isStopped) => trial(isStopped, false))
    for (const signal of signals) signal()
    await vi.waitFor(() => expect(new Set(woken).size).toBe(signals.length))
  },
)

test('a wait that is pending is woken also after a full stack has stopped the look of another park', async () => {
  const words = new Int32Array(new SharedArrayBuffer(32))
  let woken = 0
  let isFull = false
  const gate = new AsyncGate(words, GATE, PARK_ASYNC, () => void woken++)
  const sleeper = {
    hasNews: (): boolean => {
      if (isFull) throw new RangeError('Maximum call stack size exceeded')
      return false
    },
  }
  expect(gate.park(sleeper)).toBe(true)
  isFull = true
  expect(() => gate.park(sleeper)).toThrow('stack')
  wake(words, GATE, () => {})
  await vi.waitFor(() => expect(woken).toBe(1))
})
