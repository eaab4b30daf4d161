import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises'
import { createInbox, headers } from '@nats-io/nats-core'
import { connect } from '@nats-io/transport-node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { f32, f64, list, string, struct } from '@slipring/core/schema'
import { isNoServersError, remotePool, type RemotePoolOptions } from '@slipring/nats'
import { serve, type ServeOptions } from '@slipring/nats/serve'
import { lineOf } from '../src/line.ts'
import { missing, type NatsServer, startNats } from '../../../tools/nats-server.ts'
import { openWay } from './cuttable.ts'
import {
  atEnd,
  failureOf,
  freshSubject,
  interruptionOf,
  open,
  openPairBehindWay,
  openPool,
  openServing,
  unhandledFromNow,
} from './open.ts'
import { schemas } from './schemas.worker.ts'
import { scratch } from './scratch.ts'

describe.skipIf(missing !== undefined)('bad input', () => {
  let nats: NatsServer
  beforeAll(async () => {
    nats = await startNats()
  })
  afterAll(() => nats.stop())

  const filename = new URL('schemas.worker.ts', import.meta.url)

  describe('a subject that nobody serves', () => {
    test('rejects with NoServersError', async () => {
      const pool = await openPool(nats, { subject: freshSubject(), deadAfter: 400 })
      const error = await failureOf(pool.run(1))
      expect(isNoServersError(error)).toBe(true)
      expect(error.message).toMatch(/Nobody serves "test\.s\d+": start a process that calls serve\(\)/)
    })

    test('names that in the cause of a TimeoutError', async () => {
      const pool = await openPool(nats, { subject: freshSubject() })
      const error = await failureOf(pool.run(1, { deadline: 300 }))
      expect(error).toMatchObject({ name: 'TimeoutError', cause: { name: 'NoServersError' } })
    })

    test('is served later: the task runs then', async () => {
      const subject = freshSubject()
      const pool = await openPool(nats, { subject })
      const task = pool.run(1)
      await openServing(nats, { subject })
      expect(await task).toBe(2)
    })

    test('has servers, but none for durable tasks', async () => {
      const subject = freshSubject()
      await openServing(nats, { subject })
      const pool = await openPool(nats, { subject, durable: true })
      const error = await failureOf(pool.run(1))
      expect(error.message).toContain('call serve() with durable: true')
    })
  })

  describe('schemas', () => {
    test('that are the same encode tasks and results', async () => {
      const subject = freshSubject()
      await openServing(nats, { subject, filename })
      const pool = remotePool<typeof import('./schemas.worker.ts')>({
        connection: await open(nats),
        subject,
        schemas,
        name: 'warmest',
      })
      expect(await pool.run({ place: 'here', degrees: [1, 9, 3] })).toBe(9)
      expect(await failureOf(pool.run({ place: 'here', degrees: ['hot'] as never }))).toMatchObject({
        name: 'SchemaError',
      })
    })

    test.each([false, true])('that differ refuse the first task, and nothing is sent; durable: %s', async (durable) => {
      const subject = freshSubject()
      const serving = await openServing(nats, { subject, filename, durable })
      const other = { warmest: { task: struct({ place: string, degrees: list(f32) }), result: f64 } }
      for (const different of [other, {}]) {
        const pool = await openPool(nats, { subject, durable, schemas: different })
        const error = await failureOf(pool.run({ place: 'here', degrees: [1] } as never, { name: 'warmest' as never }))
        expect(error).toMatchObject({ name: 'HandshakeError', code: 'ERR_SLIPRING_HANDSHAKE' })
        expect(error.message).toContain('give the pool the schemas that the served module exports')
      }
      // It has loaded its module, and nothing more.
      expect(serving.stats().completed).toBe(1)
    })

    test('that are none are refused', async () => {
      const connection = await open(nats)
      const no = { warmest: { task: 'f64' } } as never
      expect(() => remotePool({ connection, subject: 'a', schemas: no })).toThrow(
        new TypeError('Cannot use "f64" as a schema of "warmest": use one of @slipring/core/schema'),
      )
    })
  })

  test('a task that cannot be cloned rejects with DataCloneError, and so does a result', async () => {
    const subject = freshSubject()
    await openServing(nats, { subject })
    const pool = await openPool(nats, { subject })
    expect(await failureOf(pool.run(() => {}, { name: 'echo' }))).toMatchObject({ name: 'DataCloneError' })
    expect(await failureOf(pool.run(undefined, { name: 'uncloneable' }))).toMatchObject({ name: 'DataCloneError' })
    expect(await pool.run(1)).toBe(2)
  })

  test('a function that the module does not export rejects with the nearest name', async () => {
    const subject = freshSubject()
    await openServing(nats, { subject })
    const pool = await openPool(nats, { subject })
    const error = await failureOf(pool.run(1 as never, { name: 'ecko' as never }))
    expect(error).toBeInstanceOf(TypeError)
    expect(error.message).toContain('did you mean "echo"?')
    expect(await failureOf(pool.run(1 as never, { name: 'a.b' as never }))).toMatchObject({ name: 'TypeError' })
  })

  test('a module that cannot be loaded rejects serve() with PoolLoadError', async () => {
    const connection = await open(nats)
    const error = await failureOf(serve({ connection, subject: 'a', filename: '/nowhere/tasks.mjs' }))
    expect(error).toMatchObject({ name: 'PoolLoadError', message: 'Cannot load file:///nowhere/tasks.mjs' })
    expect(error.cause).toMatchObject({ code: 'ERR_MODULE_NOT_FOUND' })
  })

  test('a message that no pool has sent is answered with an error, or ignored', async () => {
    const subject = freshSubject()
    const serving = await openServing(nats, { subject })
    const connection = await open(nats)
    const answer = await connection.request(`${subject}.run.0.default`, new Uint8Array([255, 255]), { timeout: 5000 })
    expect(answer.headers?.has('Slipring-Failed')).toBe(true)
    connection.publish(`${subject}.run.0.default`, 'no reply')
    connection.publish(`${subject}.cancel`, 'nonsense')
    const pool = await openPool(nats, { subject })
    expect(await pool.run(1)).toBe(2)
    expect(serving.stats().pending).toBe(0)
  })

  test.each([false, true])('a key that no pool has written stops no server; durable: %s', async (durable) => {
    const subject = freshSubject()
    const serving = await openServing(nats, { subject, durable })
    const unhandled = unhandledFromNow()
    const connection = await open(nats)
    const all = headers()
    all.set('Slipring-Key', '"')
    const reply = createInbox()
    all.set('Slipring-Reply', reply)
    connection.publish(`${subject}.${durable ? 'task' : 'run'}.0.default`, '', { reply, headers: all })
    const pool = await openPool(nats, { subject, durable })
    expect(await pool.run(1)).toBe(2)
    await pause(100)
    expect(unhandled).toEqual([])
    pool.destroy()
    await serving.close()
  })

  test('a connection that is drained takes nothing more before it closes, and nothing is thrown', async () => {
    const connection = await open(nats)
    const line = lineOf(connection)
    const drained = connection.drain()
    for (; !connection.isClosed(); await turn()) line.publish(freshSubject(), '')
    await drained
  })

  describe('a server that goes away', () => {
    test('for good rejects all tasks with ClosedError', async () => {
      const mortal = await startNats({ jetStream: false })
      atEnd(() => mortal.stop())
      const subject = freshSubject()
      await openServing(mortal, { subject })
      const connection = await connect({ port: mortal.port, reconnect: false })
      const pool = remotePool({ connection, subject })
      const { file, until } = scratch()
      const task = failureOf(pool.run({ file, ms: 500, line: 'a' }, { name: 'slow' }))
      await until('a begins')
      await mortal.kill()
      expect(await task).toMatchObject({ name: 'ClosedError', message: /The connection to NATS is closed/ })
      expect(await failureOf(pool.run(1))).toMatchObject({ name: 'ClosedError' })
    })

    test('and does not come back within deadAfter rejects with WorkerDiedError', async () => {
      const mortal = await startNats({ jetStream: false })
      atEnd(() => mortal.stop())
      const subject = freshSubject()
      await openServing(mortal, { subject })
      const pool = await openPool(mortal, { subject, deadAfter: 400 })
      expect(await pool.run(1)).toBe(2)
      await mortal.kill()
      expect(await failureOf(pool.run(1))).toMatchObject({ name: 'WorkerDiedError' })
      expect(await failureOf(pool.run(1, { deadline: 100 }))).toMatchObject({ name: 'TimeoutError' })
    })

    test('and comes back: a task with `retries` that waited for it is sent once, as its first attempt', async () => {
      const mortal = await startNats({ jetStream: false })
      atEnd(() => mortal.stop())
      const subject = freshSubject()
      await openServing(mortal, { subject })
      const connection = await open(mortal)
      const pool = remotePool<typeof import('./tasks.worker.ts')>({ connection, subject, deadAfter: 400, retries: 50 })
      expect(await pool.run(1, { key: 'Ada' })).toBe(2)
      const interrupted = interruptionOf(connection)
      await mortal.kill()
      await interrupted
      const { file, lines } = scratch()
      const plain = pool.run({ file, number: 1 }, { name: 'note' })
      const withKey = pool.run({ file, number: 2 }, { name: 'note', key: 'Ada' })
      const context = pool.run(undefined, { name: 'context' })
      // Long enough to use some of them up.
      await pause(2000)
      await mortal.start()
      expect(await Promise.all([plain, withKey])).toEqual([1, 2])
      expect((await context).attempt).toBe(1)
      await pause(500)
      expect(lines().toSorted()).toEqual(['1', '2'])
    })

    test('and comes back: what was silent before a task is sent does not count', async () => {
      const subject = freshSubject()
      await openServing(nats, { subject })
      const way = await openWay(nats)
      atEnd(() => way.stop())
      const connection = await open(way)
      const pool = remotePool<typeof import('./tasks.worker.ts')>({ connection, subject, deadAfter: 4000 })
      atEnd(() => pool.destroy())
      const { file } = scratch()
      const interrupted = interruptionOf(connection)
      way.cut(4200)
      await interrupted
      expect(await pool.run({ file, ms: 1500, line: 'a' }, { name: 'slow' })).toBe('a')
    })

    test('while the server of a key is looked for: the task is sent once', async () => {
      const { way, pool } = await openPairBehindWay(nats)
      const { file, lines } = scratch()
      const task = pool.run({ file, ms: 1000, line: 'a' }, { name: 'slow', key: 'Ada', retries: 50 })
      way.cut(4000)
      expect(await task).toBe('a')
      await pause(1500)
      expect(lines()).toEqual(['a begins', 'a ends'])
    })

    test('and comes back goes on: tasks that were not sent are sent then', async () => {
      const mortal = await startNats({ jetStream: false })
      atEnd(() => mortal.stop())
      const subject = freshSubject()
      await openServing(mortal, { subject })
      const connection = await open(mortal)
      const pool = remotePool<typeof import('./tasks.worker.ts')>({ connection, subject })
      expect(await pool.run(1)).toBe(2)
      // A task that is sent before the client notices goes into a dead socket, and is given up after deadAfter.
      const interrupted = interruptionOf(connection)
      await mortal.kill()
      await interrupted
      const tasks = Promise.all([pool.run(2), pool.run(3)])
      await mortal.start()
      expect(await tasks).toEqual([4, 6])
    })
  })

  test('durable tasks without JetStream reject with its error', async () => {
    const bare = await startNats({ jetStream: false })
    atEnd(() => bare.stop())
    const pool = await openPool(bare, { subject: 'a', durable: true })
    expect((await failureOf(pool.run(1))).message).toMatch(/jetstream is not enabled/i)
    const connection = await open(bare)
    const tasks = new URL('tasks.worker.ts', import.meta.url)
    const error = await failureOf(serve({ connection, subject: 'a', filename: tasks, durable: true }))
    expect(error.message).toMatch(/jetstream is not enabled/i)
  })

  test.each<[string, Partial<Record<keyof RemotePoolOptions, unknown>>, string]>([
    ['no connection', { connection: undefined }, 'Cannot use connection undefined'],
    ['a subject with a space', { subject: 'a b' }, 'Cannot use subject "a b"'],
    ['a wildcard', { subject: 'a.*' }, 'Cannot use subject "a.*"'],
    ['no subject', { subject: undefined }, 'Cannot use subject undefined'],
    ['a misspelt option', { durabel: true } as never, 'did you mean "durable"?'],
    ['maxInFlight 0', { maxInFlight: 0 }, 'Cannot use maxInFlight 0'],
    ['deadAfter as text', { deadAfter: '1s' }, 'Cannot use deadAfter "1s"'],
    ['a name with a dot', { name: 'a.b' }, 'Cannot run "a.b" elsewhere'],
  ])('remotePool() with %s is refused', async (_, option, message) => {
    const connection = await open(nats)
    const options = { connection, subject: 'a', ...option } as RemotePoolOptions
    expect(() => remotePool(options)).toThrow(message)
  })

  test.each<[string, Partial<Record<keyof ServeOptions, unknown>>, string]>([
    ['no connection', { connection: 'nats://localhost' }, 'Cannot use connection "nats://localhost"'],
    ['no subject', { subject: '' }, 'Cannot use subject ""'],
    ['no filename', { filename: undefined }, 'Cannot serve filename undefined'],
    ['maxAttempts 0', { maxAttempts: 0 }, 'Cannot use maxAttempts 0'],
    ['ackWait 1', { ackWait: 1 }, 'Cannot use ackWait 1'],
    ['a misspelt option', { maxThread: 1 } as never, 'did you mean "maxThreads"?'],
  ])('serve() with %s is refused', async (_, option, message) => {
    const connection = await open(nats)
    const options = { connection, subject: 'a', filename, ...option } as ServeOptions
    await expect(serve(options)).rejects.toThrow(message)
  })
})
