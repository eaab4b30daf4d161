import { describe, expect, test } from 'vitest'
import type { Row } from '../../src/runner/report.ts'
import { reportOf, slipringBench } from './command.ts'

describe.concurrent('slipring-bench', { timeout: 120_000 }, () => {
  test('measures the cases of a file in threads, and gives the ratio to the baseline by turns', async () => {
    const { code, stdout, report } = await reportOf('two.bench.ts')
    expect(code).toBe(0)
    const [base, half] = report.rows as [Row, Row]
    expect(base).toMatchObject({ suite: 'spinning', name: 'for long', isBaseline: true, broken: null })
    expect(half).toMatchObject({ name: 'half as long', isBaseline: false, baseline: 'for long' })
    const { times, ratio, baselineNanos } = half.result!
    expect(times.q1).toBeLessThanOrEqual(times.median)
    expect(times.median).toBeLessThanOrEqual(times.q3)
    expect(times.q3).toBeLessThanOrEqual(times.p99)
    // A printed ratio is that of the printed columns.
    expect(ratio!.median).toBe(baselineNanos! / times.median)
    expect(base.result!.ratio).toBe(null)
    expect(stdout).toContain('two.bench.ts › spinning')
    expect(stdout).toContain('half as long')
  })

  test('--json - prints the report and nothing else', async () => {
    const { stdout } = await slipringBench('two.bench.ts', '--quick', '--rounds', '1', '--json', '-')
    expect(JSON.parse(stdout)).toMatchObject({ format: 1, rounds: 1, rows: [{}, {}] })
  })

  test('a file that throws, never ends or declares nothing is a broken row, and the others go on', async () => {
    const files = ['throws.bench.ts', 'endless.bench.ts', 'empty.bench.ts', 'two.bench.ts']
    const { code, stdout, report } = await reportOf('--limit', '20', ...files)
    expect(code).toBe(1)
    expect(report.rows.map(({ file, broken }) => [file, broken])).toEqual([
      ['throws.bench.ts', 'RangeError: this file cannot be loaded'],
      ['endless.bench.ts', 'not done after 20 s'],
      ['empty.bench.ts', 'it declares no case: call bench(name, function) in it'],
      ['two.bench.ts', null],
      ['two.bench.ts', null],
    ])
    expect(stdout).toContain('BROKEN: throws.bench.ts: RangeError: this file cannot be loaded')
    expect(stdout).toContain('half as long')
  })

  test('a case that throws, dies, never ends or has a name twice is a broken row, and the others go on', async () => {
    const { code, report } = await reportOf('--limit', '20', 'bad-cases.bench.ts')
    expect(code).toBe(1)
    expect(
      Object.fromEntries(report.rows.map(({ name, broken, result }) => [name, broken ?? result!.times.samples > 0])),
    ).toEqual({
      throws: 'RangeError: on purpose',
      rejects: 'RangeError: later, on purpose',
      'fails to set up': 'Error: no database',
      'ends its thread': 'its thread ended with exit code 7',
      'never ends': 'not done after 20 s',
      'is there twice': 'an earlier case of its suite has this name',
      'throws beside': 'Error: in a timer',
      'is good': true,
    })
  })

  test.each([
    [['--fast', 'two.bench.ts'], "Unknown option '--fast'"],
    [['--rounds', '0', 'two.bench.ts'], '--rounds: a whole number from 1 to 1000 is expected, not 0'],
    [['--filter', '(', 'two.bench.ts'], '--filter: Invalid regular expression'],
    [['nowhere.bench.ts'], 'There is no file nowhere.bench.ts'],
  ])('refuses %j with its reason and exit code 2', async (args, reason) => {
    const { code, stdout, stderr } = await slipringBench(...args)
    expect(code).toBe(2)
    expect(stdout).toBe('')
    expect(stderr).toContain(reason)
    expect(stderr).toContain('Usage: slipring-bench')
  })
})
