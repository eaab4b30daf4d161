import { describe, expect, test } from 'vitest'
import { Spinner, type WaitStrategy } from '../../src/signal/wait-strategy.ts'

/** A spinner on a clock that moves only when read: 1 µs a reading. News comes when the clock has reached `newsAt` (µs). */
function simulate(strategy: WaitStrategy): {
  /** One wait for news that comes `micros` from now; a park costs `wakeMicros` more. Gives the µs spent looking. */
  wait(micros: number, wakeMicros?: number): number
} {
  let micros = 1000
  let newsAt = Infinity
  const spinner = new Spinner(strategy, () => ++micros / 1000)
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
      spinner.woken()
      return looked
    },
  }
}

const many = (count: number, run: () => number): number => {
  let total = 0
  for (let index = 0; index < count; index++) total += run()
  return total / count
}

describe('adaptive', () => {
  test('finds a quick answer without parking', () => {
    const { wait } = simulate('adaptive')
    expect(many(100, () => wait(3))).toBeLessThan(10)
  })

  test('looks about 10 µs a wait when messages are rare', () => {
    const { wait } = simulate('adaptive')
    many(20, () => wait(100_000))
    expect(many(100, () => wait(100_000))).toBeLessThan(20)
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
    many(2000, wait)
    expect(many(2000, wait)).toBeLessThan(5)
  })
})

/** The peer runs only while we sleep. */
function oneCore(): { wait(): number } {
  let micros = 1000
  const spinner = new Spinner('adaptive', () => ++micros / 1000)
  const sleeper = {
    hasNews: (): boolean => {
      micros += 0.1
      return false
    },
  }
  return {
    wait() {
      const start = micros
      spinner.begin()
      while (!spinner.isOver) spinner.spin(sleeper)
      const looked = micros - start
      spinner.parked()
      micros += 4
      spinner.woken()
      return looked
    },
  }
}

test('park never looks', () => {
  expect(simulate('park').wait(1000)).toBeLessThan(2)
})

test('spin always looks for the longest time', () => {
  const { wait } = simulate('spin')
  many(100, () => wait(100_000))
  expect(wait(100_000)).toBeGreaterThan(45)
})
