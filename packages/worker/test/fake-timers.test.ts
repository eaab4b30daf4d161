/** A test may put timers of its own in the place of the platform's. */

import { spawnSync } from 'node:child_process'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Worker } from '@slipring/worker'
import { closeAfterTest, pair } from './open-ports.ts'

beforeEach(() => {
  // All but nextTick, which nobody may fake in a child process.
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('messages come where timers, and the clock, were fake before this package was loaded', () => {
  const program = `
    const never = () => 0
    Object.assign(globalThis, { setImmediate: never, setTimeout: never, setInterval: never, clearTimeout: never })
    performance.now = never
    const { createChannel, attach } = await import(${JSON.stringify(new URL('../src/index.ts', import.meta.url).href)})
    const { port, offer } = createChannel()
    const other = attach(offer)
    other.on('message', (value) => other.postMessage(value + 1))
    for (let value = 0; value < 50; value += 10) {
      const answer = new Promise((resolve) => port.once('message', resolve))
      port.postMessage(value)
      console.log(await answer)
    }
    port.close()`
  const node = ['--conditions=slipring-source', '--input-type=module', '--eval', program]
  const { stdout, stderr } = spawnSync(process.execPath, node, { encoding: 'utf8', timeout: 20_000 })
  expect(stderr).toBe('')
  expect(stdout).toBe('1\n11\n21\n31\n41\n')
})

test('messages come while timers are fake, and the next after a turn has ended', async () => {
  const [port, other] = pair()
  for (const value of ['first', 'second']) {
    const heard = new Promise((resolve) => other.once('message', resolve))
    port.postMessage(value)
    expect(await heard).toBe(value)
  }
})

test('messages that pour in come all, though each turn must end, also to a port that holds no process', async () => {
  const [port, other] = pair({ delivery: 'task' })
  const last = new Promise((resolve) => other.on('message', (value) => value === 9999 && resolve(value)))
  other.unref()
  for (let value = 0; value < 10_000; value++) port.postMessage(value)
  expect(await last).toBe(9999)
})

test('a time limit is of real time', async () => {
  const [, other] = pair()
  await expect(other.receive({ timeout: 5 })).rejects.toThrow(expect.objectContaining({ name: 'TimeoutError' }))
})

test('ends are told of', async () => {
  const [port, other] = pair()
  const closed = new Promise<void>((resolve) => other.once('close', () => resolve()))
  other.start()
  port.close()
  await closed
})

test('a Worker answers, and a listener added later gets what comes then', async () => {
  const worker = new Worker(new URL('echo.worker.ts', import.meta.url))
  closeAfterTest(worker)
  for (const value of ['first', 'second']) {
    const heard = new Promise((resolve) => worker.once('message', resolve))
    worker.postMessage(value)
    expect(await heard).toBe(value)
  }
})
