import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Row } from '../../src/runner/report.ts'
import { reportOf, slipringBench, slipringBenchIn } from './command.ts'

describe.concurrent('slipring-bench', { timeout: 300_000 }, () => {
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
    expect(baselineNanos).toBeGreaterThan(0)
    expect(ratio!.q1).toBeLessThanOrEqual(ratio!.median)
    expect(ratio!.median).toBeLessThanOrEqual(ratio!.q3)
    expect(base.result!.ratio).toBe(null)
    // An operation makes no object: these are bytes of the bench itself.
    expect(half.result!.heap!.bytes).toBeLessThan(8000)
    expect(half.result!.times.cpuNanos).toBeGreaterThan(0)
    expect(half.result!.counts).toEqual({})
    expect(stdout).toContain('two.bench.ts › spinning')
    expect(stdout).toContain('half as long')
    expect(stdout).toMatch(/p99\.9 .* CPU .* heap .* collections/)
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
      ['endless.bench.ts', 'not loaded after 20 s'],
      ['empty.bench.ts', 'it declares no case: call bench(name, function) in it'],
      ['two.bench.ts', null],
      ['two.bench.ts', null],
    ])
    expect(stdout).toContain('BROKEN: throws.bench.ts: RangeError: this file cannot be loaded')
    expect(stdout).toContain('half as long')
  })

  test('a case that throws, dies, never ends or has a name twice is a broken row, and the others go on', async () => {
    const { code, report, stdout } = await reportOf('--limit', '20', 'bad-cases.bench.ts')
    expect(code).toBe(1)
    expect(
      Object.fromEntries(report.rows.map(({ name, broken, result }) => [name, broken ?? result!.times.samples > 0])),
    ).toEqual({
      throws: 'RangeError: on purpose',
      rejects: 'RangeError: later, on purpose',
      'fails to set up': 'Error: no database',
      'ends its thread': 'its thread ended with exit code 7',
      'never ends':
        'not done after 20 s: --limit counts setup, warm-up and input too, but only the calls count as measured time',
      'is there twice': 'an earlier case of its suite has this name',
      'throws beside': 'Error: in a timer',
      'rejects unheard': 'RangeError: nobody hears it',
      'is a thenable that rejects': 'RangeError: no such table',
      'waits for ever': 'it awaits a promise that never settles: nothing is left in its thread that could settle it',
      'has a cause': 'Error: cannot query',
      'is good': true,
    })
    expect(stdout).toMatch(/› throws: RangeError: on purpose\n +at .*bad-cases\.bench\.ts:5:\d+/)
    expect(stdout).toMatch(/› throws beside: Error: in a timer\n +at .*bad-cases\.bench\.ts/)
    expect(stdout).toMatch(/› has a cause: Error: cannot query\n +at .*bad-cases\.bench\.ts/)
    expect(stdout).toMatch(/Caused by: AggregateError: all refused\n +at .*bad-cases\.bench\.ts/)
    expect(stdout).toMatch(/Caused by: TypeError: port 5432 is closed\n +at .*bad-cases\.bench\.ts/)
  })

  test('a report of another suite of the same file has no case in common: that is a wrong command line', async () => {
    const { code, stderr } = await slipringBench(
      '--compare',
      'other-suite.json',
      '--quick',
      '--rounds',
      '1',
      'two.bench.ts',
    )
    expect(stderr).toContain('--compare: other-suite.json and this run have no case in common')
    expect(code).toBe(2)
  })

  test('what cannot be written is told with its reason, and the rest is written all the same', async () => {
    const history = mkdtempSync(join(tmpdir(), 'slipring-bench-'))
    try {
      const { code, stdout, stderr } = await slipringBench(
        ...['two.bench.ts', '--quick', '--rounds', '1', '--json', 'no/such/folder/report.json', '--history', history],
      )
      expect(stderr).toContain('--json: cannot be written: ENOENT: no such file or directory')
      expect(stdout).toContain('two.bench.ts')
      expect(readdirSync(history).length).toBeGreaterThan(0)
      expect(code).toBe(2)
    } finally {
      rmSync(history, { recursive: true, force: true })
    }
  })

  test('a filter that leaves no case is a wrong command line', async () => {
    const { code, stdout, stderr } = await slipringBench('--filter', 'nothing is named so', 'two.bench.ts')
    expect(stderr).toContain('--filter: no case is named like nothing is named so')
    expect(stdout).toBe('')
    expect(code).toBe(2)
  })

  test('a folder without a bench file is a wrong command line', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'slipring-bench-'))
    try {
      const { code, stderr } = await slipringBenchIn(folder)
      expect(stderr).toContain('No bench file is named, and none is here (**/*.bench.{ts,mts,js,mjs})')
      expect(code).toBe(2)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test.each([
    [['--fast', 'two.bench.ts'], "Unknown option '--fast'"],
    [['--rounds', '0', 'two.bench.ts'], '--rounds: a whole number from 1 to 1000 is expected, not 0'],
    [['--filter', '(', 'two.bench.ts'], '--filter: Invalid regular expression'],
    [['nowhere.bench.ts'], 'There is no file nowhere.bench.ts'],
    [['--compare', 'two.bench.ts', 'two.bench.ts'], '--compare: cannot read two.bench.ts'],
    [['--compare', '../../../package.json', 'two.bench.ts'], 'is no report of slipring-bench'],
    [['--compare', 'other.json', 'two.bench.ts'], '--compare: that report is of other files: other.bench.ts'],
    [['--compare', 'no-such.json', 'two.bench.ts'], '--compare: cannot read no-such.json'],
  ])('refuses %j with its reason and exit code 2', async (args, reason) => {
    const { code, stdout, stderr } = await slipringBench(...args)
    expect(code).toBe(2)
    expect(stdout).toBe('')
    expect(stderr).toContain(reason)
    expect(stderr).toContain('Usage: slipring-bench')
  })
})
