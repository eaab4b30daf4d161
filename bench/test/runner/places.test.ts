import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { installRuntime, RUNTIMES } from '../../src/runner/runtimes.ts'
import { reportOf, slipringBench } from './command.ts'

const outcomesOf = ({ rows }: Awaited<ReturnType<typeof reportOf>>['report']) =>
  rows.map(({ place, name, broken, result }) => [place, name, broken ?? result!.times.samples > 0])

test.each(['chromium', 'firefox'])(
  '--browser %s runs cases, contention and exchanges in workers of an isolated page',
  { timeout: 600_000 },
  async (browser) => {
    // Other tests run meanwhile: a case may take longer than the minute that it has otherwise.
    const { code, report } = await reportOf('--browser', browser, '--limit', '100', 'web.bench.ts', 'throws.bench.ts')
    expect(outcomesOf(report)).toEqual([
      [browser, 'of many', true],
      [browser, 'of half as many', true],
      [browser, 'adds in two workers', true],
      [browser, 'there and back', true],
      [browser, 'rejects unheard', 'RangeError: nobody hears it'],
      [browser, '', 'RangeError: this file cannot be loaded'],
    ])
    expect(code).toBe(1)
    expect(report.versions).toEqual({ [browser]: expect.stringMatching(/^\d+\./) })
    // Firefox tells of it without its stack, sooner than the worker.
    if (browser === 'chromium') expect(report.rows.at(-2)!.trace).toMatch(/^ {4}at .*\.js:\d+:\d+/)
    const [base, half, contended] = report.rows.map(({ result }) => result!)
    expect(base!.ratio).toBe(null)
    expect(half!.ratio!.median).toBeGreaterThan(1)
    expect(base!.times.cpuNanos).toBe(null)
    // Threads that begin at one time: a call is no turn.
    expect(contended!.times.median).toBeLessThan(5_000)
  },
)

test('--doctor checks a ring in a page for each way to isolate it', { timeout: 180_000 }, async () => {
  const { code, stdout } = await slipringBench('--doctor', '--browser', 'chromium')
  expect(stdout).toMatch(/there and back in [2-9]\.\d s, each as it was sent/)
  for (const way of [
    'two headers, require-corp',
    'two headers, credentialless',
    'one header, Document-Isolation-Policy',
  ])
    expect(stdout).toMatch(new RegExp(`^ +${way} +shared$`, 'm'))
  expect(code).toBe(0)
})

test('--runtime runs the files in each runtime, and says why one cannot be had', { timeout: 180_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'no-npm-'))
  try {
    // Without npm nothing is installed; Node 24 is what runs this.
    const environment = { PATH: folder, npm_config_offline: 'true' }
    const { code, report, stdout } = await reportOf.call(environment, '--runtime', 'node22,node24', 'two.bench.ts')
    const [missing, ...measured] = outcomesOf(report)
    expect(missing).toEqual(['node22', '', expect.stringContaining('Cannot install node 22')])
    expect(measured).toEqual([
      ['node24', 'for long', true],
      ['node24', 'half as long', true],
    ])
    expect(code).toBe(1)
    expect(report.versions).toMatchObject({ node24: process.versions.node })
    expect(report.loads!['node24']!.calibrationMs.length).toBeGreaterThan(0)
    expect(stdout).toContain('BROKEN: node22: Cannot install node 22')
    expect(stdout).toContain('two.bench.ts › spinning › node24')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('a filter that leaves no case is a wrong command line in another runtime too', { timeout: 180_000 }, async () => {
  const options = ['--quick', '--rounds', '1', '--runtime', 'node24', '--filter', 'nothing is named so']
  const { code, stdout, stderr } = await slipringBench(...options, 'two.bench.ts')
  expect(stderr).toContain('--filter: no case is named like nothing is named so')
  expect(stdout).toBe('')
  expect(code).toBe(2)
})

test.each([
  ['--runtime', 'node18', 'there is no node18: name some of node20,'],
  ['--browser', 'netscape', 'there is no netscape: name some of chromium,firefox'],
])('%s %s is refused with what there is', async (option, name, reason) => {
  const { code, stderr } = await slipringBench(option, name, 'two.bench.ts')
  expect(code).toBe(2)
  expect(stderr).toContain(`${option}: ${reason}`)
})

test('the runtime that this process is needs no second copy', () => {
  const own = { ...RUNTIMES[0]!, version: process.versions.node }
  expect(installRuntime(own, '/nowhere')).toEqual([process.execPath])
})
