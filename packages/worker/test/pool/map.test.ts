import { describe, expect, test } from 'vitest'
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

/** A source that gives these, and then waits: `go` lets it end, or fail. */
function waiting(given: number[]) {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  async function* source(): AsyncGenerator<number> {
    yield* given
    await promise
    yield 100
  }
  return { source: source(), go: resolve, fail: reject }
}

describe.each([true, false])('map() with `ordered: %s`, while the source waits', (ordered) => {
  test('gives each result as soon as it is there', async () => {
    const { source, go } = waiting([1, 2])
    const results = openPool().map(source, { ordered })
    expect([await results.next(), await results.next()]).toMatchObject([{ value: 2 }, { value: 4 }])
    const last = results.next()
    go()
    expect(await last).toEqual({ value: 200, done: false })
    expect(await results.next()).toMatchObject({ done: true })
  })

  test('ends with the first failure', async () => {
    const { source } = waiting([1])
    const results = openPool<any>().map(source, { ordered, name: 'fail' })
    await expect(results.next()).rejects.toBe(1)
    expect(await results.next()).toMatchObject({ done: true })
  })

  test('ends when its caller leaves', async () => {
    const { source } = waiting([1])
    for await (const result of openPool().map(source, { ordered })) {
      expect(result).toBe(2)
      break
    }
  })

  test('fails as the source does, also after a result', async () => {
    const { source, fail } = waiting([1])
    const results = openPool().map(source, { ordered })
    expect(await results.next()).toMatchObject({ value: 2 })
    fail(new RangeError('no more'))
    await expect(results.next()).rejects.toThrow('no more')
  })
})

test('map() refuses a concurrency that is none', () => {
  const pool = openPool()
  expect(() => pool.map([1], { concurrency: 0 })).toThrow(/concurrency of 0: use an integer from 1/)
  expect(() => pool.map([1], { order: false } as never)).toThrow(/did you mean "ordered"\?/)
})
