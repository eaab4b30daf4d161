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
  const endless = failureOf(pool.run(undefined, { name: 'spin', timeout: 200 }))
  const others = await Promise.all([1, 2, 3].map((value) => pool.run(value)))
  const late = await endless
  // A worker that closes itself before it has its lock goes unnoticed (docs/LIMITS.md).
  await Promise.all([500, 500].map((ms) => pool.run(ms, { name: 'wait' })))
  const died = await failureOf(pool.run(undefined, { name: 'end' }))
  const after = await pool.run(5)
  /** @type {number[]} */
  const mapped = []
  for await (const value of pool.map([20, 1, 5], { name: 'wait' })) mapped.push(value)
  const streamed = await streamsOf(pool)
  const fed = await sourcesOf(pool)
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
    streamed,
    fed,
    closed: closed.name,
    notLoaded: [notLoaded.name, notLoaded.message],
    left: pool.stats().workers.length,
  }
}

/** @param {Pool} pool */
async function streamsOf(pool) {
  /** @type {number[]} */
  const numbers = []
  for await (const number of pool.stream(50, { name: 'count' })) numbers.push(number)
  const isWhole = numbers.every((number, index) => number === index) && numbers.length === 50
  for await (const number of pool.stream(Infinity, { name: 'count' })) if (number === 20) break
  const cancelled = await failureOf(pool.run(undefined, { name: 'untilAborted', timeout: 50, graceMs: 20_000 }))
  const generator = await failureOf(pool.run(1, { name: 'count' }))
  return [isWhole, await pool.run(undefined, { name: 'ends' }), cancelled.name, generator.name, pool.pending]
}

/** @param {Pool} pool */
async function sourcesOf(pool) {
  /** @type {number[]} */
  const numbers = []
  const counted = pool.stream(Infinity, { name: 'count' })
  for await (const number of pool.stream(counted, { name: 'doubled' })) if (numbers.push(number) === 40) break
  const isWhole = numbers.every((number, index) => number === index * 2)
  const text = await pool.run({ source: new Response('a stream of the page').body }, { name: 'textOf' })
  return [isWhole, text, (await counted.next()).done]
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
