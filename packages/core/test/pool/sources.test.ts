/** Sources of tasks, between a pool and a worker's server in one thread: whether memory is shared or not. */

import { expect, test } from 'vitest'
import { move, type TaskContext } from '@slipring/core/pool'
import { openFake } from './fake-pool.ts'

const SHARED = [true, false]
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index)
const errorOf = (promise: Promise<unknown>): Promise<any> =>
  promise.then(() => undefined).catch((error: unknown) => error)
const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve))
}

/** Counts what it gave, and its end. */
function numbers(count: number) {
  const seen = { given: 0, ended: 0 }
  async function* give(): AsyncGenerator<number> {
    try {
      for (let number = 0; number < count; number++) {
        seen.given++
        yield number
      }
    } finally {
      seen.ended++
    }
  }
  return { source: give(), seen }
}

async function sum(source: AsyncIterable<number>): Promise<number> {
  let total = 0
  for await (const number of source) total += number
  return total
}

async function* doubled(source: AsyncIterable<number>): AsyncGenerator<number> {
  for await (const number of source) yield number * 2
}

async function firstOf(source: AsyncIterable<number>): Promise<number> {
  for await (const number of source) return number
  return -1
}

async function readTwo(source: ReadableStream<number>): Promise<unknown[]> {
  const reader = source.getReader()
  const read = [await reader.read(), await reader.read()]
  await reader.cancel()
  return [source instanceof ReadableStream, ...read]
}

async function* failing(): AsyncGenerator<unknown> {
  yield 1
  throw Object.assign(new RangeError('no more'), { code: 'E_MORE' })
}

async function zipped({ left, right, factor }: any): Promise<number[]> {
  const all: number[] = []
  for await (const number of left) all.push(number * factor, (await right.next()).value)
  return all
}

let leaked: AsyncIterator<unknown> | undefined
const functions = {
  sum,
  doubled,
  firstOf,
  readTwo,
  zipped,
  ignores: () => 'ignored',
  failsEarly: (): never => {
    throw new RangeError('no')
  },
  leaks: (source: AsyncIterable<unknown>) => void (leaked = source[Symbol.asyncIterator]()),
  keysOf: (value: object) => Object.keys(value),
  untilAborted: async (source: AsyncIterable<number>, { signal }: TaskContext) => {
    try {
      for await (const number of source) if (number < 0) break
      return 'done'
    } catch (error) {
      return [signal.aborted, error]
    }
  },
  bytes: async (source: AsyncIterable<Uint8Array>) => {
    let length = 0
    for await (const bytes of source) length += bytes.length
    return length
  },
}

test.each(SHARED)(
  'run() and stream() read an async iterable that the task is, in shared memory: %s',
  async (shared) => {
    const { pool, counts, timers } = openFake(shared, functions)
    const first = numbers(1000)
    expect(await pool.run(first.source, { name: 'sum' })).toBe(499_500)
    expect(first.seen).toEqual({ given: 1000, ended: 1 })
    const second = numbers(100)
    const all: number[] = []
    for await (const number of pool.stream(second.source, { name: 'doubled' })) all.push(number)
    expect(all).toEqual(upTo(100).map((number) => number * 2))
    expect(second.seen).toEqual({ given: 100, ended: 1 })
    expect(await pool.run(numbers(0).source, { name: 'sum' })).toBe(0)
    expect([counts.held, counts.ended, timers.size, pool.pending]).toEqual([0, 0, 0, 0])
  },
)

test.each(SHARED)('a source is read no further ahead than highWaterMark, in shared memory: %s', async (shared) => {
  for (const highWaterMark of [1, 4, undefined]) {
    const { pool } = openFake(shared, functions)
    const { source, seen } = numbers(Infinity)
    const stream = pool.stream(source, { name: 'doubled', highWaterMark })
    await turns(5)
    expect(seen.given).toBe(0)
    for (const number of upTo(100)) {
      expect(await stream.next()).toEqual({ value: number * 2, done: false })
      await turns(3)
      // Those ahead on the way to the worker, and those ahead on the way back.
      expect(seen.given).toBeLessThanOrEqual(number + 1 + 2 * (highWaterMark ?? 16) + 1)
    }
    await stream.return()
    expect(seen.ended).toBe(1)
  }
})

test.each(SHARED)(
  'sources may be properties of the task, and elements of a list, in shared memory: %s',
  async (shared) => {
    const { pool } = openFake(shared, functions)
    const [left, right] = [numbers(3), numbers(9)]
    expect(await pool.run({ left: left.source, factor: 10, right: right.source }, { name: 'zipped' })).toEqual([
      0, 0, 10, 1, 20, 2,
    ])
    expect([left.seen.ended, right.seen.ended]).toEqual([1, 1])
    const odd = { a: 1, ['__proto__']: numbers(1).source }
    expect(await pool.run(odd, { name: 'keysOf' })).toEqual(['a', '__proto__'])
    expect(await pool.run([1, numbers(2).source], { name: 'keysOf' })).toEqual(['0', '1'])
  },
)

test.each(SHARED)(
  'a ReadableStream arrives as one, and is cancelled when it is left, in shared memory: %s',
  async (shared) => {
    const { pool } = openFake(shared, functions)
    let cancelled = 0
    let next = 0
    const stream = (): ReadableStream<number> =>
      new ReadableStream({ pull: (controller) => controller.enqueue(next++), cancel: () => void cancelled++ })
    expect(await pool.run(stream(), { name: 'readTwo' })).toEqual([
      true,
      { value: 0, done: false },
      { value: 1, done: false },
    ])
    await turns(2)
    expect(cancelled).toBe(1)
    expect(await pool.run({ left: stream(), right: numbers(1).source }, { name: 'ignores' })).toBe('ignored')
    await turns(2)
    expect(cancelled).toBe(2)
    const locked = stream()
    locked.getReader()
    expect(await errorOf(pool.run(locked, { name: 'readTwo' }))).toBeInstanceOf(TypeError)
  },
)

test.each(SHARED)(
  'a source is ended when its reader leaves it, or the task is over, in shared memory: %s',
  async (shared) => {
    const { pool } = openFake(shared, functions)
    const left = numbers(Infinity)
    expect(await pool.run(left.source, { name: 'firstOf' })).toBe(0)
    await turns(3)
    expect(left.seen).toEqual({ given: 16, ended: 1 })
    for (const name of ['ignores', 'failsEarly']) {
      // It was not begun, so it has no end to run.
      const { source, seen } = numbers(Infinity)
      await errorOf(pool.run(source, { name }))
      expect(await source.next()).toEqual({ value: undefined, done: true })
      expect(seen.given).toBe(0)
    }
    await pool.run(numbers(3).source, { name: 'leaks' })
    await expect(leaked!.next()).rejects.toThrow('Cannot read a source of a task that is over')
  },
)

test.each(SHARED)('a source that is disposed holds nothing, also unread, in shared memory: %s', async (shared) => {
  const { pool } = openFake(shared, functions)
  let disposed = 0
  const file = {
    [Symbol.asyncIterator]: () => numbers(1).source,
    [Symbol.asyncDispose]: () => Promise.resolve(void disposed++),
  }
  await pool.run(file, { name: 'ignores' })
  expect(disposed).toBe(1)
  await pool.close()
  await errorOf(pool.run(file, { name: 'ignores' }))
  expect(disposed).toBe(2)
})

test.each(SHARED)(
  'an error of a source comes after its values, as the error that it is, in shared memory: %s',
  async (shared) => {
    const { pool } = openFake(shared, functions)
    const seen: unknown[] = []
    const failure = await errorOf(
      (async () => {
        for await (const number of pool.stream(failing(), { name: 'doubled' })) seen.push(number)
      })(),
    )
    expect([seen, failure]).toEqual([[2], expect.objectContaining({ name: 'RangeError', code: 'E_MORE' })])
    let ended = 0
    async function* uncloneable(): AsyncGenerator<unknown> {
      try {
        yield 1
        yield () => {}
      } finally {
        ended++
      }
    }
    await expect(pool.run(uncloneable(), { name: 'sum' })).rejects.toMatchObject({ name: 'DataCloneError' })
    expect(ended).toBe(1)
    const broken = { [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(Symbol('odd')) }) }
    await expect(pool.run(broken, { name: 'sum' })).rejects.toThrow('The task failed with Symbol(odd)')
  },
)

test.each(SHARED)('a task that is cancelled waits for its source no longer, in shared memory: %s', async (shared) => {
  const { pool, counts, timers } = openFake(shared, functions, { graceMs: 1000 })
  const silent = { [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => {}) }) }
  const controller = new AbortController()
  const task = pool.run(silent, { name: 'untilAborted', signal: controller.signal })
  await turns(10)
  controller.abort('enough')
  await expect(task).rejects.toBe('enough')
  const stream = pool.stream(silent, { name: 'doubled' })
  const none = stream.next()
  await turns(10)
  await stream.return()
  expect(await none).toEqual({ value: undefined, done: true })
  expect([counts.held, counts.ended, timers.size, pool.pending]).toEqual([0, 0, 0, 0])
})

test.each(SHARED)('the values of a source may move, in shared memory: %s', async (shared) => {
  const { pool } = openFake(shared, functions)
  const parts = upTo(5).map((number) => new Uint8Array(1000).fill(number))
  async function* moving(): AsyncGenerator<Uint8Array> {
    for (const part of parts) yield move(part, [part.buffer])
  }
  expect(await pool.run(moving(), { name: 'bytes' })).toBe(5000)
  expect(parts.map(({ length }) => length)).toEqual([0, 0, 0, 0, 0])
})

test.each(SHARED)('several values of a source are asked for by one message, in shared memory: %s', async (shared) => {
  const { pool, counts } = openFake(shared, functions)
  await pool.run(numbers(160).source, { name: 'sum' })
  // It is loaded, the result, and every eighth value with the first.
  expect(counts.answered).toBeLessThanOrEqual(2 + 1 + 20)
})

test('a getter that fails rejects as before, and what is no plain object is not looked at', async () => {
  const { pool } = openFake(true, functions)
  const odd = {
    get left(): never {
      throw new RangeError('the getter')
    },
  }
  await expect(pool.run(odd, { name: 'keysOf' })).rejects.toThrow(new RangeError('the getter'))
  expect(await pool.run(new Map([[1, 2]]), { name: 'keysOf' })).toEqual([])
})
