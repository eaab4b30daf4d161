import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const FOLDER = fileURLToPath(new URL('../bench/', import.meta.url))
const COMMAND = join(
  dirname(createRequire(import.meta.url).resolve('@slipring/bench/package.json')),
  'bin/slipring-bench.mjs',
)

const files = readdirSync(FOLDER).filter((name) => name.endsWith('.bench.ts'))

test.each(files)('slipring-bench runs bench/%s, and no case of it is broken', (file) => {
  const args = [COMMAND, file, '--quick', '--rounds', '1', '--allow-loaded', '--json', '-']
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--conditions=slipring-source', ...args], {
    cwd: FOLDER,
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  expect(status).toBe(0)
  const { rows } = JSON.parse(stdout) as { rows: { result: { ratio: object | null } | null }[] }
  expect(rows.length).toBeGreaterThan(1)
  expect(rows.some((row) => row.result!.ratio !== null)).toBe(true)
})
