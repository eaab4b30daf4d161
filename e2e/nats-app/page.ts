/** A page whose tasks run in a process elsewhere: `?port=<of WebSocket>&subject=<served>`. */

import { wsconnect } from '@nats-io/nats-core'
import { remotePool } from '@slipring/nats'
import { serve } from '@slipring/nats/serve'

const given = new URL(location.href).searchParams
const servers = `ws://127.0.0.1:${given.get('port')}`
const subject = given.get('subject')!
const LARGE_BYTES = 3_000_000

async function visit(): Promise<unknown> {
  const connection = await wsconnect({ servers })
  const pool = remotePool({ connection, subject })
  const durable = remotePool({ connection, subject, durable: true })
  const nobody = remotePool({ connection, subject: `${subject}.nobody`, deadAfter: 500 })

  const doubled = await pool.run(21)
  const mapped = await Array.fromAsync(pool.map([1, 2, 3]))
  const value = { users: new Map([['Ada', new Date(0)]]), bytes: new Uint8Array([1, 2]) }
  const echoed = await pool.run(value, { name: 'echo' })
  const large: Uint8Array = await pool.run(new Uint8Array(LARGE_BYTES).fill(7), { name: 'echo' })
  const error: Error = await failureOf(pool.run('cause', { name: 'fail' }))
  const late = await failureOf(pool.run({ ms: 60_000 }, { name: 'wait', timeout: 300 }))
  const controller = new AbortController()
  const aborted = pool.run({ ms: 60_000 }, { name: 'wait', signal: controller.signal })
  controller.abort(new Error('no longer wanted'))
  const stored = await durable.run(3)
  const storedLarge: Uint8Array = await durable.run(new Uint8Array(LARGE_BYTES).fill(9), { name: 'echo' })

  const result = {
    doubled,
    mapped,
    echoed: [echoed.users.get('Ada').getTime(), [...echoed.bytes]],
    large: [large.length, large.every((byte) => byte === 7)],
    error: [error instanceof TypeError, error.message, (error.cause as Error).message],
    late: late.name,
    aborted: (await failureOf(aborted)).message,
    stored,
    storedLarge: [storedLarge.length, storedLarge.every((byte) => byte === 9)],
    nobody: (await failureOf(nobody.run(1))).name,
    serve: String(await failureOf(serve({ connection, subject, filename: './tasks.js' }))),
  }
  await pool.close()
  await durable.close()
  await connection.close()
  return { ...result, closed: (await failureOf(pool.run(1))).name }
}

function failureOf(promise: Promise<unknown>): Promise<Error> {
  return promise.then(
    (value) => new Error(`It gave ${String(value)}`),
    (error: Error) => error,
  )
}

Object.assign(globalThis, { result: visit() })
