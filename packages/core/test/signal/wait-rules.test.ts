import { expect, test } from 'vitest'
import { Spinner, type WaitStrategy } from '../../src/signal/wait-strategy.ts'

// The rules of docs/decisions/0004-looking-before-sleeping.md, one by one, on a clock that moves only when something looks.

interface Waits {
  /**
   * Looks in vain, then sleeps so many µs, and its listener takes some. As a turn does, it tells of a sleep after a long
   * one only then. Gives the µs of the look.
   */
  sleep(micros: number, listenerMicros?: number): number
  /** News comes in a look after so many µs; the other side has our core after `stolenAfter`. Gives the µs of the look. */
  find(micros: number, stolenAfter?: number): number
  /** News is there before the first look. */
  findAtOnce(): void
  /** So many µs of other work. */
  pass(micros: number): void
}

function waits(strategy: WaitStrategy = 'adaptive'): Waits {
  let micros = 1000
  let newsAt = Infinity
  let stolenAt = Infinity
  const spinner = new Spinner(strategy, () => (micros += 0.1) / 1000)
  const sleeper = {
    hasNews: (): boolean => {
      micros += 0.05
      const isNews = micros >= newsAt
      if (micros < stolenAt) return isNews
      micros += 20
      stolenAt = Infinity
      return isNews
    },
  }
  /** Gives the µs of the look; negative when it was in vain. */
  const look = (): number => {
    const start = micros
    spinner.begin()
    do {
      if (spinner.spin(sleeper)) return micros - start
    } while (!spinner.isOver)
    return start - micros
  }
  return {
    sleep(asleep, listenerMicros = 0) {
      newsAt = Infinity
      const looked = Math.abs(look())
      spinner.parked()
      micros += asleep
      const { isUnhurried } = spinner
      if (!isUnhurried) spinner.woken(++micros / 1000)
      micros += listenerMicros
      if (isUnhurried) spinner.woken(++micros / 1000)
      return looked
    },
    find(after, stolenAfter = Infinity) {
      newsAt = micros + after
      stolenAt = micros + stolenAfter
      const looked = look()
      expect(looked, 'found').toBeGreaterThan(0)
      return looked
    },
    findAtOnce() {
      newsAt = 0
      look()
    },
    pass: (other) => void (micros += other),
  }
}

const OTHER_CORE = 60
const SAME_CORE = 4
const LONG = 1000
const LULL = 20_000

const times = (count: number, run: () => number): number[] => Array.from({ length: count }, run)
const isLook = (micros: number): boolean => micros > 90
const isNone = (micros: number): boolean => micros < 1

/** Sixteen looks in vain: looking does not help. */
function giveUp({ sleep }: Waits): void {
  expect(times(16, () => sleep(OTHER_CORE)).every(isLook)).toBe(true)
}

/** How many sleeps there are before a look. */
function sleepsToLook({ sleep }: Waits, asleep = OTHER_CORE): number {
  for (let count = 0; count < 10_000; count++) if (!isNone(sleep(asleep))) return count
  throw new Error('no look in 10,000 sleeps')
}

test('after a long sleep a look is half as long, and after four there is none', () => {
  const { sleep } = waits()
  const looks = times(6, () => sleep(LONG)).map((micros) => Math.round(micros / 12.5) * 12.5)
  expect(looks).toEqual([100, 50, 25, 12.5, 0, 0])
})

test('the first short sleep brings looking back where messages were rare', () => {
  const { sleep } = waits()
  times(10, () => sleep(LONG))
  expect(isNone(sleep(OTHER_CORE))).toBe(true)
  expect(isLook(sleep(OTHER_CORE))).toBe(true)
})

test('what a listener takes counts as sleep after a lull, once', () => {
  const { sleep } = waits()
  times(10, () => sleep(LULL, 300))
  expect(isNone(sleep(OTHER_CORE, 300))).toBe(true)
  expect(isNone(sleep(OTHER_CORE, 300))).toBe(true)
  expect(isLook(sleep(OTHER_CORE, 300))).toBe(true)
})

test('a quick listener on the same core is not taken for another core after a lull', () => {
  const { sleep } = waits()
  times(20, () => sleep(LULL, 30))
  expect(times(100, () => sleep(SAME_CORE, 30)).every(isNone)).toBe(true)
})

test('looking stays away where every listener takes more than a millisecond: it could spare a few percent at most', () => {
  const { sleep } = waits()
  times(10, () => sleep(LULL, 2000))
  expect(times(10, () => sleep(OTHER_CORE, 2000)).every(isNone)).toBe(true)
  // The last of those was still judged late.
  sleep(OTHER_CORE)
  expect(isLook(sleep(OTHER_CORE))).toBe(true)
})

test('a short sleep after a shortened look makes it long again', () => {
  const { sleep } = waits()
  times(2, () => sleep(LONG))
  sleep(OTHER_CORE)
  expect(isLook(sleep(OTHER_CORE))).toBe(true)
})

test('sixteen looks in vain before short sleeps, and there are no more', () => {
  const all = waits()
  giveUp(all)
  expect(isNone(all.sleep(OTHER_CORE))).toBe(true)
})

test('a sleep on the same core counts as four of those', () => {
  const { sleep } = waits()
  expect(times(4, () => sleep(SAME_CORE)).every(isLook)).toBe(true)
  expect(isNone(sleep(SAME_CORE))).toBe(true)
})

test('four sleeps in a row as on another core bring looking back, then twice as many each time, at most 256', () => {
  const all = waits()
  giveUp(all)
  const counts = times(8, () => {
    const count = sleepsToLook(all)
    // One of sixteen it has had.
    times(15, () => all.sleep(OTHER_CORE))
    return count
  })
  expect(counts).toEqual([4, 8, 16, 32, 64, 128, 256, 256])
})

test('a sleep on the same core begins that count anew', () => {
  const all = waits()
  giveUp(all)
  times(3, () => all.sleep(OTHER_CORE))
  all.sleep(SAME_CORE)
  expect(sleepsToLook(all)).toBe(4)
})

test('a lull, or news that a look found, begins with one sleep again', () => {
  const all = waits()
  giveUp(all)
  sleepsToLook(all)
  times(15, () => all.sleep(OTHER_CORE))
  all.sleep(LONG)
  expect(sleepsToLook(all)).toBe(8)
  times(15, () => all.sleep(OTHER_CORE))
  all.sleep(LULL)
  expect(sleepsToLook(all)).toBe(1)
  all.find(20)
  giveUp(all)
  expect(sleepsToLook(all)).toBe(4)
})

test('without looks comes a probe of 250 µs after 512 sleeps, then after twice as many each time, at most 4,096', () => {
  const all = waits()
  giveUp(all)
  const probes: number[] = []
  const counts = times(5, () => {
    for (let count = 1; ; count++) {
      const looked = all.sleep(SAME_CORE)
      if (isNone(looked)) continue
      probes.push(looked)
      return count
    }
  })
  expect(counts).toEqual([512, 1024, 2048, 4096, 4096])
  for (const probe of probes) expect(Math.abs(probe - 250)).toBeLessThan(20)
})

test('a probe that finds something brings looking back', () => {
  const all = waits()
  giveUp(all)
  times(511, () => all.sleep(SAME_CORE))
  expect(all.find(200)).toBeGreaterThan(199)
  expect(isLook(all.sleep(SAME_CORE))).toBe(true)
})

test('a probe that found something only because the scheduler took the core away does not', () => {
  const all = waits()
  giveUp(all)
  times(511, () => all.sleep(SAME_CORE))
  all.find(200, 200)
  expect(isNone(all.sleep(SAME_CORE))).toBe(true)
})

test('news that a look finds forgets what was in vain', () => {
  const all = waits()
  times(15, () => all.sleep(OTHER_CORE))
  all.find(20)
  giveUp(all)
})

test('news that is there at once says nothing', () => {
  const all = waits()
  times(15, () => all.sleep(OTHER_CORE))
  all.findAtOnce()
  all.sleep(OTHER_CORE)
  expect(isNone(all.sleep(OTHER_CORE))).toBe(true)
})

test.each([50, 5])(
  'news that was found because the scheduler took the core away after %d µs counts as in vain',
  (after) => {
    const all = waits()
    for (let count = 0; count < 16; count++) all.find(50, after)
    expect(isNone(all.sleep(OTHER_CORE))).toBe(true)
  },
)

test('what was in vain is forgotten after 5 ms', () => {
  const all = waits()
  times(15, () => all.sleep(OTHER_CORE))
  all.pass(6000)
  giveUp(all)
})

test('what was in vain is forgotten by a long sleep', () => {
  const all = waits()
  times(15, () => all.sleep(OTHER_CORE))
  all.sleep(LONG)
  all.sleep(OTHER_CORE)
  expect(times(14, () => all.sleep(OTHER_CORE)).every(isLook)).toBe(true)
})

test('spin looks 100 µs whatever happens, and park never', () => {
  const spin = waits('spin')
  for (const asleep of [SAME_CORE, OTHER_CORE, LONG, LULL])
    expect(times(20, () => spin.sleep(asleep)).every(isLook)).toBe(true)
  for (let count = 0; count < 20; count++) spin.find(20, 20)
  expect(isLook(spin.sleep(LONG))).toBe(true)
  const park = waits('park')
  for (const asleep of [SAME_CORE, OTHER_CORE, LONG, LULL])
    expect(times(1000, () => park.sleep(asleep)).every(isNone)).toBe(true)
})
