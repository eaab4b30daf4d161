import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setTimeout as pause } from 'node:timers/promises'
import { createInbox, headers, type MsgHdrs } from '@nats-io/nats-core'
import { encode } from '@slipring/core/codec'
import { remotePool } from '@slipring/nats'
import { missing, type NatsServer, startNats } from '../../../tools/nats-server.ts'
import {
  atEnd,
  failureOf,
  freshSubject,
  interruptionOf,
  open,
  openPair,
  openPairBehindWay,
  openPool,
  openProcess,
  openServing,
} from './open.ts'
import { scratch } from './scratch.ts'

async function valuesOf<Value>(stream: AsyncIterable<Value>): Promise<Value[]> {
  const values: Value[] = []
  for await (const value of stream) values.push(value)
  return values
}

/** The headers of a value of a stream. */
function part(number: number): MsgHdrs {
  const all = headers()
  all.set('Slipring-Part', `${number} a`)
  return all
}

describe.skipIf(missing !== undefined)('a stream of a remote pool', () => {
  let nats: NatsServer
  beforeAll(async () => {
    nats = await startNats({ jetStream: false })
  })
  afterAll(() => nats.stop())

  test('gives all values in their order, whatever their sizes', async () => {
    const { pool } = await openPair(nats)
    expect(await valuesOf(pool.stream(2000, { name: 'numbers' }))).toEqual(Array.from({ length: 2000 }, (_, n) => n))
    expect(await valuesOf(pool.stream(0, { name: 'numbers' }))).toEqual([])
    expect(await valuesOf(pool.stream(3, { name: 'numbers', highWaterMark: 1 }))).toEqual([0, 1, 2])
    const sizes = [10, 1_500_000, 20, 1_100_000, 1_200_000, 30]
    const sized = await valuesOf(pool.stream(sizes, { name: 'sized' }))
    expect(sized.map((bytes) => [bytes.length, bytes[0]])).toEqual(sizes.map((size, index) => [size, index]))
    expect(pool.stats()).toMatchObject({ completed: 4, failed: 0, pending: 0 })
  })

  test('goes on whatever its highWaterMark is, odd or even', async () => {
    const { pool } = await openPair(nats)
    for (let highWaterMark = 1; highWaterMark <= 12; highWaterMark++)
      expect((await valuesOf(pool.stream(50, { name: 'numbers', highWaterMark }))).length).toBe(50)
  })

  test('is made no further ahead than highWaterMark says', async () => {
    const { pool } = await openPair(nats)
    const { file, lines } = scratch()
    const stream = pool.stream({ file, count: 1000 }, { name: 'lines', highWaterMark: 8 })
    expect(await stream.next()).toEqual({ value: 0, done: false })
    await expect.poll(() => lines().length).toBeGreaterThanOrEqual(8)
    await pause(100)
    // Asking goes by halves, and the generator has made the next value when it stops.
    expect(lines().length).toBeLessThanOrEqual(10)
    await stream.return()
  })

  test('ends its generator when the loop is left, and then goes on; its thread is free', async () => {
    const { pool, serving } = await openPair(nats)
    const { file, lines } = scratch()
    for await (const value of pool.stream({ file, count: 1e9 }, { name: 'lines' })) if (value === 200) break
    expect(lines().at(-1)).toBe('finally')
    expect(await pool.run(1)).toBe(2)
    await expect.poll(() => serving.stats().pending).toBe(0)
    expect(pool.stats()).toMatchObject({ pending: 0 })
  })

  test.each(['signal', 'timeout', 'deadline', 'destroy'])('ends its generator by %s', async (by) => {
    const { pool, serving } = await openPair(nats)
    const { file, until } = scratch()
    const controller = new AbortController()
    const limit = { ...(by === 'timeout' && { timeout: 200 }), ...(by === 'deadline' && { deadline: 200 }) }
    const stream = pool.stream({ file, count: 1e9, ms: 5 }, { name: 'lines', signal: controller.signal, ...limit })
    await stream.next()
    if (by === 'signal') controller.abort(new RangeError('enough'))
    if (by === 'destroy') pool.destroy()
    const expected = { signal: 'RangeError', destroy: 'ClosedError' }[by] ?? 'TimeoutError'
    expect(await failureOf(valuesOf(stream))).toMatchObject({ name: expected })
    await until('finally')
    await expect.poll(() => serving.stats().pending).toBe(0)
  })

  test('an error comes after the values before it, with its class and own properties; so does a dead thread', async () => {
    const { pool } = await openPair(nats)
    for (const [how, expected] of [
      ['throws', { name: 'InvoiceError', code: 'ERR_INVOICE', message: 'no more' }],
      ['exit', { name: 'WorkerDiedError', exitCode: 7 }],
      ['function', { name: 'DataCloneError' }],
    ] as const) {
      const stream = pool.stream(how, { name: 'odd' })
      expect(await stream.next()).toEqual({ value: 'first', done: false })
      expect(await failureOf(stream.next())).toMatchObject(expected)
      expect(await stream.next()).toEqual({ value: undefined, done: true })
    }
    expect(await failureOf(valuesOf((pool as any).stream(1, { name: 'double' })))).toMatchObject({ name: 'TypeError' })
    expect(await failureOf(pool.run(3, { name: 'numbers' }))).toMatchObject({
      message: expect.stringMatching(/stream/),
    })
    expect(await pool.run(1)).toBe(2)
  })

  test('a server that is killed ends it with WorkerDiedError, after the values that have come', async () => {
    const subject = freshSubject()
    const child = await openProcess(nats, subject)
    const pool = await openPool(nats, { subject, deadAfter: 1000 })
    const { file } = scratch()
    const stream = pool.stream({ file, count: 1e9, ms: 5 }, { name: 'lines' })
    expect((await stream.next()).value).toBe(0)
    child.kill('SIGKILL')
    expect(await failureOf(valuesOf(stream))).toMatchObject({ name: 'WorkerDiedError' })
  })

  test('a program that is gone frees the thread: its streams are given up', async () => {
    const subject = freshSubject()
    const serving = await openServing(nats, { subject })
    const connection = await open(nats)
    const gone = remotePool<typeof import('./tasks.worker.ts')>({ connection, subject, deadAfter: 200 })
    const { file, until } = scratch()
    const stream = gone.stream({ file, count: 1e9 }, { name: 'lines' })
    await stream.next()
    const failure = failureOf(valuesOf(stream))
    await connection.close()
    expect(await failure).toMatchObject({ name: 'ClosedError' })
    await until('finally')
    await expect.poll(() => serving.stats().pending).toBe(0)
  })

  test('goes on when NATS was away, or says that values were lost', async () => {
    const mortal = await startNats({ jetStream: false })
    atEnd(() => mortal.stop())
    const subject = freshSubject()
    const serving = await openServing(mortal, { subject })
    const connection = await open(mortal)
    const pool = remotePool<typeof import('./tasks.worker.ts')>({ connection, subject, deadAfter: 2000 })
    const read = async (ms: number): Promise<unknown> => {
      let next = 0
      for await (const value of pool.stream(400, { name: 'numbers', highWaterMark: 8 })) {
        expect(value).toBe(next++)
        if (ms > 0 && next % 10 === 0) await pause(ms)
      }
      return next
    }
    const outcomes = Promise.all([1, 5, 20].map((ms) => read(ms).catch((error: Error) => error.name)))
    await pause(50)
    await mortal.kill()
    await mortal.start()
    for (const outcome of await outcomes) expect(['WorkerDiedError', 400]).toContain(outcome)
    expect(await read(0)).toBe(400)
    await expect.poll(() => serving.stats().pending).toBe(0)
    pool.destroy()
  })

  test('ends after a large value that is still on its way, and keeps the order', async () => {
    const subject = freshSubject()
    const server = await open(nats)
    const place = createInbox()
    const large = encode('large')
    server.subscribe(`${subject}.run.0.*`, {
      callback: (_, message) => {
        const first = part(0)
        first.set('Slipring-Large', `${place}.0 ${large.length} ${large.length}`)
        message.respond('', { headers: first })
        message.respond(encode('small'), { headers: part(1) })
        message.respond(encode(2))
      },
    })
    server.subscribe(`${place}.*`, { callback: (_, message) => void pause(300).then(() => message.respond(large)) })
    await server.flush()
    const pool = remotePool({ connection: await open(nats), subject })
    atEnd(() => pool.destroy())
    expect(await valuesOf(pool.stream(1, { name: 'numbers' }))).toEqual(['large', 'small'])
  })

  describe('that is left while the connection is cut ends all the same', () => {
    test('when the word that it is left gets lost', async () => {
      const { way, serving, pool } = await openPairBehindWay(nats)
      const stream = pool.stream(1e9, { name: 'numbers' })
      await stream.next()
      way.cut(100)
      await stream.return()
      await expect.poll(() => serving.stats().pending).toBe(0)
      expect(pool.pending).toBe(0)
    })

    test('when it waits for the connection, with a key and without', async () => {
      const { way, serving, connection, pool } = await openPairBehindWay(nats)
      for (const key of [undefined, 'Ada']) {
        const interrupted = interruptionOf(connection)
        way.cut(300)
        await interrupted
        const stream = pool.stream(1e9, { name: 'numbers', key })
        const first = stream.next()
        await stream.return()
        expect(await first).toEqual({ value: undefined, done: true })
        expect(await pool.run(1)).toBe(2)
        await expect.poll(() => serving.stats().pending).toBe(0)
      }
    })

    test('when the server of its key is not known yet', async () => {
      const { serving, pool } = await openPairBehindWay(nats)
      const stream = pool.stream(1e9, { name: 'numbers', key: 'Ada' })
      const first = stream.next()
      await stream.return()
      expect(await first).toEqual({ value: undefined, done: true })
      await pause(300)
      expect(serving.stats()).toMatchObject({ pending: 0 })
    })
  })

  test('a reader that is slow keeps its stream, which waits for it', async () => {
    const subject = freshSubject()
    await openServing(nats, { subject })
    const pool = await openPool(nats, { subject, deadAfter: 200 })
    const stream = pool.stream(200, { name: 'numbers', highWaterMark: 4 })
    await stream.next()
    // Longer than the server waits for a reader that is gone.
    await pause(1000)
    expect((await valuesOf(stream)).length).toBe(199)
  })

  test('nobody serves it: NoServersError; a value it cannot take: TypeError; a closed pool: ClosedError', async () => {
    const nobody = await openPool(nats, { subject: freshSubject(), deadAfter: 5000 })
    expect(await failureOf(valuesOf(nobody.stream(1, { name: 'numbers' })))).toMatchObject({ name: 'NoServersError' })
    const { pool } = await openPair(nats)
    const source = pool.stream(1, { name: 'numbers' })
    expect(await failureOf(pool.run(source, { name: 'echo' }))).toMatchObject({ name: 'TypeError' })
    expect(() => pool.stream(1, { name: 'numbers', graceMs: 1 } as object)).toThrow(/graceMs/)
    await pool.close()
    expect(await failureOf(valuesOf(pool.stream(1, { name: 'numbers' })))).toMatchObject({ name: 'ClosedError' })
  })

  test('that is refused can be left', async () => {
    const { pool } = await openPair(nats)
    await pool.close()
    const stream = pool.stream(1, { name: 'numbers' })
    const first = failureOf(stream.next())
    expect(await stream.return()).toEqual({ value: undefined, done: true })
    expect(await first).toMatchObject({ name: 'ClosedError' })
  })

  test('many streams at once, left at any moment, leave nothing', async () => {
    const subject = freshSubject()
    const serving = await openServing(nats, { subject, concurrentTasksPerWorker: 8 })
    const pool = await openPool(nats, { subject })
    const streams = Array.from({ length: 60 }, async (_, index) => {
      let count = 0
      for await (const value of pool.stream(index % 3 === 0 ? index : 1e9, { name: 'numbers', highWaterMark: 4 })) {
        expect(value).toBe(count++)
        if (count === index * 3) break
      }
      return count
    })
    await Promise.all(streams)
    expect(pool.stats()).toMatchObject({ pending: 0, failed: 0 })
    await expect.poll(() => serving.stats().pending).toBe(0)
  })
})
