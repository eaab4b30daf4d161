import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { isClosedError, Pool } from '@slipring/worker'
import { openPool, type Tasks } from './open-pool.ts'
import { sharedWords } from './shared-words.ts'

test('close() waits for all tasks, and then the workers have ended', async () => {
  const pool = openPool({ maxThreads: 2 })
  const tasks = Array.from({ length: 100 }, (_, index) => pool.run(index))
  const slow = pool.run(50, { name: 'wait' })
  await pool.close()
  expect(pool.stats()).toMatchObject({ completed: 101, pending: 0, workers: [] })
  expect(await Promise.all(tasks)).toEqual(Array.from({ length: 100 }, (_, index) => index * 2))
  expect(await slow).toBe(50)
})

test('run() after close() rejects with ClosedError', async () => {
  const pool = openPool()
  const closed = pool.close()
  const error = await pool.run(1).catch((thrown: unknown) => thrown)
  expect(isClosedError(error)).toBe(true)
  expect(error).toMatchObject({ message: 'Cannot run a task: the pool is closed, make another' })
  await closed
  await pool.close()
  await pool.destroy()
})

test('destroy() rejects what runs and what waits, and then the workers have ended', async () => {
  const pool = openPool({ maxThreads: 2 })
  const tasks = [
    pool.run(sharedWords(), { name: 'block' }),
    pool.run(60_000, { name: 'wait' }),
    ...Array.from({ length: 200 }, (_, index) => pool.run(index)),
  ]
  const settled = Promise.allSettled(tasks)
  await pool.destroy()
  expect(pool.stats()).toMatchObject({ pending: 0, queueSize: 0, workers: [] })
  const outcomes = await settled
  expect(outcomes.every((outcome) => outcome.status === 'rejected' && isClosedError(outcome.reason))).toBe(true)
})

test('destroy() ends a close() that waits', async () => {
  const pool = openPool()
  const stuck = pool.run(sharedWords(), { name: 'block' })
  const closed = pool.close()
  await Promise.all([pool.destroy(), closed, expect(stuck).rejects.toMatchObject({ name: 'ClosedError' })])
})

test('ready does not keep a caller waiting whose pool is closed', async () => {
  const pool = openPool({ maxQueue: 0 })
  const stuck = pool.run(60_000, { name: 'wait' })
  const ready = pool.ready
  await Promise.all([pool.destroy(), ready, expect(stuck).rejects.toMatchObject({ name: 'ClosedError' })])
})

test('a pool ends with its block by `await using`', async () => {
  let kept: Pool<Tasks>
  {
    await using pool = new Pool<Tasks>({ filename: new URL('tasks.worker.ts', import.meta.url), maxThreads: 1 })
    kept = pool
    void pool.run(1)
  }
  expect(kept.stats()).toMatchObject({ completed: 1, workers: [] })
})

test('pending tasks hold the process, and an idle pool does not', () => {
  const script = fileURLToPath(new URL('hold.process.ts', import.meta.url))
  const options = { encoding: 'utf8', timeout: 25_000 } as const
  const { stdout, stderr, status } = spawnSync(process.execPath, [...process.execArgv, script], options)
  expect({ stdout, stderr, status }).toEqual({ stdout: 'first 2\nlast 100\n', stderr: '', status: 0 })
})
