import { describe, expect, test, vi } from 'vitest'
import { type Row, rowsOf as rulerRowsOf } from '../src/rows.ts'
import { LIGHT } from '../src/runner/theme.ts'
import type { Series } from '../src/schedule.ts'
import { select } from '../src/selection.ts'
import { suites } from '../src/suites.ts'
import { breakEvenNotes, breakEvenOf } from '../src/young/break-even.ts'
import { runYoungCell } from '../src/young/cell.ts'
import { youngSvg } from '../src/young/chart.ts'
import { under, whyNot } from '../src/young/condition.ts'
import { COUNTED } from '../src/young/count.ts'
import { answerer, exchange } from '../src/young/exchange.mjs'
import { youngNotes } from '../src/young/notes.ts'
import { AGES, agePart } from '../src/young/parts.ts'
import { payloads } from '../src/workloads/payloads.mjs'
import { readingOf } from '../src/young/reading.ts'
import { agesOf, resultOf } from '../src/young/result.ts'
import { youngSuite } from '../src/young/suite.ts'
import { FEW_WORKLOADS, workloadOf, WORKLOADS } from '../src/young/workloads.ts'

const task = { suite: 'young', windowMs: 1, warmUpMs: 0, baselines: {} }
const parts = ['ready', '50 ms', '100 ms', 'hot', 'first message']

describe('a fresh process', () => {
  test.each([
    ['postMessage', 'echo, tiny'],
    ['postMessage', 'one way, tiny'],
    ['slipring', 'echo, tiny'],
    ['slipring', 'one way, tiny'],
  ])('with %s, %s, tells what was exchanged by each age', async (system, workload) => {
    const { readings } = await runYoungCell({ ...task, system, workload, parts })
    expect(Object.keys(readings)).toEqual(parts)
    const [ready, at50, at100, hot, first] = parts.map((part) => readings[part]!.value)
    for (const one of [ready, hot, first]) expect(one).toBeGreaterThan(0)
    expect(at100).toBeGreaterThanOrEqual(at50!)
    if (workload.startsWith('one way')) expect(at100! % 100).toBe(0)
  })

  test('on one core tells the same, or why there is none', async () => {
    const reason = whyNot('one core')
    if (reason !== undefined) console.log(reason)
    const { readings, unread } = await runYoungCell({
      ...task,
      system: 'slipring',
      workload: 'one core: echo, tiny',
      parts,
    })
    expect(Object.keys(reason === undefined ? readings : unread!)).toEqual(expect.arrayContaining(parts))
    expect(unread?.ready).toBe(reason)
  })

  test('that fails is an error with what it said', async () => {
    const failing = [process.execPath, '--no-such-option']
    const echo = { ...task, system: 'slipring', workload: 'echo, tiny', parts }
    await expect(runYoungCell(echo, failing)).rejects.toThrow(/the fresh process ended with 9: .*no-such-option/)
    await expect(runYoungCell({ ...echo, workload: 'echo, none' })).rejects.toThrow(
      'No workload of young pairs is named echo, none',
    )
  })

  test('of a busy machine has two others beside it, which end with it', async () => {
    // Those of the tests before are being cleared away.
    await expect.poll(children).toBe(0)
    expect(await under('busy', async () => children())).toBe(2)
    await expect.poll(children).toBe(0)
    await expect(under('busy', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    await expect.poll(children).toBe(0)
  })
})

describe('an exchange', () => {
  test('counts an echo by each age, at which it has come', async () => {
    expect(await run('echo', [5, 10, 35, 40])).toEqual({ first: 10, by: [0, 1, 3, 4] })
  })

  test('counts a burst when it is answered', async () => {
    expect(await run('one way', [10, 25])).toEqual({ first: 10, by: [100, 200] })
  })

  test('refuses an answer that is not what was sent', async () => {
    await expect(run('echo', [10], (_, post) => () => post('other'))).rejects.toThrow('message 2 came back as "other"')
  })

  test('refuses a way or a payload that there is not', () => {
    expect(() => exchange({ way: 'echo', payload: 'none', ages: [] }, nothing, nothing)).toThrow(RangeError)
    expect(() => exchange({ way: 'to and fro', payload: 'tiny', ages: [] }, nothing, nothing)).toThrow(RangeError)
  })
})

test.each(Object.entries(payloads))('no object of a message of %s is in the next one', (_, make) => {
  const objectsIn = (value: unknown): object[] =>
    typeof value === 'object' && value !== null ? [value, ...Object.values(value).flatMap(objectsIn)] : []
  const first = objectsIn(make(8))
  expect(first.length).toBeGreaterThan(0)
  const seen = new Set([...first, ...objectsIn(make(9)), ...objectsIn(make(8))])
  expect(seen.size).toBe(first.length * 2 + objectsIn(make(9)).length)
  // The same in every thread, and what JSON tells apart.
  expect(make(8)).toEqual(JSON.parse(JSON.stringify(make(8))))
  expect(JSON.stringify(make(8))).not.toBe(JSON.stringify(make(9)))
})

test('every payload takes part both ways, and under every condition', () => {
  expect(WORKLOADS).toHaveLength(Object.keys(payloads).length * 2 * 3)
  for (const name of [...WORKLOADS, ...FEW_WORKLOADS])
    expect(payloads[workloadOf(name)!.payload]).toBeTypeOf('function')
})

test('the hot rate is of the time after the last age', () => {
  const asked = ['50 ms', 'hot']
  expect(agesOf(asked)).toEqual([50, 1_600, 3_200])
  const { readings } = resultOf({ ready: 1, first: 1, by: [10, 5_000, 13_000] }, asked)
  expect(Object.entries(readings).map(([part, { value }]) => [part, value])).toEqual([
    ['50 ms', 10],
    ['hot', 5_000],
  ])
})

test('runtimes measure this suite alone', () => {
  const wish = { quick: true, filters: [], rounds: 0, where: 'bun' } as const
  expect(select(youngSuite, wish).workloads).toEqual([...FEW_WORKLOADS, ...COUNTED])
  const codec = suites.find(({ name }) => name === 'codec')!
  expect(() => select(codec, wish)).toThrow('The suite codec does not run in bun')
})

test('to a baseline that has exchanged nothing there is no ratio, and none of nothing is one', () => {
  const part = { name: '50 ms', unit: 'messages', better: 'more', baseline: 'postMessage' } as const
  const seriesOf = (system: string, counts: readonly number[]): Series => ({
    workload: 'echo, book',
    part,
    contestant: { label: system, system },
    readings: counts.map(readingOf),
    isLossy: false,
    alters: undefined,
    cannot: undefined,
    broken: undefined,
  })
  const told = rulerRowsOf([seriesOf('postMessage', [0, 4, 8]), seriesOf('slipring', [3, 2, 0])])
  expect(told[1]!.ratio).toEqual({ median: 0.25, q1: 0.125, q3: 0.375 })
  expect(rulerRowsOf([seriesOf('postMessage', [0]), seriesOf('slipring', [3])])[1]!.ratio).toBeNull()
})

describe('of rows', () => {
  const rows = [
    ...rowsOf('postMessage', 50, [1_000, 2_000, 4_000, 8_000, 16_000, 32_000]),
    ...rowsOf('slipring', 100, [500, 1_500, 4_000, 10_000, 40_000, 160_000]),
  ]

  test('break-even is where both are done at the same time, with the start of each', () => {
    // 7,000 messages take both systems 400 ms, their start included.
    expect(breakEvenOf(rows, 'echo, tiny')).toBe(7_000)
    expect(breakEvenNotes(rows, ['echo, tiny', 'echo, user'])).toEqual([
      'Its start included, slipring is ahead of postMessage from so many messages on: 7,000 (echo, tiny).',
    ])
  })

  test('break-even is later for a system that is behind at the end', () => {
    const slow = [...rows.slice(0, 8), ...rowsOf('slipring', 100, [5, 15, 40, 100, 400, 1_600])]
    expect(breakEvenOf(slow, 'echo, tiny')).toBe(Infinity)
    expect(breakEvenNotes(slow, ['echo, tiny', 'echo, user'])).toEqual([
      'Its start included, it is not ahead within 1,600 ms: echo, tiny.',
    ])
  })

  test('break-even is the first message for a system that is ahead from the beginning', () => {
    const quick = [...rows.slice(0, 8), ...rowsOf('slipring', 40, [2_000, 4_000, 8_000, 16_000, 32_000, 64_000])]
    expect(breakEvenOf(quick, 'echo, tiny')).toBe(1_000)
  })

  test('the notes tell the start of a pair, and counts where all are there', () => {
    const starts = 'A fresh pair (echo, tiny): ready 100 ms, with postMessage 50.0 ms; first message 1.00 ms, with'
    expect(youngNotes(rows)[0]).toContain(starts)
    expect(youngNotes(rows)).toHaveLength(2)
    const counts = COUNTED.flatMap((workload) =>
      ['functions', 'calls', 'modules of Node', 'source'].map((part, place) =>
        rowOf('slipring', part, 2000 + place, workload),
      ),
    )
    expect(youngNotes([...rows, ...counts])[2]).toBe(
      'On the way of a plain message: 2000 functions in 2001 calls out, 2000 functions in 2001 calls in, and 2000 functions in ' +
        '2001 calls to find nothing more. An import loads 2 kB of source and 2002 modules of Node.',
    )
  })

  test('the chart has a panel for each way and a line for each payload', async () => {
    const svg = await youngSvg(rows, LIGHT)
    expect(svg).toContain('<svg')
    for (const text of ['echo, calm', 'tiny', '1,600', 'times postMessage']) expect(svg).toContain(text)
  })
})

function rowsOf(system: string, ready: number, counts: readonly number[]): Row[] {
  return [
    rowOf(system, 'ready', ready),
    ...AGES.map((age, index) => rowOf(system, agePart(age), counts[index]!)),
    rowOf(system, 'first message', 1),
  ]
}

function rowOf(system: string, part: string, value: number, workload = 'echo, tiny'): Row {
  const summary = { median: value, q1: value, q3: value }
  return {
    workload,
    part,
    unit: 'messages',
    system,
    value: summary,
    ratio: summary,
    baseline: 'postMessage',
    p50: null,
    p99: null,
    cpuMicros: null,
    bytes: null,
    isLossy: false,
    broken: null,
    turns: [value],
  }
}

// Each answer comes 10 ms after the post that it answers.
function run(way: string, ages: readonly number[], answerOf = answerer): ReturnType<typeof exchange> {
  let now = 1_000
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  let take: (message: unknown) => void = nothing
  const answer = answerOf(way, (message) => {
    now += 10
    queueMicrotask(() => take(message))
  })
  return exchange({ way, payload: 'user', ages }, answer, (listener) => (take = listener)).finally(() =>
    vi.restoreAllMocks(),
  )
}

function nothing(): void {}

function children(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length
}
