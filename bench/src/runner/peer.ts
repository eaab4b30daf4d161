/** A further thread of a case: it loads the same file, and does the other half. */

import type { Worker } from 'node:worker_threads'
import { casesDeclaredBy } from './registry.ts'

/** Where a case is declared. */
export interface Place {
  /** The address that its thread has imported. */
  readonly file: string
  readonly suite: string
  readonly name: string
}

export interface PeerTask {
  readonly place: Place
  /** Set to 1 when the thread is ready. */
  readonly ready: Int32Array
  /** For the case alone. */
  readonly data: unknown
}

export interface Peer {
  /** In a browser: its Worker. */
  readonly worker: Worker
  /** Resolves when the thread is ready. */
  readonly ready: Promise<void>
  /** Rejects when it throws or ends. */
  readonly failed: Promise<never>
}

export async function becomesOne(word: Int32Array): Promise<void> {
  const { value } = Atomics.waitAsync(word, 0, 0)
  await value
}

/** In the thread: does its half. */
export async function runPeer(
  { place, ready, data }: PeerTask,
  load: (file: string) => Promise<unknown>,
): Promise<void> {
  const cases = await casesDeclaredBy(() => load(place.file))
  const { definition, values } = cases.find(({ suite, name }) => suite === place.suite && name === place.name)!
  await definition.beside!(values, data)
  Atomics.store(ready, 0, 1)
  Atomics.notify(ready, 0)
}
