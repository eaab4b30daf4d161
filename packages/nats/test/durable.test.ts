import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { jetstream, jetstreamManager, type StreamState } from '@nats-io/jetstream'
import { headers } from '@nats-io/nats-core'
import { encode } from '@slipring/core/codec'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { remotePool } from '@slipring/nats'
import { lineOf } from '../src/line.ts'
import { openStream, readPieces } from '../src/stream.ts'
import { REPLY_HEADER, STORED_HEADER, subjectsOf } from '../src/subjects.ts'
import { missing, type NatsServer, startNats } from '../../../tools/nats-server.ts'
import {
  atEnd,
  failureOf,
  freshSubject,
  interruptionOf,
  open,
  openPool,
  openProcess,
  openServing,
  unhandledFromNow,
} from './open.ts'
import { scratch } from './scratch.ts'

const streamOf = (subject: string): string => `slipring=${subject.replaceAll('.', '=')}`

function deletedMessage(subject: string): string {
  return (
    `Cannot keep the task: its stream "${streamOf(subject)}" was deleted; ` +
    'make another pool, which makes the stream again, and run the task there'
  )
}

describe.skipIf(missing !== undefined)('durable tasks', () => {
  let nats: NatsServer
  beforeAll(async () => {
    nats = await startNats()
  })
  afterAll(() => nats.stop())

  const ackWait = 1000

  const stateOf = async (subject: string, server = nats): Promise<StreamState> => {
    const manager = await jetstreamManager(await open(server))
    return (await manager.streams.info(streamOf(subject))).state
  }

  /** Messages that the stream of a subject has. */
  const stored = async (subject: string, server = nats): Promise<number> => (await stateOf(subject, server)).messages

  const deleteStream = async (subject: string): Promise<void> => {
    const manager = await jetstreamManager(await open(nats))
    await manager.streams.delete(streamOf(subject))
  }

  interface Limits {
    max_msgs?: number
    max_bytes?: number
    max_consumers?: number
  }

  /** An administrator's stream, which refuses what is too much. */
  const addStream = async (subject: string, limits: Limits): Promise<void> => {
    const manager = await jetstreamManager(await open(nats))
    await manager.streams.add({
      name: streamOf(subject),
      subjects: [`${subject}.task.>`, `${subject}.piece.*`],
      retention: 'workqueue',
      discard: 'new',
      allow_direct: true,
      ...limits,
    })
  }

  test('run, and leave nothing in the stream', async () => {
    const subject = freshSubject()
    await openServing(nats, { subject, durable: true })
    const pool = await openPool(nats, { subject, durable: true })
    expect(await pool.run(21)).toBe(42)
    const all: number[] = []
    for await (const value of pool.map(Array.from({ length: 50 }, (_, index) => index))) all.push(value)
    expect(all).toEqual(Array.from({ length: 50 }, (_, index) => index * 2))
    await expect.poll(() => stored(subject)).toBe(0)
  })

  test('that were cancelled before they come are acknowledged, also when their pieces are gone', async () => {
    const subject = freshSubject()
    await openServing(nats, { subject, durable: true })
    const connection = await open(nats)
    const { cancel, task } = subjectsOf(subject, 0)
    connection.publish(cancel, '_INBOX.a.0')
    await connection.flush()
    const all = headers()
    all.set(REPLY_HEADER, '_INBOX.a.0')
    all.set(STORED_HEADER, '10 10 999')
    await jetstream(connection).publish(`${task}.echo`, '', { headers: all })
    await expect.poll(() => stored(subject)).toBe(0)
  })

  test('are cancelled when their run takes longer than `timeout`, and leave nothing in the stream', async () => {
    const subject = freshSubject()
    await openServing(nats, { subject, durable: true })
    const pool = await openPool(nats, { subject, durable: true })
    const error = await failureOf(pool.run({ ms: 60_000 }, { name: 'wait', timeout: 100 }))
    expect(error).toMatchObject({ name: 'TimeoutError', message: 'No result within 100 ms of the run' })
    await expect.poll(() => stored(subject)).toBe(0)
  })

  test('wait for a server that starts later', async () => {
    const subject = freshSubject()
    const pool = await openPool(nats, { subject, durable: true })
    const tasks = Promise.all([pool.run(1), pool.run(2)])
    await expect.poll(() => stored(subject).catch(() => 0)).toBe(2)
    await openServing(nats, { subject, durable: true })
    expect(await tasks).toEqual([2, 4])
  })

  test('outlive the program that made them', async () => {
    const subject = freshSubject()
    const { file, until } = scratch()
    const connection = await open(nats)
    const pool = remotePool({ connection, subject, durable: true })
    const task = failureOf(pool.run({ file, ms: 0, line: 'a' }, { name: 'slow' }))
    await expect.poll(() => stored(subject).catch(() => 0)).toBe(1)
    await connection.close()
    expect(await task).toMatchObject({ name: 'ClosedError' })
    await openServing(nats, { subject, durable: true })
    await until('a ends')
  })

  test('are delivered again, with the same id, when their server is killed', async () => {
    const subject = freshSubject()
    const child = await openProcess(nats, subject, { durable: true, ackWait })
    const pool = await openPool(nats, { subject, durable: true })
    const { file, lines, until } = scratch()
    const task = pool.run({ file, ms: 500, line: 'a' }, { name: 'slow' })
    await until('a begins')
    child.kill('SIGKILL')
    await openServing(nats, { subject, durable: true, ackWait })
    expect(await task).toBe('a')
    expect(lines()).toEqual(['a begins', 'a begins', 'a ends'])
    const { attempt, id } = await pool.run(undefined, { name: 'context' })
    expect([attempt, typeof id]).toEqual([1, 'string'])
  })

  test('are delivered again at once when their thread dies, and given up after maxAttempts', async () => {
    const subject = freshSubject()
    await openServing(nats, { subject, durable: true, maxAttempts: 3 })
    const pool = await openPool(nats, { subject, durable: true })
    expect(await pool.run(3, { name: 'exitUntil' })).toBe(3)
    expect(await failureOf(pool.run(9, { name: 'exit' }))).toMatchObject({ name: 'WorkerDiedError', exitCode: 9 })
    await expect.poll(() => stored(subject)).toBe(0)
  })

  test('that kill their server each time are given up, too', async () => {
    const subject = freshSubject()
    const pool = await openPool(nats, { subject, durable: true })
    const task = failureOf(pool.run(undefined, { name: 'killServer' }))
    // A killed server that had asked for a second task can make NATS 2.9 forget the count.
    const options = { durable: true, ackWait: 500, maxAttempts: 2, maxInFlight: 1 }
    for (let servers = 0; servers < 2; servers++) {
      const child = await openProcess(nats, subject, options)
      if (child.signalCode === null) await once(child, 'exit')
    }
    await openProcess(nats, subject, options)
    expect(await task).toMatchObject({ name: 'WorkerDiedError', message: /was delivered 2 times/ })
  })

  test('that run longer than ackWait are delivered once', async () => {
    const subject = freshSubject()
    await openServing(nats, { subject, durable: true, ackWait: 500 })
    await openServing(nats, { subject, durable: true, ackWait: 500 })
    const pool = await openPool(nats, { subject, durable: true, deadAfter: 400 })
    const { file, lines } = scratch()
    expect(await pool.run({ file, ms: 2500, line: 'a' }, { name: 'slow' })).toBe('a')
    expect(lines()).toEqual(['a begins', 'a ends'])
  })

  test('that throw reject with the error, and are not delivered again', async () => {
    const subject = freshSubject()
    await openServing(nats, { subject, durable: true })
    const pool = await openPool(nats, { subject, durable: true })
    expect(await failureOf(pool.run('cause', { name: 'fail' }))).toMatchObject({ name: 'TypeError', message: 'outer' })
    await expect.poll(() => stored(subject)).toBe(0)
  })

  test('are taken only as many at a time as maxInFlight says', async () => {
    const subject = freshSubject()
    const serving = await openServing(nats, { subject, durable: true, maxInFlight: 2, concurrentTasksPerWorker: 8 })
    const pool = await openPool(nats, { subject, durable: true })
    const { file, lines, until } = scratch()
    const tasks = [1, 2, 3].map((number) => pool.run({ file, ms: 1000, line: `${number}` }, { name: 'slow' }))
    await until('2 begins')
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(serving.stats().pending).toBe(2)
    expect(lines()).toEqual(['1 begins', '2 begins'])
    expect(await Promise.all(tasks)).toEqual(['1', '2', '3'])
  })

  test('that were cancelled before their server gets them are not run', async () => {
    const subject = freshSubject()
    await openServing(nats, { subject, durable: true })
    const { cancel, task } = subjectsOf(subject, 0)
    const { file, lines } = scratch()
    const connection = await open(nats)
    // As of a pool whose removal comes after the delivery.
    const reply = '_INBOX.ofNobody.7'
    const all = headers()
    all.set(REPLY_HEADER, reply)
    connection.publish(cancel, reply)
    await jetstream(connection).publish(`${task}.note`, encode({ file, number: 7 }), { headers: all })
    await expect.poll(() => stored(subject)).toBe(0)
    expect(lines()).toEqual([])
  })

  test('that are cancelled end on their server, and those that wait leave the stream', async () => {
    const subject = freshSubject()
    await openServing(nats, { subject, durable: true, maxInFlight: 1 })
    const pool = await openPool(nats, { subject, durable: true })
    const { file, lines, until } = scratch()
    const controller = new AbortController()
    const { signal } = controller
    const tasks = ['a', 'b'].map((line) => failureOf(pool.run({ file, ms: 60_000, line }, { name: 'slow', signal })))
    await until('a begins')
    await expect.poll(() => stored(subject)).toBe(2)
    controller.abort(new Error('not wanted'))
    for (const task of tasks) expect(await task).toMatchObject({ message: 'not wanted' })
    expect(await pool.run(1)).toBe(2)
    await expect.poll(() => stored(subject)).toBe(0)
    expect(lines()).toEqual(['a begins'])
  })

  test('carry values larger than a message, and leave no pieces', async () => {
    const subject = freshSubject()
    await openServing(nats, { subject, durable: true })
    const pool = await openPool(nats, { subject, durable: true })
    const value = new Uint8Array(3_000_001).map((_, index) => index * 7)
    const echoed = (await pool.run(value, { name: 'echo' })) as Uint8Array
    expect(Buffer.compare(echoed, value)).toBe(0)
    await expect.poll(() => stored(subject)).toBe(0)
  })

  test('survive a restart of NATS: those that wait, run, and have a result', async () => {
    const mortal = await startNats()
    atEnd(() => mortal.stop())
    const subject = freshSubject()
    await openServing(mortal, { subject, durable: true, ackWait, maxInFlight: 2 })
    const pool = await openPool(mortal, { subject, durable: true })
    const { file, until } = scratch()
    const numbers = Array.from({ length: 8 }, (_, index) => String(index))
    const tasks = numbers.map((line) => pool.run({ file, ms: 300, line }, { name: 'slow' }))
    await until('1 begins')
    await mortal.kill()
    await until('1 ends')
    await mortal.start()
    expect(await Promise.all(tasks)).toEqual(numbers)
    // NATS delivers again all that it had not noted before the crash.
    await expect.poll(() => stored(subject, mortal), { timeout: 15_000 }).toBe(0)
  })

  test('do not keep a server that closes while NATS is away', async () => {
    const mortal = await startNats()
    atEnd(() => mortal.stop())
    const subject = freshSubject()
    const connection = await open(mortal)
    const serving = await openServing(mortal, { subject, connection, durable: true })
    const pool = await openPool(mortal, { subject, durable: true })
    const { file, until } = scratch()
    const task = failureOf(pool.run({ file, ms: 200, line: 'a' }, { name: 'slow' }))
    await until('a begins')
    const interrupted = interruptionOf(connection)
    await mortal.kill()
    await interrupted
    await serving.close()
    await until('a ends')
    pool.destroy()
    expect(await task).toMatchObject({ name: 'ClosedError' })
  })

  test('that an administrator removes from the stream reject', async () => {
    const subject = freshSubject()
    const pool = await openPool(nats, { subject, durable: true, deadAfter: 400 })
    const task = failureOf(pool.run(1))
    await expect.poll(() => stored(subject).catch(() => 0)).toBe(1)
    const manager = await jetstreamManager(await open(nats))
    await manager.streams.purge(streamOf(subject))
    expect(await task).toMatchObject({ name: 'WorkerDiedError' })
  })

  test('are not touched by a server that JetStream refuses when it has begun', async () => {
    const subject = freshSubject()
    await addStream(subject, { max_consumers: 1 })
    const error = await failureOf(openServing(nats, { subject, durable: true }))
    expect(error.message).toMatch(/maximum consumers/)
    const pool = await openPool(nats, { subject, durable: true })
    const task = failureOf(pool.run(1, { priority: 1 }))
    await expect.poll(() => stored(subject).catch(() => 0)).toBe(1)
    expect(await Promise.race([task, pause(1000, 'waits')])).toBe('waits')
  })

  test('need a work queue: another stream of that name is refused', async () => {
    const subject = freshSubject()
    const manager = await jetstreamManager(await open(nats))
    const name = streamOf(subject)
    await manager.streams.add({ name, subjects: [`${subject}.>`], retention: 'limits' })
    const pool = await openPool(nats, { subject, durable: true })
    expect((await failureOf(pool.run(1))).message).toBe(
      `Cannot use stream "${name}": it needs retention "workqueue" and allow_direct`,
    )
  })

  test('are refused by a stream that is full, and none is dropped', async () => {
    const subject = freshSubject()
    await addStream(subject, { max_msgs: 1 })
    const pool = await openPool(nats, { subject, durable: true, maxInFlight: 1 })
    const first = pool.run(1)
    await expect.poll(() => stored(subject)).toBe(1)
    const other = await openPool(nats, { subject, durable: true })
    expect((await failureOf(other.run(2))).message).toMatch(/maximum messages exceeded/)
    await openServing(nats, { subject, durable: true })
    expect(await first).toBe(2)
  })

  test.each([
    ['when a piece is too much for the stream', { max_bytes: 3 << 20 }, /maximum bytes exceeded/],
    ['when the task itself is', { max_msgs: 8 }, /maximum messages exceeded/],
  ])('that are large and refused leave nothing: %s', async (_, limits, message) => {
    const subject = freshSubject()
    await addStream(subject, limits)
    await openServing(nats, { subject, durable: true })
    const pool = await openPool(nats, { subject, durable: true })
    const value = new Uint8Array((4 << 20) - 100)
    expect((await failureOf(pool.run(value, { name: 'echo' }))).message).toMatch(message)
    expect(await stored(subject)).toBe(0)
    expect(await pool.run(1)).toBe(2)
  })

  test('that are large and cancelled while their pieces are stored leave nothing, and are not stored', async () => {
    const subject = freshSubject()
    const pool = await openPool(nats, { subject, durable: true })
    const controller = new AbortController()
    const value = new Uint8Array(16 << 20)
    const task = failureOf(pool.run(value, { name: 'echo', signal: controller.signal }))
    await expect.poll(() => stored(subject).catch(() => 0), { interval: 5 }).toBeGreaterThan(0)
    controller.abort(new Error('not wanted'))
    expect(await task).toMatchObject({ message: 'not wanted' })
    await expect.poll(() => stored(subject)).toBe(0)
    // Its pieces, and nothing else, were there.
    expect((await stateOf(subject)).last_seq).toBe(33)
  })

  describe('whose worker has died as often as maxAttempts allows', () => {
    test('run again at once by `retries`, and know how often they have run', async () => {
      const subject = freshSubject()
      await openServing(nats, { subject, durable: true, maxAttempts: 1 })
      const pool = await openPool(nats, { subject, durable: true })
      expect(await pool.run(3, { name: 'exitUntil', retries: 2 })).toBe(3)
      expect(await failureOf(pool.run(7, { name: 'exit', retries: 1 }))).toMatchObject({ exitCode: 7 })
      await expect.poll(() => stored(subject)).toBe(0)
      const twice = freshSubject()
      await openServing(nats, { subject: twice, durable: true, maxAttempts: 2 })
      const other = await openPool(nats, { subject: twice, durable: true })
      expect(await other.run(4, { name: 'exitUntil', retries: 1 })).toBe(4)
    })

    test('run again also when they are large, and leave no pieces', async () => {
      const subject = freshSubject()
      await openServing(nats, { subject, durable: true, maxAttempts: 1 })
      const pool = await openPool(nats, { subject, durable: true })
      const value = new Uint8Array(3_000_001).map((_, index) => index * 7)
      const echoed = await pool.run({ deaths: 2, value }, { name: 'echoAfter', retries: 2 })
      expect(Buffer.compare(echoed as Uint8Array, value)).toBe(0)
      await expect.poll(() => stored(subject)).toBe(0)
    })
  })

  describe('while something goes wrong for good: they alone reject, and nothing else does in the program', () => {
    test('NATS does not come back', async () => {
      const mortal = await startNats()
      atEnd(() => mortal.stop())
      const subject = freshSubject()
      const connection = await open(mortal, { maxReconnectAttempts: 5, reconnectTimeWait: 200 })
      const pool = remotePool({ connection, subject, durable: true, deadAfter: 100 })
      const unhandled = unhandledFromNow()
      const task = failureOf(pool.run(1))
      await expect.poll(() => stored(subject, mortal).catch(() => 0)).toBe(1)
      await mortal.kill()
      expect(await task).toMatchObject({ name: 'ClosedError' })
      await pause(100)
      expect(unhandled).toEqual([])
    })

    test('their stream is deleted', async () => {
      const subject = freshSubject()
      const pool = await openPool(nats, { subject, durable: true, deadAfter: 400 })
      const unhandled = unhandledFromNow()
      const task = failureOf(pool.run(1))
      await expect.poll(() => stored(subject).catch(() => 0)).toBe(1)
      await deleteStream(subject)
      expect((await task).message).toBe(deletedMessage(subject))
      expect(unhandled).toEqual([])
    })

    test.each([
      ['a small one', 1],
      ['a large one', new Uint8Array(2_000_000)],
    ])('their stream is deleted before they are stored: %s', async (_, value) => {
      const subject = freshSubject()
      const pool = await openPool(nats, { subject, durable: true })
      const before = failureOf(pool.run(1))
      await expect.poll(() => stored(subject).catch(() => 0)).toBe(1)
      await deleteStream(subject)
      expect((await failureOf(pool.run(value, { name: 'echo' }))).message).toBe(deletedMessage(subject))
      pool.destroy()
      expect(await before).toMatchObject({ name: 'ClosedError' })
      const next = await openPool(nats, { subject, durable: true })
      const task = next.run(value, { name: 'echo' })
      await openServing(nats, { subject, durable: true })
      expect(await task).toEqual(value)
    })

    test('their stream is deleted before a server has read the pieces of a large one', async () => {
      const subject = freshSubject()
      const line = lineOf(await open(nats))
      const stream = await openStream(line, subjectsOf(subject, 0))
      await deleteStream(subject)
      expect((await failureOf(readPieces(line, stream, '10 10 1'))).message).toBe(deletedMessage(subject))
    })

    test('their stream is deleted while a large one runs: its result comes, and its server goes on', async () => {
      const subject = freshSubject()
      await openServing(nats, { subject, durable: true })
      const pool = await openPool(nats, { subject, durable: true })
      const unhandled = unhandledFromNow()
      const { file, until } = scratch()
      const large = { file, ms: 500, line: 'a', more: new Uint8Array(2_000_000) }
      const task = pool.run(large, { name: 'slow' })
      await until('a begins')
      await deleteStream(subject)
      expect(await task).toBe('a')
      await pause(200)
      expect(unhandled).toEqual([])
    })
  })
})
