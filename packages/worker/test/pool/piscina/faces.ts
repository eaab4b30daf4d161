/** Piscina, and our pool with its face, for tests that both have to pass. */

import * as ours from '@slipring/worker/piscina'
import * as stock from 'piscina'
import { onTestFinished } from 'vitest'

export type Options = NonNullable<ConstructorParameters<typeof stock.Piscina>[0]>
export type Face = typeof stock & { readonly Piscina: typeof stock.Piscina }

export const FACES: [name: string, face: Face, moves: string][] = [
  ['piscina', stock, 'stock-moves.worker.mjs'],
  ['@slipring/worker/piscina', ours as unknown as Face, 'our-moves.worker.mjs'],
]

export const filename = new URL('tasks.worker.mjs', import.meta.url).href

/** A pool of one worker of tasks.worker.mjs, which ends with the test. */
export function openFace({ Piscina }: Face, options: Options = {}): stock.Piscina {
  const pool = new Piscina({ filename, minThreads: 1, maxThreads: 1, ...options })
  // A task that a test leaves running ends as an error of the pool.
  pool.on('error', () => {})
  onTestFinished(() => pool.destroy())
  return pool
}
