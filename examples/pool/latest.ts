/** The second part of the example: a worker parses a file of 10 MB, and the main thread stops when it has seen enough. */

import { Pool } from '@slipring/worker'

const SOME = 10
const LATE_MINUTES = 360

export interface Latest {
  /** Minutes late, of the first flights of the file that were very late. */
  readonly minutes: readonly number[]
  /** Flights that were looked at. */
  readonly seen: number
  /** Tasks of the pool that are left. */
  readonly left: number
}

/** Streams the flights of the file until it has found some that were very late. */
export async function findLatest(): Promise<Latest> {
  const file = new URL('../data/flights-200k.json', import.meta.resolve('vega-datasets')).href
  await using pool = new Pool<typeof import('./rows.ts')>({ filename: new URL('rows.ts', import.meta.url) })
  const minutes: number[] = []
  let seen = 0
  for await (const rows of pool.stream(file, { name: 'rows', highWaterMark: 4 })) {
    seen += rows.length
    minutes.push(...rows.map(({ delay }) => delay).filter((delay) => delay > LATE_MINUTES))
    if (minutes.length >= SOME) break
  }
  return { minutes: minutes.slice(0, SOME), seen, left: pool.pending }
}
