import { describe, expect, test } from 'vitest'
import { breakEvenNotes, breakEvenOf, totalsOf } from '../src/cold/break-even.ts'
import { runColdCell } from '../src/cold/cell.ts'
import { coldSvg } from '../src/cold/chart.ts'
import { MARKS, markPart } from '../src/cold/parts.ts'
import type { Row } from '../src/rows.ts'
import { LIGHT } from '../src/runner/theme.ts'

const parts = ['ready', '1 message', '10 messages', '100 messages', 'next worker']

test.each([
  ['postMessage', 'echo'],
  ['postMessage', 'one way'],
  ['slipring', 'echo'],
  ['slipring', 'one way'],
])('a fresh process with %s, %s, tells all times in order', async (system, workload) => {
  const { readings } = await runColdCell({ ...task, system, workload, parts })
  expect(Object.keys(readings)).toEqual(parts)
  const times = parts.map((part) => readings[part]!.value)
  for (const time of times) expect(time).toBeGreaterThan(0)
  expect(times.slice(1, 4)).toEqual(times.slice(1, 4).toSorted((a, b) => a - b))
})

// More than a pipe holds: nothing of what the process prints may be lost as it ends.
test('round trips by age are of those that came in each stretch', async () => {
  const ages = ['age 0 to 0.03 s', 'age 0.03 to 0.1 s', 'age 0.1 to 0.3 s', 'age 0.3 to 1 s', 'age 1 to 3 s']
  const { readings } = await runColdCell({ ...task, system: 'slipring', workload: 'echo', parts: ages })
  expect(Object.keys(readings).length).toBeGreaterThan(0)
  for (const { p50, p99, value } of Object.values(readings)) {
    expect(value).toBeGreaterThan(0)
    expect(p99).toBeGreaterThanOrEqual(p50!)
  }
  expect((await runColdCell({ ...task, system: 'slipring', workload: 'one way', parts: ages })).readings).toEqual({})
})

test('a process that fails is an error with what it said', async () => {
  await expect(runColdCell({ ...task, system: 'slipring', workload: 'no way', parts: ['1 message'] })).rejects.toThrow(
    'the fresh process ended with 1',
  )
})

describe('break-even', () => {
  const rows = [
    ...rowsOf('postMessage', 40, [1, 10, 100, 1_000, 10_000, 100_000]),
    ...rowsOf('slipring', 100, [2, 8, 40, 200, 2_000, 20_000]),
  ]

  test('is where the lines of both cross, with the start of each', () => {
    expect(totalsOf(rows).find(({ system, messages }) => system === 'slipring' && messages === 10)!.ms).toBe(108)
    // 100 messages: 140 each, so behind until then, and ahead from the next number on.
    expect(breakEvenOf(totalsOf(rows), 'echo', 'slipring')).toBe(100)
    expect(breakEvenNotes(rows)).toEqual([
      'Break-even, echo: slipring is ahead of postMessage, its start included, from about 100 messages on.',
    ])
  })

  test('is nowhere for a system that is behind at the end', () => {
    const slow = [...rowsOf('postMessage', 40, [1, 1, 1, 1, 1, 1]), ...rowsOf('slipring', 30, [2, 2, 2, 2, 2, 200])]
    expect(breakEvenNotes(slow)).toEqual([
      'Break-even, echo: slipring is not ahead of postMessage within what was measured.',
    ])
  })

  test('the chart draws a line for each system', async () => {
    const svg = await coldSvg(rows, LIGHT)
    expect(svg).toContain('<svg')
    for (const text of ['postMessage', 'slipring', 'echo', '100,000']) expect(svg).toContain(text)
  })
})

const task = { suite: 'cold', windowMs: 1, warmUpMs: 0, baselines: {} }

function rowsOf(system: string, ready: number, times: readonly number[]): Row[] {
  const rowOf = (part: string, value: number): Row => ({
    workload: 'echo',
    part,
    unit: 'ms',
    system,
    value: { median: value, q1: value, q3: value },
    ratio: null,
    baseline: 'postMessage',
    p50: null,
    p99: null,
    cpuMicros: null,
    bytes: null,
    isLossy: false,
    broken: null,
    turns: [value],
  })
  return [rowOf('ready', ready), ...MARKS.map((count, index) => rowOf(markPart(count), times[index]!))]
}
