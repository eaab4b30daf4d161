import { expect, test } from 'vitest'
import { ContestTally } from '../../src/runner/against/tally.ts'
import type { Role } from '../../src/runner/contender.ts'
import { type Entry, runRounds } from '../../src/runner/rounds.ts'
import { Tally } from '../../src/runner/tally.ts'

const turn = (role: Role, ...nanos: number[]) => ({
  role,
  samples: Float64Array.from(nanos).toSorted(),
  operations: 1,
  cpuNanos: 5,
  heap: { bytes: nanos[0]!, collections: 0, pauseNanos: 0 },
  counts: { parks: nanos[0]! / 10 },
})

test('a ratio and its quartiles are those of single turns: it never lies outside of them', () => {
  const tally = new Tally()
  for (const [own, base] of [
    [10, 20],
    [20, 60],
    [40, 160],
  ] as const) {
    tally.add(turn('own', own))
    tally.add(turn('baseline', base))
  }
  tally.keepRound()
  const { times, baselineNanos, ratio, rounds } = tally.summary()!
  expect(times.median).toBeCloseTo(20, 1)
  expect(baselineNanos).toBeCloseTo(60, 1)
  expect(ratio).toEqual({ median: 3, q1: 2.5, q3: 3.5 })
  expect(rounds).toEqual({ medians: [20], ratios: [3] })
})

// The medians of all samples give a fifth, and no turn gives less than two fifths.
test('a long turn of few samples and a short one of many do not part the ratio from its quartiles', () => {
  const tally = new Tally()
  for (const [own, base] of [
    [[10, 10, 10, 10, 10], [6]],
    [[5], [2, 2, 2, 2, 2, 2]],
    [[6], [3, 3, 3, 3]],
  ] as const) {
    tally.add(turn('own', ...own))
    tally.add(turn('baseline', ...base))
  }
  tally.keepRound()
  const { ratio, rounds } = tally.summary()!
  expect(rounds.ratios).toEqual([ratio!.median])
  expect(ratio!.q1).toBeLessThanOrEqual(ratio!.median)
  expect(ratio!.median).toBeLessThanOrEqual(ratio!.q3)
  expect(ratio!.median).toBe(0.5)
})

test('a round that was disturbed counts for nothing', () => {
  const tally = new Tally()
  tally.add(turn('own', 1000))
  tally.dropRound()
  expect(tally.summary()).toBe(undefined)
  tally.add(turn('own', 10))
  tally.keepRound()
  expect(tally.summary()!.times.max).toBeCloseTo(10, 1)
})

const TOO_SHORT = 'the clock is too coarse for it: let one call do more, and say how much by operations'

test.each([
  ['a run', Tally],
  ['--against', ContestTally],
] as const)('in %s a case that takes no time by its clock is broken', async (_, AnyTally) => {
  const entry: Entry = { file: 'a.bench.ts', suite: '', name: 'short', tally: new AnyTally(), broken: null }
  await runRounds([entry], {
    rounds: 2,
    mayRepeat: false,
    async measure(_entry, onTurn) {
      for (const role of ['own', 'baseline', 'control'] as const) onTurn(turn(role, 0, 0, 5))
    },
    isCalm: async () => true,
    settle: async () => {},
    onCase: () => {},
  })
  expect(entry.broken).toBe(TOO_SHORT)
})

test.each([
  ['there is no case', []],
  ['all are broken', [{ file: 'a.bench.ts', suite: '', name: 'a', tally: new Tally(), broken: 'it throws' }]],
] as const)('where %s, nobody waits for a calm machine', async (_, entries: readonly Entry[]) => {
  const looked: string[] = []
  await runRounds(entries, {
    rounds: 2,
    mayRepeat: true,
    measure: async () => {},
    isCalm: async () => looked.push('calm?') === 0,
    settle: async () => void looked.push('settle'),
    onCase: () => {},
  })
  expect(looked).toEqual([])
})

test('there is no ratio to a baseline that takes no time by its clock', () => {
  const tally = new Tally()
  for (const nanos of [0, 0]) {
    tally.add(turn('own', 20))
    tally.add(turn('baseline', nanos))
  }
  expect(tally.keepRound()).toBe(null)
  const { times, baselineNanos, ratio, rounds } = tally.summary()!
  expect(times.median).toBeCloseTo(20, 1)
  expect([baselineNanos, ratio]).toEqual([null, null])
  expect(rounds).toEqual({ medians: [20], ratios: [] })
})

test('the mean of a turn has its pauses, the median has not', () => {
  const tally = new Tally()
  tally.add(turn('own', 10, 10, 10, 10, 960))
  tally.keepRound()
  const { times } = tally.summary()!
  expect(times.median).toBeCloseTo(10, 1)
  expect(times.mean).toBe(200)
})

test('samples below a nanosecond are told apart', () => {
  const tally = new Tally()
  tally.add(turn('own', 0.25, 0.5, 0.75))
  tally.keepRound()
  expect(tally.summary()!.times).toMatchObject({ min: 0.25, median: 0.5, max: 0.75 })
})

test('bytes and counters of an operation are the medians of the turns, collections their mean', () => {
  const tally = new Tally()
  tally.add({ ...turn('own', 10), heap: { bytes: 40, collections: 0.001, pauseNanos: 3 } })
  tally.add({ ...turn('own', 20), heap: { bytes: 44, collections: 0, pauseNanos: 0 } })
  tally.add({ ...turn('own', 60), heap: { bytes: 400, collections: 0.002, pauseNanos: 6 } })
  tally.add(turn('baseline', 1000))
  tally.keepRound()
  const { heap, counts } = tally.summary()!
  expect(heap).toEqual({ bytes: 44, collections: 0.001, pauseNanos: 3 })
  expect(counts).toEqual({ parks: 2 })
})
