import { expect, test } from 'vitest'
import { openPool } from './open-pool.ts'
import { sharedWords } from './shared-words.ts'

test('map() gives the results in the order of the tasks', async () => {
  const pool = openPool({ maxThreads: 2 })
  const results: number[] = []
  for await (const result of pool.map([40, 5, 1, 20], { name: 'wait' })) results.push(result)
  expect(results).toEqual([40, 5, 1, 20])
})

test('map() with `ordered: false` gives them as they come', async () => {
  const pool = openPool({ concurrentTasksPerWorker: 3 })
  const results: number[] = []
  for await (const result of pool.map([60, 1, 30], { name: 'wait', ordered: false })) results.push(result)
  expect(results).toEqual([1, 30, 60])
})

test('map() asks for no more tasks than are under way, also of an endless source', async () => {
  const pool = openPool()
  let asked = 0
  let isReturned = false
  async function* endless(): AsyncGenerator<number> {
    try {
      for (;;) yield asked++
    } finally {
      isReturned = true
    }
  }
  const results: number[] = []
  for await (const result of pool.map(endless(), { concurrency: 8 })) {
    results.push(result)
    if (results.length === 100) break
  }
  expect(results).toEqual(Array.from({ length: 100 }, (_, index) => index * 2))
  expect(asked).toBeLessThan(120)
  expect(isReturned).toBe(true)
})

test('map() ends with the first failure, and tasks that had not begun are given up', async () => {
  const pool = openPool()
  const words = sharedWords()
  const tasks = ['first', ...Array.from({ length: 20 }, () => words)] as never[]
  const all = async (): Promise<void> => {
    for await (const _ of pool.map(tasks, { name: 'count' as never })) expect.fail('It gave a result')
  }
  await expect(all()).rejects.toThrow(TypeError)
  await pool.close()
  expect(pool.stats().pending).toBe(0)
})

test('map() refuses a concurrency that is none', () => {
  const pool = openPool()
  expect(() => pool.map([1], { concurrency: 0 })).toThrow(/concurrency of 0: use an integer from 1/)
  expect(() => pool.map([1], { order: false } as never)).toThrow(/did you mean "ordered"\?/)
})
