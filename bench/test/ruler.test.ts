import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))

function run(...args: string[]) {
  return spawnSync(process.execPath, ['--conditions=slipring-source', MAIN, ...args], { encoding: 'utf8' })
}

test.each([['speed'], ['codec --fast'], ['codec --filter nothing-is-named-so'], ['']])(
  'npm run bench refuses "%s" with a usage message',
  (line) => {
    const { status, stdout, stderr } = run(...line.split(' '))
    expect(status).toBe(2)
    expect(stdout).toBe('')
    expect(stderr).toContain('Usage: npm run bench')
  },
)

test('npm run bench -- codec prints one JSON report, with the baselines of what was asked for', () => {
  const line = 'codec --quick --json --allow-loaded --filter tiny --rounds 1'
  const { status, stdout, stderr } = run(...line.split(' '))
  expect(stderr).toBe('')
  expect(status).toBe(0)
  const report = JSON.parse(stdout)
  expect(report).toMatchObject({
    suite: 'codec',
    place: 'node',
    quick: true,
    rounds: 1,
    command: `npm run bench -- ${line}`,
  })
  expect(new Set(report.rows.map((row: { workload: string }) => row.workload))).toEqual(new Set(['tiny']))
  const slipring = report.rows.find((row: { system: string; part: string }) => row.system === 'slipring')
  expect(slipring).toMatchObject({ part: 'encode', unit: 'ns', baseline: 'JSON', broken: null, isLossy: false })
  expect(slipring.turns).toEqual([slipring.value.median])
})
