import { describe, expect, test } from 'vitest'
import { Spinner, type WaitStrategy } from '../../src/signal/wait-strategy.ts'

/**
 * A spinner on a clock that moves only when read: 1 µs a reading, of which it shows multiples of `stepMicros`. News comes
 * when the clock has reached `newsAt` (µs).
 */
function simulate(
  strategy: WaitStrategy,
  stepMicros = 0.001,
): {
  /** One wait for news that comes `micros` from now; a park costs `wakeMicros` more. Gives the µs spent looking. */
  wait(micros: number, wakeMicros?: number): number
} {
  let micros = 1000
  let newsAt = Infinity
  const spinner = new Spinner(strategy, () => (Math.floor(++micros / stepMicros) * stepMicros) / 1000)
  const sleeper = {
    hasNews: (): boolean => {
      micros += 0.1
      return micros >= newsAt
    },
  }
  return {
    wait(after, wakeMicros = 60) {
      const start = micros
      newsAt = start + after
      spinner.begin()
      do {
        if (spinner.spin(sleeper)) return micros - start
      } while (!spinner.isOver)
      const looked = micros - start
      spinner.parked()
      micros = Math.max(micros, newsAt) + wakeMicros
      spinner.woken(++micros / 1000)
      return looked
    },
  }
}

const many = (count: number, run: () => number): number => {
  let total = 0
  for (let index = 0; index < count; index++) total += run()
  return total / count
}

test.each(['adaptive', 'spin'] as const)('a look ends although the clock stands still: %s', (strategy) => {
  const spinner = new Spinner(strategy, () => 1000)
  let looks = 0
  spinner.begin()
  while (!spinner.isOver) expect(spinner.spin({ hasNews: () => ++looks < 0 })).toBe(false)
  expect(looks).toBeLessThan(10_000)
})

describe('adaptive', () => {
  test('finds a quick answer without parking', () => {
    const { wait } = simulate('adaptive')
    expect(many(100, () => wait(3))).toBeLessThan(10)
  })

  test('stops looking when messages are rare', () => {
    const { wait } = simulate('adaptive')
    many(4, () => wait(100_000))
    expect(many(100, () => wait(100_000))).toBeLessThan(1)
  })

  test('a message every 300 µs is not worth a look', () => {
    const { wait } = simulate('adaptive')
    many(4, () => wait(300))
    expect(many(100, () => wait(300))).toBeLessThan(1)
  })

  test('a conversation that begins after rare messages is looked for from its third wait on', () => {
    const { wait } = simulate('adaptive')
    many(20, () => wait(3000))
    wait(70)
    expect(wait(70)).toBeGreaterThan(65)
    expect(wait(3)).toBeLessThan(10)
    expect(wait(3)).toBeGreaterThan(2)
  })

  test('goes on looking after a pause of the peer’s now and then', () => {
    const { wait } = simulate('adaptive')
    for (let pause = 0; pause < 100; pause++) {
      many(2000, () => wait(3))
      wait(150)
    }
    expect(wait(3)).toBeGreaterThan(2)
  })

  test('on one core news that is there at once does not bring looking back', () => {
    const { wait } = oneCore()
    for (let round = 0; round < 500; round++) {
      wait()
      wait(true)
    }
    expect(many(500, () => wait())).toBeLessThan(5)
  })

  test('a trial that finds the answer of a quick peer brings looking back', () => {
    const { wait } = simulate('adaptive')
    // Pauses of the peer's in a row, each a little longer than a look, are taken for a core that is shared.
    many(128, () => wait(105, 1))
    expect(wait(1.5, 1)).toBeLessThan(1)
    many(6000, () => wait(1.5, 1))
    expect(many(100, () => wait(1.5, 1))).toBeGreaterThan(1.2)
  })

  test('news that came while somebody else had our core soon ends looking, also after it has long paid', () => {
    const { quick, preempted } = sharedCore()
    many(1000, quick)
    expect(many(10, quick)).toBeGreaterThan(0.2)
    many(160, preempted)
    expect(many(10, preempted)).toBe(0)
  })

  // Of browsers: 5 µs in Chromium, 20 in Firefox.
  test.each([5, 20])('a clock with steps of %i µs shows nobody on our core', (stepMicros) => {
    const { wait } = simulate('adaptive', stepMicros)
    many(2000, () => wait(15))
    expect(many(2000, () => wait(15))).toBeGreaterThan(14)
    expect(many(2000, () => wait(33))).toBeGreaterThan(32)
  })

  test('never looks longer than 100 µs while nothing tells it to', () => {
    const { wait } = simulate('adaptive')
    expect(wait(1_000_000)).toBeLessThan(110)
  })

  test('a conversation in which both sides sleep is looked through to the answer after some rounds', () => {
    const { wait } = simulate('adaptive')
    // The peer sleeps too: its answer takes a wake-up of 70 µs while we park, and 3 µs once we both look.
    let looked = 0
    for (let round = 0; round < 17; round++) looked = wait(70)
    expect(looked).toBeGreaterThan(65)
    expect(many(50, () => wait(3))).toBeLessThan(10)
  })

  test('on one core, where looking never helps, it soon costs almost nothing', () => {
    const { wait } = oneCore()
    many(40_000, () => wait())
    expect(many(40_000, () => wait())).toBeLessThan(1)
  })
})

/** The peer runs only while we sleep. */
function oneCore(): {
  /** One wait; `isThere`: the peer had our core just before. Gives the µs spent looking. */
  wait(isThere?: boolean): number
} {
  let micros = 1000
  const spinner = new Spinner('adaptive', () => ++micros / 1000)
  let isNews = false
  const sleeper = {
    hasNews: (): boolean => {
      micros += 0.1
      return isNews
    },
  }
  return {
    wait(isThere = false) {
      const start = micros
      isNews = isThere
      spinner.begin()
      while (!spinner.isOver) if (spinner.spin(sleeper)) return micros - start
      const looked = micros - start
      spinner.parked()
      micros += 4
      spinner.woken(++micros / 1000)
      return looked
    },
  }
}

/** The peer had our core in the middle of a look, or has one of its own and is quick. Gives the µs spent looking. */
function sharedCore(): { quick(): number; preempted(): number } {
  let micros = 1000
  const spinner = new Spinner('adaptive', () => (micros += 0.05) / 1000)
  const wait = (looks: number, gapMicros: number): number => {
    const start = micros
    let left = looks
    const sleeper = {
      hasNews: (): boolean => {
        micros += 0.1
        if (--left > 0) return false
        micros += gapMicros
        return true
      },
    }
    spinner.begin()
    while (!spinner.isOver) if (spinner.spin(sleeper)) return micros - start - gapMicros
    const looked = micros - start
    spinner.parked()
    micros += 4
    spinner.woken(micros / 1000)
    return looked
  }
  return { quick: () => wait(3, 0), preempted: () => wait(20, 3000) }
}

test('park never looks', () => {
  expect(simulate('park').wait(1000)).toBeLessThan(2)
})

test('spin always looks for the longest time', () => {
  const { wait } = simulate('spin')
  many(100, () => wait(100_000))
  expect(wait(100_000)).toBeGreaterThan(45)
})
