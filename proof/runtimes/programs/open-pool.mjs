/** Pools of the programs, and what they wait for. */

import { Pool } from '@slipring/worker'
import { within } from './check.mjs'

export const workerUrl = (name) => new URL(`workers/${name}`, import.meta.url)

/** Hands a pool to a check, and closes it afterwards. */
export async function withPool(options, use) {
  const pool = new Pool({ filename: workerUrl('pool-tasks.mjs'), maxThreads: 1, ...options })
  try {
    return await use(pool)
  } finally {
    await within(5000, 'destroy()', pool.destroy())
  }
}

export const sharedWords = (count = 3) => new Int32Array(new SharedArrayBuffer(count * 4))

export const later = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** Resolves when it is true. */
export async function until(what, isTrue) {
  const limit = new AbortController()
  const look = async () => {
    while (!limit.signal.aborted && !(await isTrue())) await later(2)
  }
  await within(5000, what, look()).finally(() => limit.abort())
}

/** Its error. */
export function failureOf(promise) {
  return promise.then(
    (value) => {
      throw new Error(`It gave ${String(value)}`)
    },
    (error) => error,
  )
}

export async function valuesOf(iterable) {
  const values = []
  for await (const value of iterable) values.push(value)
  return values
}
