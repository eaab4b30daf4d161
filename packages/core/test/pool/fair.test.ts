/** No worker stays without tasks while some wait. */

import { expect, test } from 'vitest'
import { openFake } from './fake-pool.ts'

const TASKS = 2000
const double = { default: (value: number) => value * 2 }
const two = { minThreads: 2, maxThreads: 2 }

/** The second worker has the core only when the other has done some tasks. */
function late() {
  let done = 0
  const { promise, resolve } = Promise.withResolvers<void>()
  const count = (): void => {
    if (++done === TASKS / 10) resolve()
  }
  return { until: (workerId: number) => (workerId === 2 ? promise : undefined), count, resolve }
}

const completedOf = (pool: ReturnType<typeof openFake>['pool']): number[] =>
  pool.stats().workers.map(({ completed }) => completed)

test('a worker that is late to begin has tasks again when it does, as long as others wait', async () => {
  const { until, count } = late()
  const { pool } = openFake(true, double, two, until)
  await Promise.all(Array.from({ length: TASKS }, (_, value) => pool.run(value).then(count)))
  const completed = completedOf(pool)
  expect(completed[0]! + completed[1]!).toBe(TASKS)
  expect(Math.min(...completed)).toBeGreaterThan(TASKS / 4)
})

test('a worker whose tasks are given up has others, as long as some wait', async () => {
  const { until, count, resolve } = late()
  const { pool } = openFake(true, double, two, until)
  const left = (async () => {
    for await (const value of pool.map(
      Array.from({ length: 130 }, (_, index) => index),
      { concurrency: 130 },
    ))
      if (value === 0) break
  })()
  await new Promise((settled) => setImmediate(settled))
  const tasks = Array.from({ length: TASKS }, (_, value) => pool.run(value).then(count))
  await left
  resolve()
  await Promise.all(tasks)
  expect(Math.min(...completedOf(pool))).toBeGreaterThan(TASKS / 4)
})
