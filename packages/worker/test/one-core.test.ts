import { execFileSync, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const cannotPin = spawnSync('taskset', ['-c', '0', 'true']).status !== 0
const script = fileURLToPath(new URL('one-core.process.ts', import.meta.url))

test.skipIf(cannotPin)(
  `on one core a thread waits for quick answers in the place of its event loop, not for slow ones, nor beside others (skipped without taskset: ${cannotPin})`,
  { timeout: 60_000 },
  () => {
    const node = ['taskset', '-c', '0', process.execPath, '--conditions=slipring-source', script]
    const output = execFileSync(node[0]!, node.slice(1), { encoding: 'utf8', timeout: 50_000 })
    const { quick, slow, asked, beside } = JSON.parse(output) as Record<string, number>
    expect(quick).toBeLessThan(0.1)
    expect(slow).toBeGreaterThan(0.75)
    expect(asked).toBeGreaterThan(0.25)
    expect(beside).toBeGreaterThan(0.25)
  },
)
