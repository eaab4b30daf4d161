/** Streams and signals between a pool and a worker's server in one thread: whether memory is shared or not, each message counted. */

import { expect, test } from 'vitest'
import type { TaskContext } from '@slipring/core/pool'
import { openFake as open } from './fake-pool.ts'

/** Whether the signal was aborted when the generator ended, of each. */
const endings: string[] = []

async function* endless(_task: unknown, { signal }: TaskContext): AsyncGenerator<number> {
  try {
    for (let number = 0; ; number++) yield number
  } finally {
    endings.push(`${signal.aborted}`)
  }
}

test.each([true, false])('a stream asks for several values by one message, in shared memory: %s', async (isShared) => {
  const { pool, counts, timers } = open(isShared, { endless })
  let seen = 0
  for await (const number of pool.stream([], { name: 'endless' })) {
    expect(number).toBe(seen)
    if (++seen === 160) break
  }
  // The task, every eighth value, and the end.
  expect(counts.posted).toBeLessThanOrEqual(1 + 20 + 1)
  expect(endings.splice(0)).toEqual(['true'])
  expect([counts.held, counts.ended, timers.size, pool.pending]).toEqual([0, 0, 0, 0])
})

test.each([true, false])(
  'a stream holds the process only while somebody waits, in shared memory: %s',
  async (isShared) => {
    const { pool, counts } = open(isShared, { endless })
    const stream = pool.stream([], { name: 'endless' })
    expect(counts.held).toBe(0)
    const first = stream.next()
    expect(counts.held).toBe(1)
    await first
    // A loop would have asked for the next one by now.
    await undefined
    expect([counts.held, pool.pending]).toEqual([0, 1])
    const task = pool.run([], { name: 'endless' })
    expect(counts.held).toBe(1)
    await stream.return()
    await expect(task).rejects.toThrow(TypeError)
    expect([counts.held, pool.pending]).toEqual([0, 0])
    endings.length = 0
  },
)

const patient = (_task: unknown, { signal }: TaskContext): Promise<string> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve('ended')))

test.each([true, false])('a cancelled task that listens keeps its worker, in shared memory: %s', async (isShared) => {
  const { pool, counts, timers } = open(isShared, { patient, default: (value: number) => value }, { graceMs: 1000 })
  await pool.run(1)
  const controller = new AbortController()
  const task = pool.run(undefined, { name: 'patient', signal: controller.signal })
  await new Promise((resolve) => setTimeout(resolve, 20))
  controller.abort('enough')
  // It has not ended yet.
  expect([pool.pending, timers.size]).toEqual([1, 1])
  await expect(task).rejects.toBe('enough')
  expect(await pool.run(2)).toBe(2)
  expect([counts.held, counts.ended, timers.size, pool.stats().failed]).toEqual([0, 0, 0, 1])
})

test('the end of a task that is over already reaches no later task', async () => {
  const { pool } = open(
    false,
    { patient, default: (_task: number, context: TaskContext) => context.signal.aborted },
    { graceMs: 1000 },
  )
  const controller = new AbortController()
  const first = pool.run(1, { signal: controller.signal })
  // Its result is on its way.
  await new Promise((resolve) => setImmediate(resolve))
  await new Promise((resolve) => setImmediate(resolve))
  controller.abort('late')
  await first.catch(() => {})
  const aborted = await Promise.all(Array.from({ length: 600 }, (_, value) => pool.run(value)))
  expect(aborted.filter(Boolean)).toEqual([])
})
