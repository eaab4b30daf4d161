import { setTimeout } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { openPool } from './open-pool.ts'
import { sharedWords, unblock } from './shared-words.ts'

const soon = { timeout: 20_000, interval: 20 }

test('a pool starts minThreads workers and adds others, up to maxThreads, while tasks wait', async () => {
  const pool = openPool({ minThreads: 1, maxThreads: 3 })
  expect(pool.stats().workers).toHaveLength(1)
  const gate = sharedWords()
  const tasks = Array.from({ length: 10 }, () => pool.run(gate, { name: 'block' }))
  expect(pool.stats().workers).toHaveLength(3)
  await vi.waitFor(() => expect(pool.stats().workers.every(({ isReady }) => isReady)).toBe(true), soon)
  unblock(gate)
  expect(await Promise.all(tasks)).toEqual(Array.from({ length: 10 }, () => 1))
})

test('a pool starts no more workers than there are tasks', async () => {
  const pool = openPool({ minThreads: 0, maxThreads: 8 })
  expect(pool.stats().workers).toHaveLength(0)
  expect(await Promise.all([pool.run(1), pool.run(2)])).toEqual([2, 4])
  expect(pool.stats().workers).toHaveLength(2)
})

test('workers with nothing to do end after idleTimeout, down to minThreads', async () => {
  const pool = openPool({ minThreads: 1, maxThreads: 3, idleTimeout: 100 })
  await Promise.all(Array.from({ length: 6 }, () => pool.run(5, { name: 'wait' })))
  expect(pool.stats().workers).toHaveLength(3)
  await vi.waitFor(() => expect(pool.stats().workers).toHaveLength(1), soon)
  expect(await pool.run(1)).toBe(2)
})

test('a worker is replaced after `recycle` tasks', async () => {
  const pool = openPool({ recycle: 3 })
  const threads: number[] = []
  for (let task = 0; task < 9; task++) threads.push(await pool.run(undefined, { name: 'thread' }))
  const runs = [...new Set(threads)].map((thread) => threads.filter((other) => other === thread).length)
  expect(runs).toEqual([3, 3, 3])
  expect(await Promise.all(Array.from({ length: 50 }, (_, index) => pool.run(index)))).toEqual(
    Array.from({ length: 50 }, (_, index) => index * 2),
  )
})

test('a task that waits behind a long one goes to a worker that has nothing to do', async () => {
  const pool = openPool({ minThreads: 2, maxThreads: 2 })
  await vi.waitFor(() => expect(pool.stats().workers.every(({ isReady }) => isReady)).toBe(true), soon)
  const [first, second] = [sharedWords(), sharedWords()]
  const blocked = [pool.run(first, { name: 'block' }), pool.run(second, { name: 'block' })]
  // Both workers are busy, and these are shared out between them.
  const short = Array.from({ length: 20 }, (_, index) => pool.run(index))
  await setTimeout(20)
  unblock(second)
  expect(await Promise.all(short)).toEqual(Array.from({ length: 20 }, (_, index) => index * 2))
  expect(pool.pending).toBe(1)
  unblock(first)
  expect(await Promise.all(blocked)).toEqual([1, 1])
})

test('a task does not wait behind a long one for ever, while the other worker is never without tasks', async () => {
  const pool = openPool({ minThreads: 2, maxThreads: 2 })
  await vi.waitFor(() => expect(pool.stats().workers.every(({ isReady }) => isReady)).toBe(true), soon)
  const gate = sharedWords()
  const blocked = pool.run(gate, { name: 'block' })
  const flooding = new AbortController()
  const flood = Array.from({ length: 40 }, async () => {
    while (!flooding.signal.aborted) await pool.run(1)
  })
  await setTimeout(50)
  const waited = await Promise.all(Array.from({ length: 100 }, (_, index) => pool.run(index)))
  flooding.abort()
  expect(waited).toEqual(Array.from({ length: 100 }, (_, index) => index * 2))
  expect(pool.stats().workers.map(({ pending }) => pending)).toContain(1)
  unblock(gate)
  await Promise.all([blocked, ...flood])
})

test('with `timing`, stats tell how long tasks waited and ran', async () => {
  const pool = openPool({ timing: true })
  await Promise.all(Array.from({ length: 3 }, () => pool.run(20, { name: 'wait' })))
  const { waitTime, runTime } = pool.stats()
  expect(runTime).toMatchObject({ count: 3 })
  expect(runTime!.min).toBeGreaterThan(15)
  // The third waited for the first two.
  expect(waitTime!.max).toBeGreaterThan(30)
  expect(openPool().stats().runTime).toBe(undefined)
})
