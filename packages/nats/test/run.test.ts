import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { missing, type NatsServer, startNats } from './nats-server.ts'
import { freshSubject, openPool, openProcess, openServing } from './open.ts'

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
    const subject = freshSubject()
    await openServing(nats, { subject })
    const pool = await openPool(nats, { subject })
    const value = {
      map: new Map([[1, new Set(['a'])]]),
      date: new Date(0),
      bytes: new Uint8Array([1, 2]),
      big: 10n,
      none: undefined,
    }
    expect(await pool.run(value, { name: 'echo' })).toEqual(value)
  })
})
