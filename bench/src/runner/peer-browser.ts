/** Further threads of a case in a browser. Node's twin of this file is ./peer-node.ts. */

import type { MessagePort, Worker as NodeWorker } from 'node:worker_threads'
import { failure } from './failure.ts'
import { becomesOne, type Peer, type PeerTask, type Place } from './peer.ts'

/** The name of the worker's script where it is a further thread. */
export const PEER = 'peer'

interface WebWorker {
  addEventListener(event: 'error', handler: (event: { readonly message?: string }) => void): void
  postMessage(message: unknown): void
}

declare const Worker: new (script: string, options: { type: 'module'; name: string }) => WebWorker

const self = globalThis as unknown as { readonly location?: { readonly href: string } }

/** The port of a worker to its creator. */
export const parentPort = globalThis as unknown as MessagePort

/** Each thread has its own, from milliseconds apart. */
export const IS_ONE_CLOCK = false

/** Nanoseconds. */
export function nowNanos(): bigint {
  return BigInt(Math.round(performance.now() * 1e6))
}

export function startPeer(place: Place, data: unknown): Peer {
  const ready = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(self.location!.href, { type: 'module', name: PEER })
  const { failed, fail } = failure()
  worker.addEventListener('error', ({ message }) => fail(new Error(message ?? 'its worker cannot be loaded')))
  worker.postMessage({ place, ready, data } satisfies PeerTask)
  return { worker: worker as unknown as NodeWorker, ready: becomesOne(ready), failed }
}
