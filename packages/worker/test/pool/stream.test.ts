import { spawnSync } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, expectTypeOf, test } from 'vitest'
import { isClosedError, isQueueFullError, isWorkerDiedError, type Pool, type PoolOptions } from '@slipring/worker'
import { openPool } from './open-pool.ts'
import { sharedWords } from './shared-words.ts'

type Streams = typeof import('./streams.worker.ts')
/** The counts of streams.worker.ts. */
const [MADE, ENDED]: [0, 1] = [0, 1]

const open = (options: Partial<PoolOptions> = {}): Pool<Streams> => openPool<Streams>(options, 'streams.worker.ts')

async function allOf<T>(parts: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const part of parts) all.push(part)
  return all
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index)
const errorOf = (promise: Promise<unknown>): Promise<any> =>
  promise.then(() => undefined).catch((error: unknown) => error)

test('a generator gives its values in order, and its worker has a place for the next task', async () => {
  const pool = open()
  expect(await allOf(pool.stream({ count: 1000 }))).toEqual(upTo(1000))
  expect(await allOf(pool.stream({ count: 3 }, { name: 'slowly' }))).toEqual(['part 0', 'part 1', 'part 2'])
  expect(await allOf(pool.stream(4, { name: 'later' }))).toEqual([0, 1, 2, 3])
  expect(await allOf(pool.stream({ count: 0 }))).toEqual([])
  expect(await pool.run(4, { name: 'double' })).toBe(8)
  expect(pool.stats()).toMatchObject({ completed: 5, failed: 0, pending: 0 })
})

test('the worker is never further ahead than highWaterMark', async () => {
  const pool = open()
  for (const highWaterMark of [1, 2, 5, 16, undefined]) {
    const words = sharedWords(2)
    let taken = 0
    for await (const number of pool.stream({ count: 100, words }, { highWaterMark })) {
      expect(number).toBe(taken++)
      if (taken % 20 === 1) await setTimeout(3)
      expect(words[MADE]).toBeLessThanOrEqual(taken + (highWaterMark ?? 16))
    }
    expect([taken, words[ENDED]]).toEqual([100, 1])
  }
})

test('leaving the loop runs the finally of the generator, and its worker goes on', async () => {
  const pool = open()
  const words = sharedWords(2)
  const streams = [
    () => pool.stream({ count: Infinity, words }),
    () => pool.stream({ count: Infinity, words }, { name: 'slowly' }),
    () => pool.stream(words, { name: 'listening' }),
    () => pool.stream(words, { name: 'computing', highWaterMark: 1 }),
  ]
  for (const [index, stream] of streams.entries()) {
    for await (const part of stream()) if (part !== undefined) break
    expect(words[ENDED]).toBe(index + 1)
    expect(pool.stats().pending).toBe(0)
  }
  expect(pool.stats()).toMatchObject({ completed: 4, failed: 0 })
  expect(pool.stats().workers).toHaveLength(1)
})

test('a generator that hears nothing costs its worker when its reader leaves', async () => {
  const pool = open()
  const words = sharedWords(2)
  const before = pool.stats().workers[0]!.threadId
  for await (const part of pool.stream(words, { name: 'deaf', graceMs: 20 })) if (part === 1) break
  expect(pool.stats()).toMatchObject({ pending: 0, failed: 1 })
  expect(await pool.run(1, { name: 'double' })).toBe(2)
  expect(pool.stats().workers.map(({ threadId }) => threadId)).not.toContain(before)
})

test('return() also ends a stream whose next value is awaited, which is done then', async () => {
  const pool = open()
  const words = sharedWords(2)
  const stream = pool.stream(words, { name: 'listening' })
  expect(await stream.next()).toEqual({ value: 1, done: false })
  const awaited = [stream.next(), stream.next()]
  expect(await stream.return()).toEqual({ value: undefined, done: true })
  expect(await Promise.all(awaited)).toEqual([0, 1].map(() => ({ value: undefined, done: true })))
  expect(await stream.next()).toEqual({ value: undefined, done: true })
  expect(words[ENDED]).toBe(1)
})

test('a stream that is never read, or left before, has no task', async () => {
  const pool = open()
  const words = sharedWords(2)
  pool.stream({ count: 10, words })
  const left = pool.stream({ count: 10, words })
  await left.return()
  expect(await allOf(left)).toEqual([])
  expect(pool.pending).toBe(0)
  await pool.close()
  expect(words[MADE]).toBe(0)
})

test.each([undefined, 0])('a signal ends a stream at any time, with graceMs %s', async (graceMs) => {
  const pool = open()
  const options = { graceMs, name: 'slowly' } as const
  const words = sharedWords(2)
  const task = { count: Infinity, words }
  const before = pool.stream(task, { ...options, signal: AbortSignal.abort('no') })
  await expect(before.next()).rejects.toBe('no')
  const during = new AbortController()
  const stream = pool.stream(task, { ...options, signal: during.signal })
  await stream.next()
  during.abort('enough')
  await expect(stream.next()).rejects.toBe('enough')
  expect(await stream.next()).toEqual({ value: undefined, done: true })
  expect(words[ENDED]).toBe(graceMs === 0 ? 0 : 1)
  const waiting = new AbortController()
  const first = pool.stream(task, options)
  await first.next()
  const second = pool.stream(task, { ...options, signal: waiting.signal })
  const none = second.next()
  waiting.abort('changed my mind')
  await expect(none).rejects.toBe('changed my mind')
  await first.return()
  const after = new AbortController()
  const done = pool.stream({ count: 2 }, { ...options, signal: after.signal })
  expect(await allOf(done)).toEqual(['part 0', 'part 1'])
  after.abort()
  expect(await done.next()).toEqual({ value: undefined, done: true })
  expect(pool.stats().pending).toBe(0)
})

test('a time-out ends a stream, and the generator runs its finally', async () => {
  const pool = open()
  const words = sharedWords(2)
  const late = allOf(pool.stream({ count: Infinity, words }, { name: 'slowly', timeout: 30 }))
  await expect(late).rejects.toMatchObject({ name: 'TimeoutError', message: 'No result within 30 ms of the run' })
  expect(words[ENDED]).toBe(1)
  await pool.run(1, { name: 'double' })
  const threads = pool.stats().workers.length
  expect([threads, pool.stats().failed]).toEqual([1, 1])
})

test('what goes wrong in a generator comes after the values before it, and its finally runs', async () => {
  const pool = open()
  const words = sharedWords(2)
  const fates: [kind: string, parts: unknown[], error: object | undefined][] = [
    ['none', ['first', undefined], undefined],
    ['promise', ['first', 'later', undefined], undefined],
    ['uncloneable', ['first'], { name: 'DataCloneError' }],
    ['throws', ['first'], { name: 'RangeError', code: 'E_MORE' }],
    ['finally', ['first', undefined], { message: 'the end has failed' }],
  ]
  for (const [index, [kind, parts, error]] of fates.entries()) {
    const seen: unknown[] = []
    const failure = await errorOf(
      (async () => {
        for await (const part of pool.stream({ kind, words }, { name: 'odd' })) seen.push(part)
      })(),
    )
    expect(seen).toEqual(parts)
    if (error === undefined) expect(failure).toBeUndefined()
    else expect(failure).toMatchObject(error)
    expect(words[ENDED]).toBe(index + 1)
  }
  expect(pool.stats().workers).toHaveLength(1)
})

test('a finally that throws is told to a reader who leaves', async () => {
  const pool = open()
  const stream = pool.stream({ kind: 'finally', words: sharedWords(2) }, { name: 'odd', highWaterMark: 1 })
  await stream.next()
  await expect(stream.return()).rejects.toThrow('the end has failed')
})

test('a dead worker ends its stream after the values that it gave, and it is not run again', async () => {
  const pool = open({ retries: 3 })
  const stream = pool.stream({ kind: 'exit', words: sharedWords(2) }, { name: 'odd' })
  expect(await stream.next()).toEqual({ value: 'first', done: false })
  const error = await errorOf(stream.next())
  expect(isWorkerDiedError(error)).toBe(true)
  expect(await pool.run(1, { name: 'double' })).toBe(2)
})

test('values move', async () => {
  const parts = await allOf(open().stream(5, { name: 'bytes' }))
  expect(parts.map((part) => [part.length, part[999]])).toEqual(upTo(5).map((number) => [1000, number]))
})

test('run() of a generator names stream, and stream() of another function names run', async () => {
  const pool = open()
  for (const name of ['default', 'slowly'] as const)
    await expect(pool.run({ count: 1 }, { name })).rejects.toThrow(
      new TypeError(
        'Cannot run a generator: use stream, as in `for await (const part of pool.stream(task, { name }))`',
      ),
    )
  // @ts-expect-error It is no generator.
  await expect(allOf(pool.stream(1, { name: 'double' }))).rejects.toThrow(
    new TypeError('Cannot stream a function that is no generator: call it by run'),
  )
})

test('options that cannot be are refused at the call, and a pool that is closed or full at the first value', async () => {
  const pool = open({ maxQueue: 0 })
  // @ts-expect-error It would give values twice.
  expect(() => pool.stream({ count: 1 }, { retries: 1 })).toThrow(/^Cannot stream a task with an option "retries"/)
  expect(() => pool.stream({ count: 1 }, { highWaterMark: 0 })).toThrow(
    new RangeError('Cannot stream with a highWaterMark of 0: use an integer from 1 to 1048576'),
  )
  expect(() => pool.stream({ count: 1 }, { graceMs: -1 })).toThrow(RangeError)
  const stream = pool.stream({ count: Infinity })
  await stream.next()
  expect(isQueueFullError(await errorOf(pool.stream({ count: 1 }).next()))).toBe(true)
  await stream.return()
  await pool.close()
  expect(isClosedError(await errorOf(pool.stream({ count: 1 }).next()))).toBe(true)
})

test('close() waits for a stream, and destroy() ends it', async () => {
  const pool = open()
  const stream = pool.stream({ count: 50 })
  await stream.next()
  let isClosed = false
  const closed = pool.close().then(() => (isClosed = true))
  await setTimeout(5)
  expect(isClosed).toBe(false)
  expect(await allOf(stream)).toHaveLength(49)
  await closed
  const other = open()
  const endless = other.stream({ count: Infinity })
  await endless.next()
  await other.destroy('over')
  await expect(allOf(endless)).rejects.toBe('over')
})

test('several streams and tasks share a worker that may run several', async () => {
  const pool = open({ concurrentTasksPerWorker: 3 })
  const streams = [pool.stream({ count: 100 }, { name: 'slowly' }), pool.stream({ count: 500 })]
  const tasks = upTo(100).map((value) => pool.run(value, { name: 'double' }))
  const [slow, quick] = await Promise.all(streams.map((stream) => allOf<unknown>(stream)))
  expect([slow!.length, quick!.length]).toEqual([100, 500])
  expect(await Promise.all(tasks)).toEqual(upTo(100).map((value) => value * 2))
})

test('neither an abandoned stream nor its pool holds the process', () => {
  const script = fileURLToPath(new URL('abandoned-stream.process.ts', import.meta.url))
  const { stdout, stderr, status } = spawnSync(process.execPath, [...process.execArgv, script], {
    encoding: 'utf8',
    timeout: 60_000,
  })
  expect([stdout, stderr, status]).toEqual(['first 1\nleft 0, ended 1\n', '', 0])
})

test('the types of a stream are those of the generator', () => {
  const pool = undefined as unknown as Pool<Streams>
  const untyped = undefined as unknown as Pool
  const look = (): void => {
    expectTypeOf(pool.stream({ count: 1 })).toEqualTypeOf<AsyncGenerator<number, void, undefined>>()
    expectTypeOf(pool.stream({ count: 1 }, { name: 'slowly' })).toEqualTypeOf<AsyncGenerator<string, void, undefined>>()
    expectTypeOf(pool.stream(1, { name: 'later' })).toEqualTypeOf<AsyncGenerator<number, void, undefined>>()
    expectTypeOf(untyped.stream(1, { name: 'any' })).toEqualTypeOf<AsyncGenerator<any, void, undefined>>()
    // @ts-expect-error The generator takes something else.
    pool.stream(1)
    // @ts-expect-error There is no such generator.
    pool.stream(1, { name: 'quickly' })
  }
  expect(look).toBeTypeOf('function')
})
