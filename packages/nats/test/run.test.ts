import { setTimeout as pause } from 'node:timers/promises'
import { createInbox, headers, type Msg } from '@nats-io/nats-core'
import { decode, encode } from '@slipring/core/codec'
import { WorkerDiedError } from '@slipring/core/pool'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { missing, type NatsServer, startNats } from '../../../tools/nats-server.ts'
import { encodeFailure } from '../src/bodies.ts'
import { FAILED_HEADER } from '../src/subjects.ts'
import { atEnd, failureOf, freshSubject, open, openPair, openPool, openProcess, openServing } from './open.ts'
import { scratch } from './scratch.ts'

function refuse(): never {
  throw new Error('no room')
}

describe.skipIf(missing !== undefined)('a remote pool', () => {
  let nats: NatsServer
  beforeAll(async () => {
    nats = await startNats({ jetStream: false })
  })
  afterAll(() => nats.stop())

  test('runs a task in another process and gives its result', async () => {
    const subject = freshSubject()
    const child = await openProcess(nats, subject)
    const pool = await openPool(nats, { subject })
    expect(await pool.run(21)).toBe(42)
    expect(await pool.run(undefined, { name: 'pid' })).toBe(child.pid)
    expect(pool.stats()).toMatchObject({ completed: 2, failed: 0, pending: 0, queueSize: 0 })
  })

  test('keeps everything that structured clone keeps', async () => {
    const { pool } = await openPair(nats)
    const value = {
      map: new Map([[1, new Set(['a'])]]),
      date: new Date(0),
      bytes: new Uint8Array([1, 2]),
      big: 10n,
      none: undefined,
    }
    expect(await pool.run(value, { name: 'echo' })).toEqual(value)
    expect(await pool.run(3, { name: 'moved' })).toEqual(new Uint8Array([7, 7, 7]))
  })

  test('gives a function the id and the attempt of its task', async () => {
    const { pool } = await openPair(nats)
    const first = await pool.run(undefined, { name: 'context' })
    const second = await pool.run(undefined, { name: 'context' })
    expect(first.attempt).toBe(1)
    expect(first.id).not.toBe(second.id)
  })

  test('maps tasks in order, and in the order in which they are done', async () => {
    const { pool } = await openPair(nats)
    const doubled: number[] = []
    for await (const value of pool.map([1, 2, 3, 4], { concurrency: 2 })) doubled.push(value)
    expect(doubled).toEqual([2, 4, 6, 8])
    const unordered: number[] = []
    for await (const value of pool.map([1, 2, 3], { ordered: false })) unordered.push(value)
    expect(unordered.toSorted()).toEqual([2, 4, 6])
  })

  test('shares tasks among its servers', async () => {
    const subject = freshSubject()
    const servers = [await openServing(nats, { subject }), await openServing(nats, { subject })]
    const pool = await openPool(nats, { subject })
    await Promise.all(Array.from({ length: 100 }, (_, value) => pool.run(value)))
    const done = servers.map((serving) => serving.stats().completed)
    // Each has loaded its module by one task of its own.
    expect(done[0]! + done[1]!).toBe(102)
    expect(Math.min(...done)).toBeGreaterThan(10)
  })

  test('has no more than maxInFlight tasks under way', async () => {
    const subject = freshSubject()
    await openServing(nats, { subject })
    const pool = await openPool(nats, { subject, maxInFlight: 2 })
    const all = Promise.all(Array.from({ length: 10 }, (_, value) => pool.run(value)))
    expect(pool.stats()).toMatchObject({ pending: 10, queueSize: 8 })
    let isReady = false
    const ready = pool.ready.then(() => (isReady = true))
    await pause(0)
    expect(isReady).toBe(false)
    expect(await all).toEqual([0, 2, 4, 6, 8, 10, 12, 14, 16, 18])
    await ready
  })

  test('carries values larger than a message, both ways, and several at a time', async () => {
    const { pool } = await openPair(nats)
    const sizes = [1024 * 1024 - 1030, 1024 * 1024, 3_000_001]
    const values = sizes.map((size) => new Uint8Array(size).map((_, index) => index * 7))
    const echoed = await Promise.all(values.map((value) => pool.run(value, { name: 'echo' })))
    for (const [index, value] of echoed.entries())
      expect(Buffer.compare(value as Uint8Array, values[index]!), `of ${sizes[index]} bytes`).toBe(0)
  })

  test('detaches what is transferred', async () => {
    const { pool } = await openPair(nats)
    const bytes = new Uint8Array(100)
    expect(await pool.run(bytes, { name: 'echo', transferList: [bytes.buffer] })).toEqual(new Uint8Array(100))
    expect(bytes.buffer.byteLength).toBe(0)
  })

  test('a result that the client of the server refuses is told as a warning, and the others come', async () => {
    const subject = freshSubject()
    const connection = await open(nats)
    await openServing(nats, { subject, connection })
    const pool = await openPool(nats, { subject, deadAfter: 60_000 })
    expect(await pool.run(1)).toBe(2)
    const warnings: string[] = []
    const note = ({ name, message }: Error): void => void (name === 'SlipringWarning' && warnings.push(message))
    process.on('warning', note)
    atEnd(() => process.off('warning', note))
    const told: unknown = expect.stringMatching(/^Cannot send the result of task _INBOX\.\S+: no room; its pool gives/)
    const publish = vi.spyOn(connection, 'publish').mockImplementationOnce(refuse)
    const small = failureOf(pool.run(2))
    expect(await pool.run(3)).toBe(6)
    await expect.poll(() => warnings).toEqual([told])
    publish.mockRestore()
    // A large one waits for its pool to ask for the pieces.
    const subscribe = vi.spyOn(connection, 'subscribe').mockImplementationOnce(refuse)
    const large = failureOf(pool.run(3_000_000, { name: 'moved' }))
    await expect.poll(() => warnings).toEqual([told, told])
    subscribe.mockRestore()
    expect(await pool.run(4)).toBe(8)
    pool.destroy()
    expect([(await small).name, (await large).name]).toEqual(['ClosedError', 'ClosedError'])
  })

  describe('a task that throws', () => {
    test('rejects with the error: class, message, cause, and the stack of the server', async () => {
      const { pool } = await openPair(nats)
      const error = await failureOf(pool.run('cause', { name: 'fail' }))
      expect(error).toBeInstanceOf(TypeError)
      expect(error).toMatchObject({ name: 'TypeError', message: 'outer' })
      expect(error.stack).toContain('tasks.worker.ts')
      expect(error.cause).toBeInstanceOf(RangeError)
      expect(error.cause).toMatchObject({ message: 'inner' })
    })

    test('keeps the name and the own properties of an error of the program', async () => {
      const { pool } = await openPair(nats)
      const error = await failureOf(pool.run('own', { name: 'fail' }))
      expect(error).toMatchObject({ name: 'InvoiceError', message: 'no such invoice', code: 'ERR_INVOICE' })
    })

    test('rejects with a value that is no error, and with the message of one that cannot be cloned', async () => {
      const { pool } = await openPair(nats)
      expect(await failureOf(pool.run('text', { name: 'fail' }))).toBe('just text')
      expect(await failureOf(pool.run('function', { name: 'fail' }))).toMatchObject({ message: 'with a function' })
    })
  })

  test('a thread that dies rejects its task with WorkerDiedError, and the next runs', async () => {
    const { pool } = await openPair(nats)
    const error = await failureOf(pool.run(3, { name: 'exit' }))
    expect(error).toMatchObject({ name: 'WorkerDiedError', code: 'ERR_SLIPRING_WORKER_DIED', exitCode: 3 })
    expect(await pool.run(1)).toBe(2)
    expect(await failureOf(pool.run(3, { name: 'exit', retries: 2 }))).toMatchObject({ name: 'WorkerDiedError' })
  })

  test('an attempt whose death is told twice uses one of `retries` up: the next goes on', async () => {
    const subject = freshSubject()
    const server = await open(nats)
    const attempts: string[] = []
    server.subscribe(`${subject}.run.0.*`, {
      callback: (_, message) => {
        const attempt = message.headers?.get('Slipring-Attempt') || '1'
        attempts.push(attempt)
        if (attempt === '2') return void pause(100).then(() => message.respond(encode(42)))
        const all = headers()
        all.set(FAILED_HEADER, attempt)
        // As when the first confirmation of it has got lost.
        for (let times = 0; times < 2; times++)
          message.respond(encodeFailure(new WorkerDiedError('It died', 1)), { headers: all })
      },
    })
    await server.flush()
    const pool = await openPool(nats, { subject })
    expect(await pool.run(1, { retries: 1 })).toBe(42)
    expect(attempts).toEqual(['1', '2'])
  })

  test('a signal cancels a task on its server', async () => {
    const { pool, serving } = await openPair(nats)
    const { file, lines, until } = scratch()
    const controller = new AbortController()
    const task = pool.run({ file, ms: 60_000, line: 'a' }, { name: 'slow', signal: controller.signal })
    await until('a begins')
    controller.abort(new Error('not wanted'))
    expect(await failureOf(task)).toMatchObject({ message: 'not wanted' })
    // The only thread is free again.
    expect(await pool.run(1)).toBe(2)
    expect(lines()).toEqual(['a begins'])
    expect(serving.stats()).toMatchObject({ pending: 0 })
  })

  test('a signal that is aborted already, and one of a task that waits here, send nothing', async () => {
    const subject = freshSubject()
    await openServing(nats, { subject })
    const pool = await openPool(nats, { subject, maxInFlight: 1 })
    const { file, lines } = scratch()
    expect(await failureOf(pool.run(1, { signal: AbortSignal.abort(new Error('late')) }))).toMatchObject({
      message: 'late',
    })
    const first = pool.run({ file, ms: 100, line: 'a' }, { name: 'slow' })
    const controller = new AbortController()
    const second = pool.run({ file, ms: 0, line: 'b' }, { name: 'slow', signal: controller.signal })
    controller.abort()
    expect(await failureOf(second)).toMatchObject({ name: 'AbortError' })
    expect(await first).toBe('a')
    expect(lines()).toEqual(['a begins', 'a ends'])
  })

  test.each([
    ['timeout', 'run'],
    ['deadline', 'call'],
  ])('a %s rejects with TimeoutError, and cancels', async (option, since) => {
    const { pool } = await openPair(nats)
    const { file } = scratch()
    const error = await failureOf(pool.run({ file, ms: 60_000, line: 'a' }, { name: 'slow', [option]: 300 }))
    expect(error).toMatchObject({ name: 'TimeoutError', message: `No result within 300 ms of the ${since}` })
    expect(await pool.run(1)).toBe(2)
  })

  test('the wait for a thread of the server does not count for `timeout`, also of a large task', async () => {
    const { pool } = await openPair(nats)
    const { file } = scratch()
    const before = pool.run({ file, ms: 1500, line: 'a' }, { name: 'slow' })
    const large = 'x'.repeat(2_000_000)
    const limited = [pool.run(1, { timeout: 1000 }), pool.run(large, { name: 'echo', timeout: 1000 })]
    expect(await Promise.all([before, ...limited])).toEqual(['a', 2, large])
  })

  test('a long task is not lost while its server tells of it', async () => {
    const subject = freshSubject()
    const serving = await openServing(nats, { subject })
    const pool = await openPool(nats, { subject, deadAfter: 400 })
    const { file } = scratch()
    expect(await pool.run({ file, ms: 1500, line: 'a' }, { name: 'slow' })).toBe('a')
    expect(pool.stats().workers).toMatchObject([{ id: serving.id, threads: 1, isReady: true }])
  })

  test('a server that is killed rejects its tasks with WorkerDiedError; with retries another does them', async () => {
    const subject = freshSubject()
    const child = await openProcess(nats, subject)
    const pool = await openPool(nats, { subject, deadAfter: 3000 })
    const { file, until } = scratch()
    const lost = failureOf(pool.run({ file, ms: 60_000, line: 'a' }, { name: 'slow' }))
    const kept = pool.run({ file, ms: 0, line: 'b' }, { name: 'slow', retries: 1 })
    await until('a begins')
    child.kill('SIGKILL')
    await openServing(nats, { subject })
    expect(await lost).toMatchObject({ name: 'WorkerDiedError' })
    expect(await kept).toBe('b')
  })

  test('a server that closes finishes what it has, and takes no more', async () => {
    const { pool, serving } = await openPair(nats)
    const { file, until } = scratch()
    const task = pool.run({ file, ms: 300, line: 'a' }, { name: 'slow' })
    await until('a begins')
    const closed = serving.close()
    expect(await task).toBe('a')
    await closed
    await serving.closed
    expect(await failureOf(pool.run(1, { deadline: 300 }))).toMatchObject({ name: 'TimeoutError' })
  })

  test('pieces of a large task are asked for again while its program is away', async () => {
    const subject = freshSubject()
    await openServing(nats, { subject })
    const program = await open(nats)
    const [place, reply] = [createInbox(), createInbox()]
    const result = new Promise<Msg>((resolve) => {
      program.subscribe(reply, { callback: (_, message) => resolve(message) })
    })
    const body = encode(21)
    const all = headers()
    all.set('Slipring-Large', `${place}.0 ${body.length} ${body.length}`)
    program.publish(`${subject}.run.0.default`, '', { reply, headers: all })
    await program.flush()
    await pause(1500)
    program.subscribe(`${place}.*`, { callback: (_, message) => void message.respond(body) })
    expect(decode((await result).data)).toBe(42)
  })

  test('a large result whose server has died rejects with WorkerDiedError, and with retries runs again', async () => {
    const subject = freshSubject()
    const server = await open(nats)
    const all = headers()
    all.set('Slipring-Large', `${createInbox()}.0 10 10`)
    server.subscribe(`${subject}.run.0.*`, {
      queue: 'slipring',
      max: 2,
      callback: (_, message) => void message.respond('', { headers: all }),
    })
    await server.flush()
    const pool = await openPool(nats, { subject, deadAfter: 1000 })
    const [lost, kept] = [failureOf(pool.run(1)), pool.run(2, { retries: 1 })]
    expect(await lost).toMatchObject({ name: 'WorkerDiedError' })
    await openServing(nats, { subject })
    expect(await kept).toBe(4)
  })

  test('a server that closes waits until a large result is fetched', async () => {
    const { pool, serving } = await openPair(nats)
    const length = 32_000_000
    const task = pool.run(length, { name: 'moved' })
    // With the task that has loaded the module.
    await expect.poll(() => serving.stats().completed, { interval: 1, timeout: 20_000 }).toBe(2)
    await serving.close()
    expect((await task).length).toBe(length)
  })

  test('close() waits for all tasks, and run() rejects after it', async () => {
    const { pool } = await openPair(nats)
    const tasks = Promise.all([pool.run(1), pool.run(2)])
    await pool.close()
    expect(pool.pending).toBe(0)
    expect(await tasks).toEqual([2, 4])
    expect(await failureOf(pool.run(1))).toMatchObject({ name: 'ClosedError' })
    expect(await pool.ready).toBe(undefined)
  })

  test('destroy() rejects all tasks and cancels them', async () => {
    const { pool, serving } = await openPair(nats)
    const { file, until } = scratch()
    const task = failureOf(pool.run({ file, ms: 60_000, line: 'a' }, { name: 'slow' }))
    await until('a begins')
    pool.destroy()
    expect(await task).toMatchObject({ name: 'ClosedError' })
    await expect.poll(() => serving.stats().pending).toBe(0)
  })
})
