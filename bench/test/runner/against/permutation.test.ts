import { expect, test } from 'vitest'
import { chanceOf, estimate, fewestRounds, scoresOf, type Triple } from '../../../src/runner/against/permutation.ts'
import { median } from '../../../src/statistics.ts'
import { FALSE_ALARMS, judge } from '../../../src/runner/against/verdict.ts'

/** Numbers between 0 and 1, the same in every run. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * As a shared machine gives them: noise of 2 %, a fast and a slow kind of thread that differ by 10 %, now and then a round that
 * something disturbed, and an advantage of 3 % for the version that came first, where the lot decides which that is.
 */
function roundsWith(count: number, random: () => number, slower = 0): Triple[] {
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  return Array.from({ length: count }, () => {
    const first = Math.floor(random() * 3)
    const disturbed = random() < 0.05 ? Math.floor(random() * 3) : -1
    const [head, base, control] = [0, 1, 2].map(
      (version) =>
        0.02 * normal() +
        (random() < 0.2 ? 0.1 : 0) +
        (version === disturbed ? 0.5 : 0) -
        (version === first ? 0.03 : 0),
    )
    return [head! + slower, base!, control!]
  })
}

/** All ways, one after the other: what `chanceOf` counts on a grid. */
function countedChance(rounds: readonly Triple[]): number {
  const scores = scoresOf(rounds)
  const total = Math.abs(scores.reduce((sum, [head]) => sum + head!, 0))
  let extreme = 0
  for (let way = 0; way < 3 ** rounds.length; way++) {
    const sum = scores.reduce((all, round, place) => all + round[Math.floor(way / 3 ** place) % 3]!, 0)
    if (Math.abs(sum) >= total - 1e-12) extreme++
  }
  return extreme / 3 ** rounds.length
}

test('the chance of a difference is the share of all ways to call one of the three head', () => {
  const random = randomOf(3)
  for (let time = 0; time < 40; time++) {
    const rounds = Array.from({ length: 1 + (time % 6) }, (): Triple => [1 + random(), 1 + random(), 1 + random()])
    const [counted, exact] = [chanceOf(rounds), countedChance(rounds)]
    // The grid takes a sum that is nearly as large for as large: never the other way.
    expect(counted).toBeGreaterThan(exact - 1e-12)
    expect(counted).toBeLessThan(exact + 0.01)
  }
  expect(chanceOf([[1, 1, 1]])).toBe(1)
  expect(
    chanceOf([
      [2, 1, 1],
      [2, 1, 1],
      [2, 1, 1],
    ]),
  ).toBeCloseTo(1 / 27, 12)
})

function showsWith(count: number): number {
  const random = randomOf(4)
  return median(Array.from({ length: 4 }, () => judge({ baseNanos: 1, rounds: roundsWith(count, random) }, 2, 0).shows))
}

test('more rounds show smaller changes', () => {
  expect(showsWith(40) / showsWith(10)).toBeLessThan(0.6)
})

test('where nothing differs, no more runs than stated tell a change', () => {
  const random = randomOf(1)
  for (const [cases, count, all] of [
    [1, 5, 2000],
    [1, 10, 2000],
    [10, 8, 2000],
    [1, 40, 500],
  ] as const) {
    let alarms = 0
    for (let run = 0; run < all / cases; run++) {
      const chances = Array.from({ length: cases }, () => chanceOf(roundsWith(count, random)))
      if (chances.some((chance) => chance <= FALSE_ALARMS / cases)) alarms++
    }
    const expected = (all / cases) * FALSE_ALARMS
    expect(alarms).toBeLessThanOrEqual(expected + 3 * Math.sqrt(expected))
  }
})

test('a change above what a run could show is told, and its interval holds the true change', () => {
  const random = randomOf(2)
  let [told, held, shows] = [0, 0, 0]
  const RUNS = 200
  for (let run = 0; run < RUNS; run++) {
    const slower = Math.log(1.3)
    const { change, low, high, ...rest } = judge({ baseNanos: 1, rounds: roundsWith(10, random, slower) }, 4, 0)
    if (rest.verdict === 'slower') told++
    if (low <= 0.3 && 0.3 <= high) held++
    expect(low).toBeLessThanOrEqual(change)
    expect(change).toBeLessThanOrEqual(high)
    shows += rest.shows
  }
  expect(shows / RUNS).toBeLessThan(0.15)
  expect(told).toBeGreaterThan(RUNS * 0.98)
  expect(held).toBeGreaterThan(RUNS * 0.97)
})

test('a change below the least that counts is none, however sure it is', () => {
  const rounds = Array.from({ length: 10 }, (_, round): Triple => [0.005, 1e-4 * (round % 3), 1e-4 * (round % 2)])
  expect(judge({ baseNanos: 1, rounds }, 1, 0)).toMatchObject({ verdict: 'slower' })
  expect(judge({ baseNanos: 1, rounds }, 1, 0.01)).toMatchObject({ verdict: 'no difference', shows: 0.01 })
  const faster = rounds.map(([head, ...others]): Triple => [head - 0.1, ...others])
  expect(judge({ baseNanos: 1, rounds: faster }, 1, 0.01)).toMatchObject({ verdict: 'faster' })
})

test('one disturbed round does not hide what all others tell', () => {
  const rounds = Array.from({ length: 9 }, (_, round): Triple => [0.2 + 0.01 * (round % 3), 0, 0.01 * (round % 2)])
  expect(judge({ baseNanos: 1, rounds: [...rounds, [-5, 0, 0]] }, 3, 0)).toMatchObject({ verdict: 'slower' })
})

test('too few rounds can show nothing, and it is said from how many on they can', () => {
  expect(fewestRounds(0.01)).toBe(5)
  expect(fewestRounds(0.01 / 7)).toBe(6)
  expect(fewestRounds(1 / 9)).toBe(2)
  expect(
    estimate(
      [
        [1, 0, 0],
        [1, 0, 0],
      ],
      0.01,
    ),
  ).toMatchObject({ change: 1, chance: expect.closeTo(1 / 9, 12) as number, shows: Infinity })
})
