import { describe, expect, test } from 'vitest'
import { openPool } from './open-pool.ts'
import { sharedWords } from './shared-words.ts'
import type { WorkerDiedError } from '@slipring/worker'

describe('a task that throws', () => {
  test('rejects with the error: class, message, cause, and the stack of the worker', async () => {
    const pool = openPool()
    const error = await failureOf(pool.run('cause', { name: 'fail' }))
    expect(error).toBeInstanceOf(TypeError)
    expect(error).toMatchObject({ name: 'TypeError', message: 'outer' })
    expect(error.stack).toContain('tasks.worker.ts')
    expect(error.cause).toBeInstanceOf(RangeError)
    expect(error.cause).toMatchObject({ message: 'inner' })
  })

  test('keeps the name and the own properties of an error of the program', async () => {
    const pool = openPool()
    const error = await failureOf(pool.run('own', { name: 'fail' }))
    expect(error).toMatchObject({ name: 'InvoiceError', message: 'no such invoice', code: 'ERR_INVOICE' })
    expect(error.stack).toContain('tasks.worker.ts')
  })

  test('rejects with an error of that message where the error cannot be cloned', async () => {
    const pool = openPool()
    const error = await failureOf(pool.run('function', { name: 'fail' }))
    expect(error).toMatchObject({ name: 'Error', message: 'with a function' })
    expect(await failureOf(pool.run('symbol', { name: 'fail' }))).toMatchObject({
      message: 'The task failed with Symbol(odd)',
    })
  })

  test('rejects with a value that is no error', async () => {
    const pool = openPool()
    expect(await failureOf(pool.run('just text', { name: 'fail' }))).toBe('just text')
  })

  test('rejects when its promise does', async () => {
    const pool = openPool()
    expect(await failureOf(pool.run('too late', { name: 'failLater' }))).toEqual(new RangeError('too late'))
  })

  test('leaves its worker to the next', async () => {
    const pool = openPool()
    const thread = await pool.run(undefined, { name: 'thread' })
    await failureOf(pool.run('x', { name: 'fail' }))
    expect(await pool.run(undefined, { name: 'thread' })).toBe(thread)
  })
})

test('a task that cannot be cloned rejects with DataCloneError, and others go on', async () => {
  const pool = openPool()
  const others = Promise.all([pool.run(1), pool.run(2)])
  expect(await failureOf(pool.run(() => {}, { name: 'echo' }))).toMatchObject({ name: 'DataCloneError' })
  expect(await others).toEqual([2, 4])
})

test('a result that cannot be cloned rejects with DataCloneError', async () => {
  const pool = openPool()
  expect(await failureOf(pool.run(undefined, { name: 'uncloneable' }))).toMatchObject({ name: 'DataCloneError' })
  expect(await pool.run(1)).toBe(2)
})

describe('a worker that dies', () => {
  test('rejects the task that it ran with WorkerDiedError, and another takes its place', async () => {
    const pool = openPool()
    const error = await failureOf<WorkerDiedError>(pool.run(7, { name: 'exit' }))
    expect(error).toMatchObject({ name: 'WorkerDiedError', code: 'ERR_SLIPRING_WORKER_DIED', exitCode: 7 })
    expect(await pool.run(4)).toBe(8)
  })

  test('does not take along the tasks that it had not begun', async () => {
    const pool = openPool()
    const before = [pool.run(1), pool.run(2)]
    const dying = failureOf(pool.run(1, { name: 'exit' }))
    const after = Array.from({ length: 200 }, (_, index) => pool.run(index))
    expect(await Promise.all(before)).toEqual([2, 4])
    expect(await dying).toMatchObject({ exitCode: 1 })
    expect(await Promise.all(after)).toEqual(Array.from({ length: 200 }, (_, index) => index * 2))
    expect(pool.stats()).toMatchObject({ completed: 202, failed: 1 })
  })

  test('tells what it threw outside of a task', async () => {
    const pool = openPool()
    const error = await failureOf(pool.run(undefined, { name: 'throwAside' }))
    expect(error).toMatchObject({ name: 'WorkerDiedError', exitCode: 1, cause: new RangeError('aside') })
    expect(error.message).toContain('aside')
  })

  test('tells that its memory was not enough', async () => {
    const pool = openPool({ resourceLimits: { maxOldGenerationSizeMb: 16 } })
    const error = await failureOf(pool.run(undefined, { name: 'allocate' }))
    expect(error).toMatchObject({ name: 'WorkerDiedError', cause: { code: 'ERR_WORKER_OUT_OF_MEMORY' } })
    expect(await pool.run(1)).toBe(2)
  })

  test('gives its task another try with `retries`', async () => {
    const pool = openPool({ retries: 1 })
    expect(await pool.run(sharedWords(), { name: 'dieOnce' })).toBe('second try')
    expect(await failureOf(pool.run(9, { name: 'exit', retries: 2 }))).toMatchObject({ exitCode: 9 })
    expect(await failureOf(pool.run(sharedWords(), { name: 'dieOnce', retries: 0 }))).toMatchObject({ exitCode: 3 })
  })

  test('is replaced however often that happens, as long as tasks are completed in between', async () => {
    const pool = openPool()
    for (let death = 0; death < 12; death++) {
      expect(await failureOf(pool.run(death, { name: 'exit' }))).toMatchObject({ exitCode: death })
      expect(await pool.run(death)).toBe(death * 2)
    }
  })
})

async function failureOf<E extends Error = Error>(promise: Promise<unknown>): Promise<E> {
  return promise.then(
    (result) => expect.fail(`It did not fail, but gave ${String(result)}`),
    (error: E) => error,
  )
}
