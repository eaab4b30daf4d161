/** Tasks that wait behind one that the port refuses, while their worker has nothing else to do. */

import { expect, test } from 'vitest'
import { openFake as open } from './fake-pool.ts'

test.each([
  ['', {}],
  ['of one key ', { key: 'a key' }],
])('a task %sthat a getter of a refused task has run begins', async (_, options) => {
  const { pool } = open(false, { default: (value: unknown) => value })
  await pool.run(0)
  let inner: Promise<unknown> | undefined
  // Deeper than the pool looks for sources.
  const inside = {
    get value() {
      inner ??= pool.run('run by a getter', options)
      return () => {}
    },
  }
  await expect(pool.run({ inside }, options)).rejects.toThrow('could not be cloned')
  expect(await inner).toBe('run by a getter')
})

test.each([
  ['can be cloned', 1],
  ['cannot be cloned', () => {}],
])('a task that its own getter cancels is over, when its value %s', async (_, value) => {
  const { pool, timers } = open(true, { default: (given: unknown) => given })
  await pool.run(0)
  const controller = new AbortController()
  const inside = {
    get value() {
      controller.abort('by a getter')
      return value
    },
  }
  await expect(pool.run({ inside }, { signal: controller.signal, timeout: 50 })).rejects.toBe('by a getter')
  expect(timers.size).toBe(0)
  expect(pool.stats()).toMatchObject({ completed: 1, failed: 1, pending: 0, workers: [{ pending: 0 }] })
  expect(await pool.run('another')).toBe('another')
})
