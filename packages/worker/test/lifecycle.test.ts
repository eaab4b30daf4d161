import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/** A port that looked for messages would turn its event loop at least 100 times a second. */
const MOST_TURNS_MORE = 5

interface Outcome {
  readonly code: number | null
  readonly output: string
}

/** Runs a script on a Node of its own; one that has not ended after a minute is killed and fails the test. */
function run(file: string, ...args: string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    const script = fileURLToPath(new URL(file, import.meta.url))
    const child = spawn(process.execPath, ['--conditions=slipring-source', script, ...args], { timeout: 60_000 })
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.on('close', (code) => resolve({ code, output }))
  })
}

test.each([
  ['never-started', 'a port that nobody listens to does not hold the process'],
  ['start', 'a port that was started without a listener does not hold the process'],
  ['receive', 'a port whose receive() has settled does not hold the process'],
  ['drain', 'a listener for drain does not hold the process, however often it looks'],
  ['ready', 'a pending ready holds the process until it is settled'],
  ['receive-held', 'a pending receive() holds the process'],
  [
    'unref-receive',
    'a pending receive() of a port that is unreferenced does not hold the process, nor does its timeout',
  ],
  ['unref', 'a port that is unreferenced does not hold the process'],
  ['off', 'a port whose last listener is removed does not hold the process'],
  ['close', 'a closed port does not hold the process'],
  ['peer-close', 'a port whose other side closes does not hold the process'],
  ['worker-unref', 'an unreferenced worker does not hold the process'],
  ['worker-unref-receive', 'a pending receive() of an unreferenced worker holds the process, and nothing after it'],
  ['worker-unref-receive-on', 'a listener of an unreferenced worker holds the process also after a receive()'],
  ['worker-unref-receive-off', 'a pending receive() goes on holding the process when the last listener is removed'],
  ['worker-ends', 'a worker that ends does not hold the process'],
])('%s: %s', async (scenario) => {
  const { code, output } = await run('lifecycle.process.ts', scenario)
  expect(output).toBe('done\n')
  expect(code).toBe(0)
})

test('held: a port that listens holds the process until it is closed', async () => {
  const { code, output } = await run('lifecycle.process.ts', 'held')
  expect(output).toBe('done\nclosed after 300 ms\n')
  expect(code).toBe(0)
})

test('the event loops of an idle pair turn as rarely as those of a native pair', async () => {
  const [native, ours] = await Promise.all(['native', 'slipring'].map((kind) => run('idle.process.ts', kind)))
  const [least, turns] = [native, ours].map((outcome): [number, number] => JSON.parse(outcome!.output))
  for (const [index, thread] of ['main thread', 'worker'].entries())
    expect(turns![index], thread).toBeLessThanOrEqual(least![index]! + MOST_TURNS_MORE)
})
