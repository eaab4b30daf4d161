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
  /** In µs. */
  now(): number
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
    now: () => micros,
  }
}

const OTHER_CORE = 60
const SAME_CORE = 4
const LONG = 1000
const LULL = 20_000

const times = (count: number, run: () => number): number[] => Array.from({ length: count }, run)
const isLook = (micros: number): boolean => micros > 90
const isNone = (micros: number): boolean => micros < 1

/** 128 looks in vain: looking does not help. `had`: so many of them came before. */
function giveUp({ sleep }: Waits, had = 0): void {
  expect(times(128 - had, () => sleep(SAME_CORE)).every(isLook)).toBe(true)
  expect(isNone(sleep(SAME_CORE))).toBe(true)
}

/** Milliseconds of sleeps until there is a look. */
function restMs({ sleep, now }: Waits, asleep = SAME_CORE): number {
  const start = now()
  for (let count = 0; count < 1_000_000; count++) {
    const end = now()
    if (!isNone(sleep(asleep))) return Math.round((end - start) / 1000)
  }
  throw new Error('no look in a million sleeps')
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

test('the time of a listener counts as sleep after a lull, once', () => {
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

test('a conversation on the same core after rare messages is looked for after a rest of 16 ms', () => {
  const all = waits()
  times(10, () => all.sleep(LONG))
  expect(restMs(all)).toBe(16)
})

test('128 looks in vain before short sleeps, and there are no more', () => {
  giveUp(waits())
})

test('nobody gives up while one look of 128 finds something', () => {
  const { sleep, find } = waits()
  for (let round = 0; round < 20; round++) {
    expect(times(127, () => sleep(SAME_CORE)).every(isLook)).toBe(true)
    find(20)
  }
})

test('a trial follows after a rest of 16 ms, and each in vain doubles the rest, up to 1,024 ms', () => {
  const all = waits()
  giveUp(all)
  const rests = times(8, () => {
    const ms = restMs(all)
    // One of the trial it has had.
    giveUp(all, 1)
    return ms
  })
  expect(rests).toEqual([16, 32, 64, 128, 256, 512, 1024, 1024])
})

test('sleeps that are as long as on another core do not end a rest', () => {
  const all = waits()
  giveUp(all)
  expect(restMs(all, OTHER_CORE)).toBe(16)
})

test('a rest that ended during a lull is over when the conversation goes on', () => {
  const all = waits()
  giveUp(all)
  all.sleep(LULL)
  expect(isNone(all.sleep(SAME_CORE))).toBe(true)
  expect(isLook(all.sleep(SAME_CORE))).toBe(true)
})

test('a lull does not end a longer rest', () => {
  const all = waits()
  giveUp(all)
  restMs(all)
  giveUp(all, 1)
  all.sleep(LULL)
  expect(times(100, () => all.sleep(SAME_CORE)).every(isNone)).toBe(true)
})

test('a look that finds something brings looking back, and the next rest is the first again', () => {
  const all = waits()
  giveUp(all)
  restMs(all)
  giveUp(all, 1)
  restMs(all)
  expect(all.find(80)).toBeGreaterThan(79)
  giveUp(all)
  expect(restMs(all)).toBe(16)
})

test('a look that found something only because the scheduler took the core away does not', () => {
  const all = waits()
  giveUp(all)
  restMs(all)
  for (let count = 1; count < 128; count++) all.find(80, 80)
  expect(isNone(all.sleep(SAME_CORE))).toBe(true)
  expect(restMs(all)).toBe(32)
})

test('news that is there at once says nothing', () => {
  const all = waits()
  times(127, () => all.sleep(OTHER_CORE))
  all.findAtOnce()
  all.sleep(OTHER_CORE)
  expect(isNone(all.sleep(OTHER_CORE))).toBe(true)
})

test.each([50, 5])(
  'news that was found because the scheduler took the core away after %d µs counts as in vain',
  (after) => {
    const all = waits()
    for (let count = 0; count < 128; count++) all.find(50, after)
    expect(isNone(all.sleep(OTHER_CORE))).toBe(true)
  },
)

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
