/** Further threads of a case in Node. The page's twin of this file is ./peer-browser.ts. */

import { Worker } from 'node:worker_threads'
import { scriptBeside } from '../script-beside.ts'
import { failure } from './failure.ts'
import { becomesOne, type Peer, type PeerTask, type Place } from './peer.ts'

export { parentPort } from 'node:worker_threads'

/** The same in all threads. */
export const IS_ONE_CLOCK = true

/** Nanoseconds. */
export function nowNanos(): bigint {
  return process.hrtime.bigint()
}

export function startPeer(place: Place, data: unknown): Peer {
  const ready = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(scriptBeside(import.meta.url, 'peer-worker'), {
    workerData: { place, ready, data } satisfies PeerTask,
  })
  const { failed, fail } = failure()
  worker.once('error', fail)
  worker.once('exit', (code) => fail(new Error(`its worker ended with exit code ${code}`)))
  return { worker, ready: becomesOne(ready), failed }
}
