import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { describeMachine, describeVersions } from '../src/machine.ts'
import { printReport, type Report } from '../start/report.ts'

const MAIN = fileURLToPath(new URL('../start/main.ts', import.meta.url))

function run(...args: string[]) {
  return spawnSync(process.execPath, ['--conditions=slipring-source', MAIN, ...args], { encoding: 'utf8' })
}

test.each([['--fast'], ['--json=1'], ['extra'], ['--write --quick']])(
  'npm start refuses %s with a usage message',
  (argument) => {
    const { status, stdout, stderr } = run(...argument.split(' '))
    expect(status).toBe(2)
    expect(stdout).toBe('')
    expect(stderr).toContain('Usage: npm start')
  },
)

test('npm start --help prints the usage', () => {
  const { status, stdout } = run('--help')
  expect(status).toBe(0)
  expect(stdout).toContain('Usage: npm start')
})

test('npm start --quick prints a table of verified records, without a progress bar where there is no terminal', () => {
  const { status, stdout, stderr } = run('--quick')
  expect(stderr).toBe('')
  expect(status).toBe(0)
  expect(stdout).toContain('All of the 11,246 records')
  expect(stdout).toContain('This is a check, not a measurement')
})

test('printReport() of a failure names the record and prints no table', () => {
  const report: Report = {
    verified: false,
    failure: 'slipring, one-way: record 7 of 10 differs from the source: {}',
    quick: false,
    records: 10,
    rounds: 0,
    seconds: 0,
    machine: describeMachine(),
    versions: describeVersions(),
    rows: [],
  }
  expect(printReport(report)).toBe(`NOT VERIFIED: ${report.failure}`)
})
