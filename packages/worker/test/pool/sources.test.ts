/** Tasks that read async iterables and streams of their caller, on threads. */

import { createReadStream, readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { expect, expectTypeOf, test } from 'vitest'
import { isWorkerDiedError, type Pool, type PoolOptions } from '@slipring/worker'
import { openPool } from './open-pool.ts'
import { sharedWords } from './shared-words.ts'

type Stages = typeof import('./pipeline.worker.ts')
/** The counts of pipeline.worker.ts. */
const [MADE, ENDED]: [0, 1] = [0, 1]

const open = (options: Partial<PoolOptions> = {}): Pool<Stages> => openPool<Stages>(options, 'pipeline.worker.ts')
const here = fileURLToPath(import.meta.url)

function pipeline(count: number, pools: readonly Pool<Stages>[]) {
  const [first, second, third] = pools as [Pool<Stages>, Pool<Stages>, Pool<Stages>]
  const words = [sharedWords(2), sharedWords(2), sharedWords(2)] as const
  const parts = first.stream({ words: words[0], count }, { name: 'made' })
  const sums = second.stream({ words: words[1], source: parts }, { name: 'summed' })
  const means = third.stream({ words: words[2], source: sums }, { name: 'scaled' })
  return { means, words, ended: () => words.map((all) => all[ENDED]) }
}

test('a pipeline over three pools gives all values in order, and each stage ends', async () => {
  const pools = [open(), open(), open()]
  const { means, ended } = pipeline(250, pools)
  const all: number[] = []
  for await (const mean of means) all.push(mean)
  expect(all).toEqual(Array.from({ length: 250 }, (_, number) => number))
  expect(ended()).toEqual([1, 1, 1])
  expect(pools.map(({ pending }) => pending)).toEqual([0, 0, 0])
})

test('a pipeline that is left in the middle ends every stage, and made no more than a few values ahead', async () => {
  const pools = [open(), open(), open()]
  for (let round = 0; round < 20; round++) {
    const { means, words, ended } = pipeline(Infinity, pools)
    for await (const mean of means) if (mean === round) break
    await Promise.all(pools.map(({ drained }) => drained))
    await expect.poll(() => pools.map(({ pending }) => pending), { interval: 1, timeout: 20_000 }).toEqual([0, 0, 0])
    expect(ended()).toEqual([1, 1, 1])
    // Three times on the way to the main thread, twice from there.
    expect(words[0][MADE]).toBeLessThanOrEqual(round + 5 * 16 + 5)
  }
  expect(pools.map((pool) => pool.stats().workers.length)).toEqual([1, 1, 1])
})

test('stages may share a pool that has a worker for each, or one worker that runs several', async () => {
  for (const options of [{ maxThreads: 3 }, { concurrentTasksPerWorker: 3 }]) {
    const pool = open(options)
    const { means, ended } = pipeline(100, [pool, pool, pool])
    let last = -1
    for await (const mean of means) last = mean
    expect([last, ended()]).toEqual([99, [1, 1, 1]])
  }
})

test('a task reads a file of its caller, which is closed also when nobody has read it', async () => {
  const pool = open()
  const bytes = readFileSync(here).length
  // @ts-expect-error A stream of Node gives any values.
  const asked: Promise<string> = pool.run(createReadStream(here), { name: 'length' })
  expect(await asked).toBe(bytes)
  const unread = createReadStream(here)
  await expect(pool.run(unread, { name: 'no such' as 'length' })).rejects.toThrow(TypeError)
  expect(unread.destroyed).toBe(true)
})

test('a ReadableStream is one on the other side, which the platform can pipe', async () => {
  const text = readFileSync(here, 'utf8')
  const packed = Readable.toWeb(Readable.from([gzipSync(text)])) as ReadableStream<Uint8Array<ArrayBuffer>>
  expect(await open().run(packed, { name: 'inflated' })).toBe(text)
})

test('a worker that dies ends the sources of its task, which is not run again', async () => {
  const pool = open({ retries: 5 })
  let ended = 0
  async function* numbers(): AsyncGenerator<number> {
    try {
      for (let number = 0; ; number++) yield number
    } finally {
      ended++
    }
  }
  const error: unknown = await pool.run(numbers(), { name: 'dies' }).catch((reason: unknown) => reason)
  expect([isWorkerDiedError(error), ended]).toEqual([true, 1])
})

test('a task that waits for a value ends by itself when it is cancelled or out of time', async () => {
  const pool = open({ graceMs: 60_000 })
  let returned = 0
  const silent = {
    [Symbol.asyncIterator]: () => ({
      next: () => new Promise<never>(() => {}),
      return: () => Promise.resolve({ value: undefined, done: true as const }).finally(() => returned++),
    }),
  }
  await expect(pool.run(silent, { name: 'patient', timeout: 30 })).rejects.toMatchObject({ name: 'TimeoutError' })
  const controller = new AbortController()
  const task = pool.run(silent, { name: 'patient', signal: controller.signal })
  controller.abort('enough')
  await expect(task).rejects.toBe('enough')
  await expect.poll(() => returned).toBe(2)
  expect(pool.stats().workers).toHaveLength(1)
})

test('the type of a source is that of the parameter', () => {
  const pool = undefined as unknown as Pool<Stages>
  const look = (): void => {
    expectTypeOf(
      pool.run(pool.stream({ words: new Int32Array(2), count: 1 }, { name: 'made' }), { name: 'length' }),
    ).resolves.toEqualTypeOf<number>()
    // @ts-expect-error Its values are others.
    void pool.run(pool.stream({ words: new Int32Array(2), source: [] }, { name: 'scaled' }), { name: 'length' })
  }
  expect(look).toBeTypeOf('function')
})
