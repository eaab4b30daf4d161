import { expect, test } from 'vitest'
import { describeMachine, describeVersions } from '../src/machine.ts'
import { markdownOf } from '../start/markdown.ts'
import type { Row } from '../start/rows.ts'

const rowOf = (
  scenario: string,
  system: string,
  messagesPerSecond: number,
  p50Micros: number | null,
  ratio: number,
): Row => ({
  scenario,
  system,
  messagesPerSecond,
  p50Micros,
  p99Micros: null,
  cpuMicrosPerMessage: 1,
  ratio,
  spread: 0,
  rounds: [],
})

test('markdownOf() of the main job is a line for every scenario and a column for every system', () => {
  const rows = [
    rowOf('one-way', 'postMessage', 400_000, null, 1),
    rowOf('one-way', 'slipring', 2_000_000, null, 5),
    rowOf('echo-1', 'postMessage', 10_000, 80.04, 1),
    rowOf('echo-1', 'slipring', 80_000, 8, 10),
    rowOf('first-second', 'slipring', 12_000, null, 0.5),
  ]
  const machine = { ...describeMachine(), loadAverage: 2 }
  const versions = describeVersions()
  const written = markdownOf({
    verified: true,
    quick: false,
    records: 224_908,
    rounds: 5,
    seconds: 40,
    machine,
    versions,
    rows,
  })
  expect(written.split('\n').slice(0, 5)).toEqual([
    '|  | postMessage | slipring |',
    '| --- | ---: | ---: |',
    '| one way, messages/s | 400,000 | 2,000,000 (**5.0x**) |',
    '| there and back, one at a time, µs (median) | 80.0 | 8.00 (**10.0x**) |',
    '| there and back, in the first second of a worker, messages |  | 12,000 (**0.5x**) |',
  ])
  expect(written).toContain(
    'Each of the 224,908 real records was checked on arrival. The numbers are medians of 5 rounds',
  )
  expect(written).toContain('The machine was busy with something else.')
})
