import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

// How late the timers are, the process judges when it is run by hand. Here it counts that they run at all: 600 ms are time for
// 120, and a port that lets no timer run leaves one.
test('timers run while a port delivers at full speed, in both deliveries and both directions', async () => {
  const script = fileURLToPath(new URL('timers.process.ts', import.meta.url))
  const args = ['--conditions=slipring-source', script, '--ms', '600', '--p99', 'Infinity']
  const child = spawn(process.execPath, args, { timeout: 25_000 })
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  const code = await new Promise((resolve) => child.on('close', resolve))
  const lines = [
    ...output.matchAll(/: (\d+) timers late by p50 [\d.]+, p99 [\d.]+, max [\d.]+ ms; [1-9]\d+ messages\/s/g),
  ]
  expect(lines, output).toHaveLength(4)
  for (const [line, timers] of lines) expect(Number(timers), line).toBeGreaterThan(3)
  expect(code, output).toBe(0)
})
