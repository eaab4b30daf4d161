import { expect, onTestFinished, test, vi } from 'vitest'
import type { Pool, PoolOptions } from '@slipring/worker'
import { Piscina } from '@slipring/worker/piscina'
import { openPool } from './open-pool.ts'
import { sharedWords } from './shared-words.ts'

type Streams = typeof import('./streams.worker.ts')
/** The counts of streams.worker.ts. */
const [MADE, ENDED, STOP]: [0, 1, 2] = [0, 1, 2]

const open = (options: Partial<PoolOptions> = {}): Pool<Streams> => openPool<Streams>(options, 'streams.worker.ts')

async function untilBegun(words: Int32Array): Promise<void> {
  await vi.waitFor(() => expect(words[MADE]).toBeGreaterThan(0), { timeout: 20_000, interval: 2 })
}

test('a task that computes sees at its signal that it was cancelled, ends by itself, and its worker goes on', async () => {
  const pool = open({ graceMs: 20_000 })
  const words = sharedWords(3)
  const controller = new AbortController()
  const task = pool.run(words, { name: 'spin', signal: controller.signal })
  await untilBegun(words)
  controller.abort(new RangeError('enough'))
  await expect(task).rejects.toThrow(new RangeError('enough'))
  expect(words[ENDED]).toBe(1)
  expect(await pool.run(1, { name: 'double' })).toBe(2)
  expect(pool.stats()).toMatchObject({ completed: 1, failed: 1, pending: 0, workers: [{ completed: 2 }] })
})

test('what a task awaits with its signal ends when the run takes too long', async () => {
  const pool = open()
  const words = sharedWords(3)
  const late = pool.run(words, { name: 'sleepy', timeout: 200, graceMs: 20_000 })
  await expect(late).rejects.toMatchObject({ name: 'TimeoutError' })
  expect(words[ENDED]).toBe(1)
  const alsoLate = pool.run(words, { name: 'sleepy', deadline: 500, graceMs: 20_000 })
  await expect(alsoLate).rejects.toMatchObject({ name: 'TimeoutError' })
  expect(words[ENDED]).toBe(2)
  expect(pool.stats().workers).toHaveLength(1)
})

test('a signal that is looked at late is aborted already, for the reason of the caller', async () => {
  const pool = open()
  const words = sharedWords(3)
  const controller = new AbortController()
  const task = pool.run(words, { name: 'lateLook', signal: controller.signal, graceMs: 20_000 })
  const outcome = task.catch((error: unknown) => error)
  await untilBegun(words)
  controller.abort(new Error('enough'))
  // Another message, which the worker reads later.
  await new Promise((resolve) => setTimeout(resolve, 20))
  Atomics.store(words, STOP, 1)
  expect(await outcome).toMatchObject({ message: 'enough' })
  expect(words[ENDED]).toBe(1)
})

test('a task that does not end within graceMs costs its worker, and by default it has no time', async () => {
  const pool = open()
  for (const graceMs of [undefined, 0, 30]) {
    const words = sharedWords(3)
    const controller = new AbortController()
    // It waits for a word that nobody sets.
    const task = pool.run(words, { name: 'lateLook', signal: controller.signal, graceMs })
    await untilBegun(words)
    controller.abort('no')
    await expect(task).rejects.toBe('no')
    expect(words[ENDED]).toBe(0)
  }
  expect(await pool.run(1, { name: 'double' })).toBe(2)
  expect(pool.stats()).toMatchObject({ completed: 1, failed: 3 })
})

test('a worker that dies while it has time to end a cancelled task does not run it again', async () => {
  const pool = open({ retries: 5, graceMs: 20_000 })
  const words = sharedWords(3)
  const controller = new AbortController()
  const task = pool.run(words, { name: 'dieWhenAborted', signal: controller.signal })
  await untilBegun(words)
  controller.abort('no')
  await expect(task).rejects.toBe('no')
  expect(words[MADE]).toBe(1)
})

test('a reason that cannot be cloned reaches the task by its text', async () => {
  const pool = open({ graceMs: 20_000 })
  const words = sharedWords(3)
  const controller = new AbortController()
  const task = pool.run(words, { name: 'sleepy', signal: controller.signal })
  await untilBegun(words)
  const reason = Symbol('odd')
  controller.abort(reason)
  await expect(task).rejects.toBe(reason)
  expect(words[ENDED]).toBe(1)
})

test('a context knows the name, the attempt and the worker', async () => {
  const pool = open({ retries: 1 })
  expect(await pool.run(sharedWords(3), { name: 'contextOf' })).toEqual(['contextOf', 2, 2, false])
  const other = open({ name: 'contextOf' })
  const words = sharedWords(3)
  words[MADE] = 1
  // The default function is another one then.
  expect(await (other as Pool).run(words)).toEqual(['contextOf', 1, 1, false])
})

test('a worker keeps no signal of tasks that are over', async () => {
  const pool = open({ concurrentTasksPerWorker: 2, graceMs: 20_000 })
  const words = sharedWords(3)
  words[MADE] = 1
  await Promise.all(Array.from({ length: 500 }, () => pool.run(words, { name: 'contextOf' })))
  for (let round = 0; round < 20; round++) {
    const controller = new AbortController()
    const task = pool.run(words, { name: 'sleepy', signal: controller.signal })
    controller.abort('no')
    await expect(task).rejects.toBe('no')
  }
  const controller = new AbortController()
  const made = words[MADE]
  const task = pool.run(words, { name: 'sleepy', signal: controller.signal })
  await vi.waitFor(() => expect(words[MADE]).toBe(made + 1), { timeout: 20_000, interval: 2 })
  controller.abort('no')
  await expect(task).rejects.toBe('no')
  expect(pool.stats().workers).toHaveLength(1)
})

test('the face of Piscina gives a function its task alone, as Piscina does', async () => {
  const filename = new URL('streams.worker.ts', import.meta.url).href
  const piscina = new Piscina({ filename, name: 'scaled', maxThreads: 1 })
  onTestFinished(() => piscina.destroy())
  expect(await piscina.run(4)).toBe(40)
  expect(await piscina.run(4, { filename, name: 'scaled' })).toBe(40)
})
