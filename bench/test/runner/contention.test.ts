import { expect, test } from 'vitest'
import { reportOf } from './command.ts'

test('threads that contend and exchange are measured, and what goes wrong in one breaks the case', async () => {
  const { report } = await reportOf('--limit', '10', 'threads.bench.ts')
  const outcomes = report.rows.map(({ name, broken, result }) => [name, broken ?? result!.times.samples > 0])
  expect(Object.fromEntries(outcomes)).toEqual({
    'adds in two threads': true,
    'there and back': true,
    counts: true,
    'gives no function': 'TypeError: Its main gave object: the function to measure is expected, or { run, stats }',
    'a series of 100': true,
    'loses counts': 'Error: some calls are lost',
    'throws in a thread': 'RangeError: the second thread',
    // At once, and not at the limit.
    'ends a thread': 'Error: its worker ended with exit code 7',
    'its worker throws': 'RangeError: in the worker',
    'its worker ends': 'Error: its worker ended with exit code 3',
    'its worker is never ready':
      'not done after 10 s: --limit counts setup, warm-up and input too, but only the calls count as measured time',
    'is async': 'TypeError: Its run gave a promise: contend measures calls that end at once, use exchange for others',
    'its worker rejects unheard': 'RangeError: nobody hears it',
  })
  const traces = Object.fromEntries(report.rows.map(({ name, trace }) => [name, trace]))
  expect(traces['throws in a thread']).toMatch(/^ {4}at .*threads\.bench\.ts/)
  expect(traces['its worker throws']).toMatch(/^ {4}at .*threads\.bench\.ts/)
  // By how much a counter grows in an operation; what is no number is no counter.
  expect(report.rows.find(({ name }) => name === 'counts')!.result!.counts).toEqual({ sent: 3 })
})
