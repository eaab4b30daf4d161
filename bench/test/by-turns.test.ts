import { expect, test } from 'vitest'
import type { Meter } from '../src/cell.ts'
import { measureByTurns } from '../src/transport/by-turns.ts'
import type { Traffic, Turn } from '../src/transport/traffic.ts'

const WINDOW_MS = 100

/** A clock of processor time that goes on by 10 at every look. */
function meter(): Meter {
  let cpuMicros = 0
  return { cpuMicros: async () => (cpuMicros += 10), collectGarbage: async () => {} }
}

function traffic(log: string[], name: string, turns: readonly Turn[]): Traffic {
  let next = 0
  return {
    verify: async () => true,
    warmUp: async () => {},
    takeTurn: async (ms) => {
      log.push(`${name} ${ms}`)
      return turns[next++ % turns.length]!
    },
  }
}

function samples(...ms: number[]): Turn {
  return { count: ms.length, elapsedMs: ms.reduce((sum, one) => sum + one, 0), samples: Float64Array.from(ms) }
}

const many = (count: number, elapsedMs: number): Turn => ({ count, elapsedMs, samples: null })

test('measureByTurns() takes turns with the baseline until the window is over', async () => {
  const log: string[] = []
  const own = traffic(log, 'own', [many(300, 20), many(100, 20)])
  const base = traffic(log, 'base', [many(50, 20)])
  const reading = await measureByTurns(own, base, WINDOW_MS, meter(), { leavesBuffers: false })
  expect(log).toEqual(Array.from({ length: 16 }, (_, turn) => (turn % 2 === 0 ? 'own 25' : 'base 25')))
  // The second half counts. 800 messages in 80 ms, against 200; four looks at the clock before and four after.
  expect(reading).toEqual({
    value: 10_000,
    p50: null,
    p99: null,
    cpuMicros: 40 / 800,
    bytes: null,
    count: 800,
    ratio: 4,
  })
})

test('measureByTurns() gives the time of a round trip where one is in flight', async () => {
  const own = traffic([], 'own', [samples(1, 2, 3), samples(4, 10, 4)])
  const base = traffic([], 'base', [samples(20, 28)])
  const { value, p50, p99, ratio } = await measureByTurns(own, base, 50, meter(), { leavesBuffers: false })
  expect([value, p50, p99, ratio]).toEqual([4000, 3000, 10_000, 6])
})

test('measureByTurns() without a baseline has no ratio, and no processor time where it cannot be read', async () => {
  const blind: Meter = { cpuMicros: async () => null, collectGarbage: async () => {} }
  const log: string[] = []
  const { ratio, cpuMicros } = await measureByTurns(traffic(log, 'own', [many(1, 1)]), undefined, 1, blind, {
    leavesBuffers: false,
  })
  expect([ratio, cpuMicros]).toEqual([null, null])
  expect(log).toEqual(['own 1'])
})

test('measureByTurns() collects what buffers one has left before the other takes its turn', async () => {
  const log: string[] = []
  const collecting: Meter = { ...meter(), collectGarbage: async () => void log.push('collected') }
  const [own, base] = [traffic(log, 'own', [many(1, 1)]), traffic(log, 'base', [many(1, 1)])]
  await measureByTurns(own, base, 50, collecting, { leavesBuffers: true })
  const turn = ['collected', 'own 25', 'collected', 'base 25']
  expect(log.slice(-8)).toEqual([...turn, ...turn])
})
