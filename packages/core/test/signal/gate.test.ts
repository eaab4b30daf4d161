import { describe, expect, test, vi } from 'vitest'
import { AsyncGate, asyncParkOf, PARK_ASYNC, PARK_PORT, PARK_SYNC, parkSync, RUN, wake } from '../../src/signal/gate.ts'

const GATE = 3
const wordsOf = (gate = RUN): Int32Array => {
  const words = new Int32Array(new SharedArrayBuffer(32))
  words[GATE] = gate
  return words
}
const asleep = { hasNews: (): boolean => false }
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5))

describe('wake()', () => {
  test('leaves a running peer alone', () => {
    const nudge = vi.fn()
    wake(wordsOf(RUN), GATE, nudge)
    expect(nudge).not.toHaveBeenCalled()
  })

  test('nudges a peer that only the native port wakes, once per park', () => {
    const nudge = vi.fn()
    const words = wordsOf(PARK_PORT)
    wake(words, GATE, nudge)
    wake(words, GATE, nudge)
    expect(nudge).toHaveBeenCalledTimes(1)
    expect(words[GATE]).toBe(RUN)
  })

  test.each([PARK_SYNC, PARK_ASYNC])('sets the gate of park kind %i to run without a nudge', (park) => {
    const nudge = vi.fn()
    const words = wordsOf(park)
    wake(words, GATE, nudge)
    expect(nudge).not.toHaveBeenCalled()
    expect(words[GATE]).toBe(RUN)
  })
})

describe('parkSync()', () => {
  test('does not sleep when there is news after the park value is stored', () => {
    const words = wordsOf()
    const seen: number[] = []
    const news = {
      hasNews: (): boolean => {
        seen.push(Atomics.load(words, GATE))
        return true
      },
    }
    expect(parkSync(words, GATE, news, Infinity)).toBe(true)
    expect(seen).toEqual([PARK_SYNC])
    expect(words[GATE]).toBe(RUN)
  })

  test('does not sleep when a waker came between the look and the wait', () => {
    const words = wordsOf()
    const late = {
      hasNews: (): boolean => {
        wake(words, GATE, () => {})
        return false
      },
    }
    expect(parkSync(words, GATE, late, Infinity)).toBe(true)
  })

  test('says false when the time is over', () => {
    const words = wordsOf()
    expect(parkSync(words, GATE, asleep, 5)).toBe(false)
    expect(words[GATE]).toBe(RUN)
  })
})

describe('AsyncGate', () => {
  test('wakes by waitAsync', async () => {
    const words = wordsOf()
    const onWake = vi.fn()
    const gate = new AsyncGate(words, GATE, asyncParkOf('waitAsync'), onWake)
    expect(gate.park(asleep)).toBe(true)
    expect(words[GATE]).toBe(PARK_ASYNC)
    wake(words, GATE, () => {})
    await vi.waitFor(() => expect(onWake).toHaveBeenCalledTimes(1))
  })

  test('is not parked when there is news', () => {
    const words = wordsOf()
    const gate = new AsyncGate(words, GATE, PARK_ASYNC, vi.fn())
    expect(gate.park({ hasNews: () => true })).toBe(false)
    expect(words[GATE]).toBe(RUN)
  })

  test('keeps one pending wait over many parks that ended otherwise, and a later wake reaches it', async () => {
    const words = wordsOf()
    const onWake = vi.fn()
    const waitAsync = vi.spyOn(Atomics, 'waitAsync')
    const gate = new AsyncGate(words, GATE, PARK_ASYNC, onWake)
    for (let park = 0; park < 100; park++) {
      expect(gate.park(asleep)).toBe(true)
      gate.run()
    }
    expect(waitAsync).toHaveBeenCalledTimes(1)
    gate.park(asleep)
    wake(words, GATE, () => {})
    await vi.waitFor(() => expect(onWake).toHaveBeenCalledTimes(1))
    waitAsync.mockRestore()
  })

  test('dispose() frees the pending wait', async () => {
    const words = wordsOf()
    const onWake = vi.fn()
    const gate = new AsyncGate(words, GATE, PARK_ASYNC, onWake)
    gate.park(asleep)
    gate.dispose()
    await settled()
    expect(onWake).toHaveBeenCalledTimes(1)
    expect(Atomics.notify(words, GATE)).toBe(0)
  })

  test('after dispose() parks no more: the turn that it brings would leave a wait that nothing ends', async () => {
    const words = wordsOf()
    const onWake = vi.fn(() => {
      gate.run()
      expect(gate.park(asleep)).toBe(true)
    })
    const gate = new AsyncGate(words, GATE, PARK_ASYNC, onWake)
    gate.park(asleep)
    gate.dispose()
    await settled()
    expect(onWake).toHaveBeenCalledTimes(1)
    expect(words[GATE]).toBe(RUN)
    expect(Atomics.notify(words, GATE)).toBe(0)
  })

  test('with wakeBy "port" never waits and is nudged', () => {
    const words = wordsOf()
    const nudge = vi.fn()
    const gate = new AsyncGate(words, GATE, asyncParkOf('port'), vi.fn())
    expect(gate.park(asleep)).toBe(true)
    wake(words, GATE, nudge)
    expect(nudge).toHaveBeenCalledTimes(1)
  })
})
