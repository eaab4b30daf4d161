/** The third part of the example: many small documents, one a task and a hundred a task. */

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Pool } from '@slipring/worker'

const BATCH = 100

export interface Hashed {
  readonly documents: number
  /** The hash of all hashes. */
  readonly hash: string
  readonly oneByOneMs: number
  readonly inBatchesMs: number
}

/** Hashes each movie as a document of its own. */
export async function hashDocuments(maxThreads: number): Promise<Hashed> {
  const file = new URL('../data/movies.json', import.meta.resolve('vega-datasets'))
  const movies = JSON.parse(readFileSync(fileURLToPath(file), 'utf8')) as object[]
  const texts = movies.map((movie) => JSON.stringify(movie, undefined, 1))
  const filename = new URL('hash.ts', import.meta.url)
  await using pool = new Pool<typeof import('./hash.ts')>({ filename, minThreads: maxThreads, maxThreads })
  const oneByOne = await timed(() => Promise.all(texts.map((text) => pool.run(text))))
  const batches = Array.from({ length: Math.ceil(texts.length / BATCH) }, (_, at) =>
    texts.slice(at * BATCH, (at + 1) * BATCH),
  )
  const inBatches = await timed(async () => {
    const hashes = await Promise.all(batches.map((batch) => pool.run(batch, { name: 'batch' })))
    return hashes.flat()
  })
  const hash = hashOf(oneByOne.hashes)
  if (hashOf(inBatches.hashes) !== hash) throw new Error('The hashes in batches differ')
  return { documents: texts.length, hash, oneByOneMs: oneByOne.ms, inBatchesMs: inBatches.ms }
}

async function timed(run: () => Promise<string[]>): Promise<{ hashes: string[]; ms: number }> {
  const since = performance.now()
  const hashes = await run()
  return { hashes, ms: performance.now() - since }
}

function hashOf(hashes: readonly string[]): string {
  return createHash('sha1').update(hashes.join()).digest('hex')
}
