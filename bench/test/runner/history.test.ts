import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { addToHistory, HISTORY_FILE, HISTORY_PAGE, readHistory } from '../../src/runner/history.ts'
import { type Report, reportsByPlace } from '../../src/runner/report.ts'
import { slipringBench } from './command.ts'

const folder = mkdtempSync(join(tmpdir(), 'slipring-history-'))
afterAll(() => rmSync(folder, { recursive: true }))

const machine = { cpu: 'Some Processor', cores: 2, memoryGiB: 1, system: 'any', loadAverage: 0 }
const run = { date: '2026-01-02T03:04:05Z', machine, versions: { Node: '24.0.0' }, load: { isLoaded: false } }

test('each run is a line, and the page has a chart of each case with a point for each run', () => {
  const own = join(folder, 'own')
  addToHistory(own, run, [{ label: 'a › <b>', nanos: 200 }])
  addToHistory(own, { ...run, load: { isLoaded: true } }, [
    { label: 'a › <b>', nanos: 100, change: -0.5, verdict: 'faster' },
    { label: 'new', nanos: 2e6, change: 0.5, verdict: 'slower' },
  ])
  expect(readHistory(own).map(({ cases }) => cases.map(({ nanos }) => nanos))).toEqual([[200], [100, 2e6]])
  expect(readFileSync(join(own, HISTORY_FILE), 'utf8').trim().split('\n')).toHaveLength(2)
  const page = readFileSync(join(own, HISTORY_PAGE), 'utf8')
  expect(page.match(/<svg/g)).toHaveLength(2)
  expect(page.match(/<circle/g)).toHaveLength(3)
  expect(page).toContain('<h3>a › &lt;b&gt;</h3><p>now 100 ns, at most 200 ns, 2 runs</p>')
  expect(page).toContain('points="8.0,8.0 632.0,60.0"')
  expect(page).toContain('class="loaded"')
  // No network.
  expect(page).not.toMatch(/https?:|<script/)
})

test('times of two machines are not in one chart', () => {
  const own = join(folder, 'machines')
  addToHistory(own, run, [{ label: 'case', nanos: 1 }])
  addToHistory(own, { ...run, machine: { ...machine, cpu: 'Another' } }, [{ label: 'case', nanos: 2 }])
  const page = readFileSync(join(own, HISTORY_PAGE), 'utf8')
  expect(page.match(/<h2>[^<]*/g)).toEqual([
    '<h2>Some Processor, 2 cores, Node 24.0.0',
    '<h2>Another, 2 cores, Node 24.0.0',
  ])
  expect(page.match(/<svg/g)).toHaveLength(2)
})

test('runtimes of one run are not in one chart, and one that was busy says nothing of another', () => {
  const own = join(folder, 'runtimes')
  const loads = { node22: { isLoaded: false }, node24: { isLoaded: false }, bun: { isLoaded: true } }
  const rows = Object.keys(loads).map((place) => ({ place, name: 'case' }))
  const versions = { node24: '24.0.0', mitata: '1.0.0', bun: '1.4.0' }
  const report = { ...run, versions, load: { isLoaded: true }, loads, rows } as unknown as Report
  for (const one of reportsByPlace(report))
    addToHistory(
      own,
      one,
      one.rows.map(({ place }) => ({ label: place!, nanos: 1 })),
    )
  expect(readHistory(own).map(({ machine: name, isLoaded, cases }) => [name, isLoaded, cases])).toEqual([
    ['Some Processor, 2 cores, node24 24.0.0', false, [{ label: 'node24', nanos: 1 }]],
    ['Some Processor, 2 cores, bun 1.4.0', true, [{ label: 'bun', nanos: 1 }]],
  ])
})

test('the command adds a line, and refuses a history that it cannot read before it measures', async () => {
  const own = join(folder, 'command')
  const options = ['--quick', '--rounds', '1', '--allow-loaded', '--history', own]
  expect(await slipringBench('two.bench.ts', ...options)).toMatchObject({ code: 0 })
  const [line] = readHistory(own)
  expect(line!.cases.map(({ label }) => label)).toContainEqual(expect.stringContaining('two.bench.ts'))
  expect(line!.commit === null || /^[0-9a-f]{40}$/.test(line!.commit)).toBe(true)
  writeFileSync(join(own, HISTORY_FILE), '{}\n')
  const { code, stderr } = await slipringBench('two.bench.ts', ...options)
  expect(code).toBe(2)
  expect(stderr).toContain(`--history: cannot read line 1 of ${join(own, HISTORY_FILE)}: it is no run of format 1`)
})
