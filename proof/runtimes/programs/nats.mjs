/** A pool over NATS: does it run tasks of a server on Node and on this runtime, and does every process end? */

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { connect } from '@nats-io/transport-node'
import { remotePool } from '@slipring/nats'
import { check, within } from './check.mjs'

const LARGE_BYTES = 3_000_000
const { SLIPRING_NATS: port, SLIPRING_NODE: node, SLIPRING_RUNTIME: own } = process.env

/** A server in a process of its own. Resolves when it takes tasks, with its exit code to come. */
async function startServing([binary, ...args], subject) {
  const child = spawn(binary, [...args, 'nats-serve.mjs', port, subject], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exit = new Promise((resolve) => child.once('close', resolve))
  const ready = new Promise((resolve) => child.stdout.once('data', () => resolve('ready')))
  assert.equal(await within(10_000, 'a server', Promise.race([ready, exit])), 'ready')
  return { exit }
}

/** Runs tasks of each kind on a server, from a pool of this process. */
async function tryServer(command, subject) {
  const { exit } = await startServing(command, subject)
  const connection = await connect({ port: Number(port) })
  const pool = remotePool({ connection, subject })
  const durable = remotePool({ connection, subject, durable: true })
  try {
    assert.equal(await pool.run(21), 42)
    const value = { users: new Map([['Ada', new Date(0)]]), bytes: new Uint8Array([1, 2]) }
    assert.deepStrictEqual(await pool.run(value, { name: 'echo' }), value)
    const large = new Uint8Array(LARGE_BYTES).fill(7)
    assert.deepStrictEqual(await pool.run(large, { name: 'echo' }), large)

    const results = []
    for await (const result of pool.map(Array.from({ length: 500 }, (_, index) => index))) results.push(result)
    assert.deepStrictEqual(
      results,
      Array.from({ length: 500 }, (_, index) => index * 2),
    )

    const streamed = []
    for await (const number of pool.stream(1e9, { name: 'numbers' })) if (streamed.push(number) === 500) break
    assert.deepStrictEqual(
      streamed,
      Array.from({ length: 500 }, (_, index) => index),
    )
    assert.equal(await pool.run(4, { key: 'a', priority: 1 }), 8)

    const error = await failureOf(pool.run(0, { name: 'fail' }))
    assert.ok(error instanceof TypeError && error.cause instanceof RangeError)
    assert.equal((await failureOf(pool.run(60_000, { name: 'wait', timeout: 500 }))).name, 'TimeoutError')
    // On the thread that took the place of the one that waited.
    assert.equal(await pool.run(4), 8)

    assert.deepStrictEqual(await durable.run(0, { name: 'attempt' }), 1)
    assert.deepStrictEqual(await durable.run(large, { name: 'echo' }), large)
    assert.equal((await failureOf(durable.run(0, { name: 'fail' }))).message, 'outer')
    await pool.close()
    await durable.close()
  } finally {
    connection.publish(`${subject}.end`)
    await connection.drain()
  }
  assert.equal(await within(10_000, 'the end of a server', exit), 0)
}

function failureOf(promise) {
  return promise.then(
    (value) => new Error(`It gave ${value}`),
    (error) => error,
  )
}

await check({
  'a pool here has its tasks done by a server on Node': () => tryServer([node], `node.${process.pid}`),
  'a pool here has its tasks done by a server on this runtime': () => tryServer(JSON.parse(own), `own.${process.pid}`),
  'a subject that nobody serves': async () => {
    const connection = await connect({ port: Number(port) })
    const pool = remotePool({ connection, subject: `nobody.${process.pid}`, deadAfter: 500 })
    assert.equal((await failureOf(pool.run(1))).name, 'NoServersError')
    await pool.close()
    await connection.close()
  },
})
