/** Runs `npm start -- --quick --json` as a user would, and checks what it says. */

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { root } from './install.mjs'

const SYSTEMS = ['postMessage', 'postMessage+JSON', 'slipring']
const SCENARIOS = ['one-way', 'echo-100', 'echo-1']
const FIRST_SECOND = ['postMessage', 'slipring']

// --silent leaves out the two lines with which npm names the script it runs.
const { status, stdout, stderr } = spawnSync('npm', ['start', '--silent', '--', '--quick', '--json'], {
  cwd: root,
  encoding: 'utf8',
  shell: process.platform === 'win32',
  timeout: 120_000,
})
process.stderr.write(stderr)

try {
  assert.equal(status, 0, 'exit code')
  const report = JSON.parse(stdout)
  assert.equal(report.verified, true, 'verified')
  assert.ok(report.records > 0, 'records')
  const rows = report.rows.map(
    (/** @type {{ scenario: string, system: string }} */ row) => `${row.scenario} ${row.system}`,
  )
  assert.deepEqual(rows, [
    ...SCENARIOS.flatMap((scenario) => SYSTEMS.map((system) => `${scenario} ${system}`)),
    ...FIRST_SECOND.map((system) => `first-second ${system}`),
  ])
  for (const row of report.rows) assert.ok(row.messagesPerSecond > 0 && row.ratio > 0, `${row.scenario} ${row.system}`)
  console.log(`npm start: ${report.records} records, ${rows.length} rows, verified`)
} catch (error) {
  console.error(stdout)
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
