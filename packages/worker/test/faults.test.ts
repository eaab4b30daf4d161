import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { amountOfRun } from '../../../tools/short-run.mjs'

const SECONDS = amountOfRun(15)
// A close that does not come is what is looked for here; how quickly it comes is measured on a quiet machine.
const CLOSE_MS = 5_000

// In a process of its own: that it ends by itself, with nothing left, is part of the test.
test(`as many random deaths as fit in ${SECONDS} s lose nothing and leave nobody waiting`, async () => {
  const script = fileURLToPath(new URL('faults.process.ts', import.meta.url))
  const args = [
    '--conditions=slipring-source',
    script,
    '--count',
    '1000',
    '--seconds',
    String(SECONDS),
    '--close',
    String(CLOSE_MS),
  ]
  const seed = process.env['SLIPRING_SEED']
  const child = spawn(process.execPath, seed === undefined ? args : [...args, '--seed', seed], { timeout: 100_000 })
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  const code = await new Promise((resolve) => child.on('close', resolve))
  expect(output).toMatch(/^[1-9]\d* trials from seed \d+, \d+ messages, 0 with faults$/m)
  expect(code, output).toBe(0)
})
