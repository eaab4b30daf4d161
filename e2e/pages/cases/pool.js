/** A pool: results, errors, cancelled tasks, and its end. */

import { Pool } from '@slipring/browser'

const TASKS = 5000
const url = new URL('../workers/pool-tasks.js', import.meta.url)

export default async function run() {
  const pool = new Pool({ worker: () => new Worker(url, { type: 'module' }), minThreads: 2, maxThreads: 2 })
  const doubled = await Promise.all(Array.from({ length: TASKS }, (_, index) => pool.run(index)))
  const wrong = doubled.filter((value, index) => value !== index * 2).length
  const map = await pool.run(new Map([[1, new Date(0)]]), { name: 'echo' })
  const error = await failureOf(pool.run(undefined, { name: 'fail' }))
  const bytes = await pool.run(100_000, { name: 'bytes' })
  const unknown = await failureOf(pool.run(1, { name: 'eco' }))
  const endless = pool.run(undefined, { name: 'spin', timeout: 200 })
  const others = await Promise.all([1, 2, 3].map((value) => pool.run(value)))
  const late = await failureOf(endless)
  const died = await failureOf(pool.run(undefined, { name: 'end' }))
  const after = await pool.run(5)
  /** @type {number[]} */
  const mapped = []
  for await (const value of pool.map([20, 1, 5], { name: 'wait' })) mapped.push(value)
  await pool.close()
  const closed = await failureOf(pool.run(1))
  const absent = new Pool({ worker: () => new Worker(new URL('not-there.js', url), { type: 'module' }) })
  const notLoaded = await failureOf(absent.run(1))
  return {
    wrong,
    map: map instanceof Map && map.get(1) instanceof Date,
    error: [error instanceof RangeError, error.message, error.cause, error.code],
    bytes: [bytes.length, bytes[99_999]],
    unknown: unknown.message,
    others,
    late: late.name,
    died: died.name,
    after,
    mapped,
    closed: closed.name,
    notLoaded: [notLoaded.name, notLoaded.message],
    left: pool.stats().workers.length,
  }
}

/**
 * @param {Promise<unknown>} promise
 * @returns {Promise<any>}
 */
async function failureOf(promise) {
  return promise.then(
    () => ({ name: 'none' }),
    (error) => error,
  )
}
