import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const program = fileURLToPath(new URL('churn.process.ts', import.meta.url))

/** The engine does not count shared memory, and collects late: each channel takes only what it has used of its 2 MiB. */
const MOST_GROWTH_MIB = 1024

test('4,000 channels, one after the other, do not fill the memory before they are collected', () => {
  const output = execFileSync(process.execPath, ['--conditions=slipring-source', program], { encoding: 'utf8' })
  expect(Number(output)).toBeLessThan(MOST_GROWTH_MIB)
})
