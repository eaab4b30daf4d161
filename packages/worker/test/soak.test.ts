import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const MINUTES = 0.15

test('two threads exchange random messages for nine seconds: equal digests, flat memory, and the process ends', async () => {
  const script = fileURLToPath(new URL('soak.process.ts', import.meta.url))
  const args = ['--conditions=slipring-source', script, '--minutes', String(MINUTES)]
  const child = spawn(process.execPath, args, { timeout: 28_000 })
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  const code = await new Promise((resolve) => child.on('close', resolve))
  expect(output).toMatch(/^[1-9]\d+ messages both ways in [\d.]+ minutes, 0 faults$/m)
  expect(code, output).toBe(0)
})
