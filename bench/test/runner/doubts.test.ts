import { expect, test } from 'vitest'
import { Contender, type Turn } from '../../src/runner/contender.ts'
import { Doubts } from '../../src/runner/doubts.ts'

const turn: Turn = {
  role: 'own',
  samples: Float64Array.from({ length: 20 }, () => 100),
  operations: 1,
  cpuNanos: null,
  heap: null,
  counts: {},
}

function twoMs(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 2))
}

function doubtsOf(...turns: Partial<Turn>[]): string[] {
  const doubts = new Doubts()
  for (const one of turns) doubts.add({ ...turn, ...one })
  return doubts.told()
}

test('ordinary turns, and none at all, raise no doubts', () => {
  expect(doubtsOf()).toEqual([])
  expect(doubtsOf({}, { overheadNanos: 9 })).toEqual([])
})

test('a clock too coarse, overhead and too few samples are told with what helps', () => {
  expect(doubtsOf({ isCoarse: true })).toEqual([
    'the clock is too coarse for 100 ns: let one call do more, and say how much by operations',
  ])
  expect(doubtsOf({ overheadNanos: 25 }, { overheadNanos: 30 }, { overheadNanos: 35 })).toEqual([
    '30.0 ns of its 100 ns are the call itself: without them a change is larger. ' +
      'Let one call do more, and say how much by operations',
  ])
  const few = { samples: Float64Array.of(100, 200) }
  expect(doubtsOf(few, {}, {})).toEqual([])
  expect(doubtsOf(few, few, {})).toEqual(['a turn has only 2 of its calls: let one call do less, or give it more time'])
})

test('a call that does nothing is told to be overhead, and to be too short for a clock of large steps', async () => {
  const clock = { cpuMicros: () => null, sampleNanos: 1e9 }
  const contender = new Contender('own', { run: () => 1, operations: 1, teardown: () => {} }, clock)
  await contender.warmUp(5)
  const measured = await contender.takeTurn(5)
  expect(measured).toMatchObject({ isCoarse: true, operations: 4096 })
  expect(measured.overheadNanos).toBeGreaterThan(0)
  expect(doubtsOf(measured)[0]).toMatch(/^the clock is too coarse for /)
})

test('a call that takes its time has no overhead to tell', async () => {
  const clock = { cpuMicros: () => null, sampleNanos: 20_000 }
  const contender = new Contender('own', { run: twoMs, operations: 1, teardown: () => {} }, clock)
  await contender.warmUp(1)
  const measured = await contender.takeTurn(5)
  expect([measured.isCoarse, measured.overheadNanos]).toEqual([undefined, undefined])
})
