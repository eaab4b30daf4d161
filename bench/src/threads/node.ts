/** Threads of Node. The page's twin of this file is ./browser.ts. */

import {
  type MessagePort,
  parentPort as nativeParentPort,
  Worker as NativeWorker,
  workerData,
} from 'node:worker_threads'
import type { Endpoint } from 'comlink'
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs'
import type { End, Line, WorkerTask } from './line.ts'

export { Worker } from 'node:worker_threads'

/** In a worker: what it has been told. */
export const workerTask: WorkerTask = workerData as WorkerTask

/** In a worker: the platform's port to the thread that made it. */
export const parentPort: MessagePort = nativeParentPort as MessagePort

/** The arguments for any worker class that has the face of the platform's. */
export function workerArguments(task: WorkerTask): [URL, { workerData: WorkerTask }] {
  return [new URL('../transport/worker.ts', import.meta.url), { workerData: task }]
}

/** A line to a worker. */
export function lineTo(worker: NativeWorker): Line {
  return { ...lineOver(worker), ready: Promise.resolve(), failed: failureOf(worker), close: () => worker.terminate() }
}

/** One end of a line, over a port or a worker. */
export function lineOver(
  port: Pick<MessagePort, 'postMessage'> & { on(event: 'message', handler: (value: unknown) => void): unknown },
): End {
  return {
    post: (value, transfer) => port.postMessage(value, transfer as never),
    receive: (handler) => void port.on('message', handler),
  }
}

/** In a worker that now listens. Nothing to say: Node keeps what comes before. */
export function announce(): void {}

/** The endpoint that Comlink talks to. */
export function endpointOf(port: MessagePort | NativeWorker): Endpoint {
  return nodeEndpoint(port)
}

function failureOf(worker: NativeWorker): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  worker.once('error', reject)
  worker.once('messageerror', reject)
  worker.once('exit', (code) => reject(new Error(`the worker ended with ${code}`)))
  // Unheard when the cell ends well: then the worker is ended by us.
  promise.catch(() => {})
  return promise
}
