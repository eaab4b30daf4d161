/** A further thread of a case: it loads the same file, and does the other half. */

import { Worker } from 'node:worker_threads'
import { scriptBeside } from '../script-beside.ts'

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
  readonly worker: Worker
  /** Resolves when the thread is ready. */
  readonly ready: Promise<void>
  /** Rejects when it throws or ends. */
  readonly failed: Promise<never>
}

export function startPeer(place: Place, data: unknown): Peer {
  const ready = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(scriptBeside(import.meta.url, 'peer-worker'), {
    workerData: { place, ready, data } satisfies PeerTask,
  })
  const { promise: failed, reject } = Promise.withResolvers<never>()
  worker.once('error', reject)
  worker.once('exit', (code) => reject(new Error(`its worker ended with exit code ${code}`)))
  // Unheard when all ends well: then it is ended by us.
  failed.catch(() => {})
  return { worker, ready: becomesOne(ready), failed }
}

async function becomesOne(word: Int32Array): Promise<void> {
  const { value } = Atomics.waitAsync(word, 0, 0)
  await value
}
