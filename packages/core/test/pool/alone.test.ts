/** Tasks, results and values of streams that go without an array around them, among others that do not. */

import { expect, test } from 'vitest'
import type { TaskContext } from '@slipring/core/pool'
import { openFake as open } from './fake-pool.ts'

const VALUES = [
  { x: 1 },
  [1, 2],
  undefined,
  [],
  null,
  'text',
  [[3], -1],
  0,
  { y: [4] },
  [5, 6, 7, 8, 9, 10],
  new Uint8Array(2),
]
const functions = {
  default: (value: unknown) => value,
  other: (value: unknown) => [value],
  fails: (value: unknown) => Promise.reject(new Error(`${String(value)} fails`)),
  *values(count: number) {
    for (let index = 0; index < count; index++) yield VALUES[index % VALUES.length]
  },
}

/** Deeper than the pool looks for sources. */
const inside = (run: () => unknown): object => ({
  a: {
    get b() {
      return run()
    },
  },
})

test.each([true, false])('small tasks and results go alone, in shared memory: %s', async (isShared) => {
  const { pool, counts } = open(isShared, functions)
  for (let number = 0; number < 10; number++) expect(await pool.run({ number })).toEqual({ number })
  expect(counts.alone).toBe(20)
  // The first of a name tells it.
  for (let number = 0; number < 10; number++) expect(await pool.run(number, { name: 'other' })).toEqual([number])
  expect(counts.alone).toBe(20 + 9)
})

test.each([true, false])(
  'each caller gets its own result, whatever goes alone, in shared memory: %s',
  async (isShared) => {
    const { pool } = open(isShared, functions, { concurrentTasksPerWorker: 3 })
    const names = ['default', 'default', 'default', 'other', 'other', 'fails', 'default'] as const
    const results = Array.from({ length: 200 }, (_, index) => {
      const name = names[index % names.length]
      const value = VALUES[(index * 7) % VALUES.length]
      const result = pool.run(value, name === 'default' ? {} : { name })
      if (name === 'fails') return expect(result).rejects.toThrow(`${String(value)} fails`)
      return expect(result).resolves.toEqual(name === 'other' ? [value] : value)
    })
    const streams = [11, 40, 3].map(async (count) => {
      let next = 0
      for await (const value of pool.stream(count, { name: 'values', highWaterMark: 4 }))
        expect(value).toEqual(VALUES[next++ % VALUES.length])
      expect(next).toBe(count)
    })
    await Promise.all([...results, ...streams])
  },
)

test.each([true, false])('a getter of a task may run others, in shared memory: %s', async (isShared) => {
  const { pool } = open(isShared, functions)
  await pool.run(0)
  const inner: Promise<unknown>[] = []
  const outer = pool.run(inside(() => inner.push(pool.run('first'), pool.run(['second']))))
  inner.push(pool.run('third'))
  expect(await outer).toEqual({ a: { b: 2 } })
  expect((await Promise.all(inner)).toSorted()).toEqual(['first', ['second'], 'third'].toSorted())
  const refused = pool.run(
    inside(() => {
      inner.push(pool.run('fourth'))
      return () => {}
    }),
  )
  await expect(refused).rejects.toThrow('could not be cloned')
  expect(await inner.at(-1)).toBe('fourth')
  expect(await pool.run('fifth')).toBe('fifth')
})

test('a Proxy that was revoked is refused as any other, and the next task is not taken for it', async () => {
  const { pool } = open(true, functions)
  const { proxy, revoke } = Proxy.revocable([], {})
  revoke()
  await expect(pool.run(proxy)).rejects.toThrow('could not be cloned')
  expect(await pool.run({ a: 1 })).toEqual({ a: 1 })
})

test('a result that cannot be cloned is an error, and the next result is not taken for it', async () => {
  const { pool } = open(true, { default: (value: unknown) => (value === 2 ? () => {} : value) })
  const results = await Promise.allSettled([1, 2, 3].map((value) => pool.run(value)))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(results[2]).toMatchObject({ value: 3 })
})

test('the task after one that was taken back has its own number', async () => {
  const begun: number[] = []
  const { pool } = open(
    true,
    {
      default: async (value: number, { name }: TaskContext) => {
        begun.push(value)
        await new Promise((resolve) => setImmediate(resolve))
        return `${name} ${value}`
      },
    },
    { concurrentTasksPerWorker: 1 },
  )
  const controller = new AbortController()
  const first = pool.run(1)
  const second = pool.run(2, { signal: controller.signal })
  const third = pool.run(3)
  controller.abort(new Error('not any more'))
  await expect(second).rejects.toThrow('not any more')
  expect(await Promise.all([first, third, pool.run(4)])).toEqual(['default 1', 'default 3', 'default 4'])
  expect(begun).toEqual([1, 3, 4])
})
