import { afterEach, describe, expect, test, vi } from 'vitest'
import { PRODUCER_POSITION } from '../../src/memory/layout.ts'
import { Looks, type Quiet, type WaitStrategy } from '../../src/signal/wait.ts'

/** Whether a look at the ring's position finds news. */
let hasNews = (): boolean => false

vi.mock('../../src/atomics.ts', async (original) => ({
  ...(await original<typeof import('../../src/atomics.ts')>()),
  load: (_: Int32Array, index: number) => (index === PRODUCER_POSITION && hasNews() ? 8 : 0),
}))

afterEach(() => {
  hasNews = () => false
})

const quiet: Quiet = {
  words: new Int32Array(0),
  quietPosition: 0,
  quietCount: 0,
  region: { isProducedHere: false },
}

interface Simulated {
  /** Waits for news that comes `micros` from now. Gives the µs spent looking, and whether the look found the news. */
  wait(micros: number): { readonly looked: number; readonly isFound: boolean }
  /** Another thread has our core for so many µs in the middle of the next look. */
  preempt(micros: number): void
  /** Nobody waits for so many µs. */
  pass(micros: number): void
  readings(): number
}

/** Looks on a clock that moves only when something looks: 0.05 µs a load, and `stepMicros` between two different readings. */
function simulate(strategy: WaitStrategy = 'adaptive', stepMicros = 0.001): Simulated {
  let micros = 1000
  let readings = 0
  let stolen = 0
  const looks = new Looks(strategy, () => {
    readings++
    return (Math.floor((micros += 0.1) / stepMicros) * stepMicros) / 1000
  })
  return {
    wait(after) {
      const start = micros
      const newsAt = start + after
      hasNews = () => {
        micros += 0.05
        // Behind the loads that come before the first reading of the clock.
        if (micros > start + 2) {
          micros += stolen
          stolen = 0
        }
        return micros >= newsAt
      }
      const isFound = looks.look(quiet)
      const looked = micros - start
      // A park.
      if (!isFound) micros = Math.max(micros, newsAt) + 60
      return { looked, isFound }
    },
    preempt: (time) => void (stolen = time),
    pass: (time) => void (micros += time),
    readings: () => readings,
  }
}

/** Of so many waits: the µs of all their looks, and how many found the news. */
function many({ wait }: Simulated, count: number, micros: number): { readonly looked: number; readonly found: number } {
  const waits = Array.from({ length: count }, () => wait(micros))
  return {
    looked: waits.reduce((sum, { looked }) => sum + looked, 0),
    found: waits.filter((one) => one.isFound).length,
  }
}

test.each(['adaptive', 'spin'] as const)('a look ends although the clock stands still: %s', (strategy) => {
  let loads = 0
  hasNews = () => ++loads < 0
  expect(new Looks(strategy, () => 1000).look(quiet)).toBe(false)
  expect(loads).toBeGreaterThan(100)
  expect(loads).toBeLessThan(10_000)
})

test.each(['adaptive', 'spin'] as const)('nobody looks for what only this thread could bring: %s', (strategy) => {
  hasNews = () => true
  const looks = new Looks(strategy, () => 0)
  expect(looks.look({ ...quiet, region: { isProducedHere: true } })).toBe(false)
  expect(looks.look(quiet)).toBe(true)
})

test('park never looks', () => {
  hasNews = () => true
  expect(new Looks('park', () => 0).look(quiet)).toBe(false)
})

test('spin looks for 100 µs, however often in vain', () => {
  const pair = simulate('spin')
  for (let count = 0; count < 100; count++) {
    const { looked } = pair.wait(5000)
    expect(looked).toBeGreaterThan(95)
    expect(looked).toBeLessThan(110)
  }
})

describe('adaptive', () => {
  test('an answer that is there at once is found without reading the clock', () => {
    const pair = simulate()
    const before = pair.readings()
    expect(many(pair, 1000, 0.5).found).toBe(1000)
    expect(pair.readings()).toBe(before)
  })

  test('a quick answer is always found', () => {
    expect(many(simulate(), 1000, 40).found).toBe(1000)
  })

  test('a look for news of the native lane ends as one for a record does', () => {
    const count = { ...quiet, quietCount: 3 }
    expect(new Looks('adaptive', () => 0).look(count)).toBe(true)
  })

  test('no look takes longer than 100 µs', () => {
    expect(simulate().wait(1_000_000).looked).toBeLessThan(110)
  })

  test('rare messages cost one look in fifty', () => {
    const pair = simulate()
    const { looked } = many(pair, 1000, 1000)
    expect(looked / (1000 * 1060)).toBeLessThan(0.025)
  })

  test('messages with long pauses cost a look in twenty of them', () => {
    const pair = simulate()
    const { looked } = many(pair, 1000, 10_000)
    expect(looked / 1000).toBeLessThan(8)
  })

  test('a look that has paid is tried again after ten in vain', () => {
    const pair = simulate()
    many(pair, 100, 3)
    expect(many(pair, 9, 150).found).toBe(0)
    expect(pair.wait(3).isFound).toBe(true)
  })

  test('looking that never pays ends after ten looks', () => {
    const pair = simulate()
    many(pair, 100, 3)
    many(pair, 20, 150)
    const { looked } = many(pair, 100, 150)
    expect(looked / 100).toBeLessThan(6)
  })

  test('looking is tried again after a while, and goes on if it pays then', () => {
    const pair = simulate()
    many(pair, 100, 150)
    pair.pass(10_000)
    // A pause earns little: rare messages would cost a look each.
    expect(many(pair, 10, 40).found).toBe(0)
    many(pair, 50, 40)
    expect(many(pair, 100, 40).found).toBe(100)
  })

  test('an answer that comes while another thread has the core ends looking', () => {
    const pair = simulate()
    many(pair, 100, 3)
    pair.preempt(4000)
    expect(pair.wait(20).isFound).toBe(true)
    expect(pair.wait(50).looked).toBeLessThan(3)
  })

  // Of browsers: 5 µs in Chromium, 20 in Firefox.
  test.each([5, 20])('a clock with steps of %i µs changes nothing', (stepMicros) => {
    const pair = simulate('adaptive', stepMicros)
    expect(many(pair, 1000, 15).found).toBe(1000)
    expect(many(pair, 1000, 40).found).toBe(1000)
  })
})
