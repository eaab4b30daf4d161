/** Where and when the tasks of a remote pool run, and what they know of themselves. */

import { writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RemotePool } from '@slipring/nats'
import { missing, type NatsServer, startNats } from '../../../tools/nats-server.ts'
import { failureOf, freshSubject, openPair, openPairBehindWay, openPool, openProcess, openServing } from './open.ts'
import { scratch } from './scratch.ts'

type Pool = RemotePool<typeof import('./tasks.worker.ts')>

/** Notes in which order tasks begin that wait behind a task which blocks the only thread. */
async function orderOf(pool: Pool, priorities: readonly number[]): Promise<number[]> {
  const { file, lines, until } = scratch()
  const gate = `${file}.open`
  const blocked = pool.run({ file, gate }, { name: 'block' })
  await until('blocked')
  const tasks = priorities.map((number) => pool.run({ file, number }, { name: 'note', priority: number }))
  // Until those that a server gets have come.
  await new Promise((resolve) => setTimeout(resolve, 300))
  writeFileSync(gate, '')
  await Promise.all([blocked, ...tasks])
  return lines().slice(1).map(Number)
}

describe.skipIf(missing !== undefined)('a task of a remote pool', () => {
  let nats: NatsServer
  beforeAll(async () => {
    nats = await startNats()
  })
  afterAll(() => nats.stop())

  test('that is cancelled sees it at its signal, ends by itself within graceMs of the server, and keeps its thread', async () => {
    const { pool, serving } = await openPair(nats, { graceMs: 60_000 })
    const { file, until } = scratch()
    const controller = new AbortController()
    const task = failureOf(pool.run(file, { name: 'spin', signal: controller.signal }))
    await until('begins')
    controller.abort(new RangeError('enough'))
    expect(await task).toMatchObject({ message: 'enough' })
    await until('saw it')
    expect(await failureOf(pool.run(file, { name: 'spin', timeout: 100 }))).toMatchObject({ name: 'TimeoutError' })
    expect((await pool.run(undefined, { name: 'context' })).workerId).toBe(1)
    expect(serving.stats().workers).toHaveLength(1)
  })

  test('that is cancelled while the word of it gets lost frees its thread, once its server tells that it runs', async () => {
    const { way, pool } = await openPairBehindWay(nats)
    const { file, until } = scratch()
    const controller = new AbortController()
    const task = failureOf(pool.run(file, { name: 'spin', signal: controller.signal }))
    await until('begins')
    way.cut(100)
    controller.abort(new RangeError('enough'))
    expect(await task).toMatchObject({ message: 'enough' })
    // It waits for the thread.
    expect(await pool.run(1, { retries: 5 })).toBe(2)
  })

  test('knows its name, its worker, and how often it was sent because its worker has died', async () => {
    const { pool } = await openPair(nats)
    const context = await pool.run(undefined, { name: 'context' })
    expect(context).toMatchObject({ name: 'context', attempt: 1, workerId: 1 })
    expect(await pool.run(3, { name: 'exitUntil', retries: 2 })).toBe(3)
  })

  test('may have any number and any text as its key, as with a local pool', async () => {
    const { pool } = await openPair(nats)
    const keys = [Number.NaN, Infinity, -Infinity, -0, 0.1, 1e300, '', 'NaN', '1', '"Åsa"\n']
    expect(await Promise.all(keys.map((key) => pool.run(1, { key })))).toEqual(keys.map(() => 2))
  })

  test('with a key goes to the server of that key, and to another one once that is gone', async () => {
    const subject = freshSubject()
    const children = await Promise.all([1, 2, 3].map(() => openProcess(nats, subject)))
    // NATS may notice a moment later than we do that a server is gone: a task that was sent to it is sent again.
    const pool = await openPool(nats, { subject, deadAfter: 2000, retries: 1 })
    const homesOf = () =>
      Promise.all(Array.from({ length: 24 }, (_, key) => pool.run(undefined, { name: 'pid', key: key % 12 })))
    const homes = await homesOf()
    expect(homes.slice(12)).toEqual(homes.slice(0, 12))
    expect(new Set(homes).size).toBeGreaterThan(1)
    expect(await homesOf()).toEqual(homes)
    // Another pool chooses alike.
    const other = await openPool(nats, { subject })
    expect(await other.run(undefined, { name: 'pid', key: 5 })).toBe(homes[5])
    const gone = children.find(({ pid }) => pid === homes[0])!
    const ended = new Promise((resolve) => gone.once('exit', resolve))
    gone.kill('SIGKILL')
    await ended
    const later = await homesOf()
    for (const [index, home] of homes.entries()) {
      if (home === gone.pid) expect(later[index]).not.toBe(home)
      else expect(later[index]).toBe(home)
    }
    expect(later.slice(12)).toEqual(later.slice(0, 12))
  })

  test('with a higher priority begins before others that wait, at the server and in the program', async () => {
    const { pool } = await openPair(nats)
    expect(await orderOf(pool, [1, 3, 2, 4])).toEqual([4, 3, 2, 1])
    const subject = freshSubject()
    await openServing(nats, { subject })
    const narrow = await openPool(nats, { subject, maxInFlight: 1 })
    expect(await orderOf(narrow, [1, 3, 2, 4])).toEqual([4, 3, 2, 1])
  })

  test('that is durable with a priority above 0 does not wait in the stream behind those that no server has', async () => {
    const subject = freshSubject()
    await openServing(nats, { subject, durable: true, maxInFlight: 2 })
    const pool = await openPool(nats, { subject, durable: true })
    const order = await orderOf(pool, [...Array.from({ length: 8 }, () => 0), 1, 3])
    expect(order.slice(0, 2)).toEqual([3, 1])
  })

  test('with options that its kind of pool does not have is refused by name', async () => {
    const { pool } = await openPair(nats)
    expect(await failureOf(pool.run(1, { graceMs: 5 } as object))).toMatchObject({
      message: expect.stringMatching(/graceMs/),
    })
    expect(await failureOf(pool.run(1, { priority: 'high' } as object))).toMatchObject({ name: 'TypeError' })
    const durable = await openPool(nats, { subject: freshSubject(), durable: true })
    expect(await failureOf(durable.run(1, { key: 1 }))).toMatchObject({ message: expect.stringMatching(/durable/) })
  })
})
