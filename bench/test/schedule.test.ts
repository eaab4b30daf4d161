import { expect, test } from 'vitest'
import type { CellTask, Reading } from '../src/cell.ts'
import { reasonsOf } from '../src/report.ts'
import { rowsOf } from '../src/rows.ts'
import { type Plan, runPlan } from '../src/schedule.ts'

const PART = { name: 'speed', unit: 'msg/s', better: 'more', baseline: 'slow' } as const

const reading = (value: number): Reading => ({
  value,
  p50: null,
  p99: null,
  cpuMicros: 1,
  bytes: null,
  ratio: null,
  count: 1,
})

function planOf(runCell: (task: CellTask) => number, rounds: number): Plan {
  return {
    suite: 'any',
    groups: [{ parts: [PART], repeats: 1 }],
    contestants: ['slow', 'fast', 'odd'].map((name) => ({ label: name, system: name })),
    workloads: ['small'],
    rounds,
    windowMs: 1,
    warmUpMs: 5,
    runCell: async (task) => ({ isLossy: task.system === 'odd', readings: { speed: reading(runCell(task)) } }),
  }
}

test('runPlan() lets another system begin in every round', async () => {
  const order: string[] = []
  await runPlan(planOf(({ system }) => order.push(system), 3))
  expect(order.join(' ')).toBe('slow fast odd fast odd slow odd slow fast')
})

test('a turn that was disturbed is taken again by all, and only the last time counts', async () => {
  const order: string[] = []
  const calm = [true, false, true, true, true, false, false, false, false]
  const waits: [number, boolean][] = []
  let number = 0
  const series = await runPlan({
    ...planOf(({ system }) => (order.push(system), number++), 3),
    betweenWorkloads: async () => calm.shift()!,
    settle: async (isRepeat) => void waits.push([number, isRepeat]),
  })
  // Two repeats for three turns at most: then what is disturbed counts.
  expect(order.join(' ').split(' ').length).toBe(15)
  expect(waits).toEqual([
    [3, true],
    [9, false],
    [12, true],
  ])
  expect(series.map(({ readings }) => readings.map((each) => each?.value))).toEqual([
    [3, 8, 13],
    [4, 6, 14],
    [5, 7, 12],
  ])
})

test('where nobody waits for a calm machine, no turn is taken again', async () => {
  const order: string[] = []
  await runPlan({ ...planOf(({ system }) => order.push(system), 2), betweenWorkloads: async () => false })
  expect(order.length).toBe(6)
})

test('rowsOf() takes the median of the ratios within the rounds', async () => {
  // The second round is ten times slower for everyone.
  const values: Record<string, number[]> = { slow: [100, 10, 100], fast: [300, 20, 1000], odd: [50, 5, 50] }
  const rows = rowsOf(await runPlan(planOf(({ system }) => values[system]!.shift()!, 3)))
  expect(rows.map(({ system, ratio }) => [system, ratio?.median])).toEqual([
    ['slow', 1],
    ['fast', 3],
    ['odd', 0.5],
  ])
  expect(rows[1]).toMatchObject({ value: { median: 300, q1: 160, q3: 650 }, turns: [300, 20, 1000], cpuMicros: 1 })
  expect(rows.map((row) => row.isLossy)).toEqual([false, false, true])
})

test('a cell is told the baseline of its parts, unless it is the baseline, and a ratio by turns with it counts', async () => {
  const told: Record<string, unknown> = {}
  const plan = planOf(() => 1, 1)
  const rows = rowsOf(
    await runPlan({
      ...plan,
      runCell: async ({ system, baselines }) => {
        told[system] = baselines
        const ratio = baselines['speed'] === undefined ? null : 7
        return { isLossy: false, readings: { speed: { ...reading(1), ratio } } }
      },
    }),
  )
  expect(told).toEqual({ slow: {}, fast: { speed: 'slow' }, odd: { speed: 'slow' } })
  expect(rows.map(({ ratio }) => ratio?.median)).toEqual([1, 7, 7])
})

test('a system that breaks stays out, says why, and has no numbers', async () => {
  let tries = 0
  const runCell = ({ system }: CellTask): number => {
    if (system === 'fast' && ++tries === 2) throw new Error('1 message sent, 0 arrived')
    return 1
  }
  const rows = rowsOf(await runPlan(planOf(runCell, 4)))
  expect(tries).toBe(2)
  expect(rows[1]).toMatchObject({ system: 'fast', broken: '1 message sent, 0 arrived', value: null, ratio: null })
  expect(rows[0]).toMatchObject({ broken: null, turns: [1, 1, 1, 1] })
})

test('there is no ratio to a baseline that lost something', async () => {
  const series = await runPlan(planOf(() => 1, 2))
  series[0]!.isLossy = true
  expect(rowsOf(series).map(({ value, ratio }) => [value?.median, ratio])).toEqual([
    [1, null],
    [1, null],
    [1, null],
  ])
})

test('without the baseline there are values and no ratios', async () => {
  const rows = rowsOf(
    await runPlan(
      planOf(({ system }) => {
        if (system === 'slow') throw new Error('gone')
        return 2
      }, 1),
    ),
  )
  expect(rows.map(({ value, ratio }) => [value?.median, ratio])).toEqual([
    [undefined, null],
    [2, null],
    [2, null],
  ])
})

test('a part that cannot be read says why, and the other parts of its cell are measured in every round', async () => {
  const plan = planOf(() => 1, 3)
  const size = { ...PART, name: 'size', unit: 'B' } as const
  const rows = rowsOf(
    await runPlan({
      ...plan,
      groups: [{ parts: [PART, size], repeats: 1 }],
      runCell: async () => ({ isLossy: false, readings: { speed: reading(1) }, unread: { size: 'nobody tells' } }),
    }),
  )
  expect(rows.map(({ part, system, turns, cannot }) => [part, system, turns.length, cannot])).toEqual([
    ...['slow', 'fast', 'odd'].map((system) => ['speed', system, 3, undefined]),
    ...['slow', 'fast', 'odd'].map((system) => ['size', system, 0, 'nobody tells']),
  ])
  expect(reasonsOf(rows)).toEqual(['slow, fast, odd: nobody tells (small)'])
  const many = Array.from({ length: 9 }, (_, n) => ({ ...rows.at(-1)!, system: `s${n}` }))
  expect(reasonsOf(many)).toEqual(['s0, s1, s2, s3, s4, s5 and 3 others: nobody tells (small)'])
})
