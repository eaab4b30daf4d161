/** Threads of a page. Node's twin of this file is ./node.ts. */

import type { Endpoint } from 'comlink'
import type { End, Line, WorkerTask } from './line.ts'

/** The face of a worker or a port that a line needs. */
interface Port {
  postMessage(value: unknown, transfer?: Transferable[]): void
  onmessage: ((event: MessageEvent) => unknown) | null
}

const NativeWorker: typeof globalThis.Worker = globalThis.Worker

export { NativeWorker as Worker }

/** In a worker: what it has been told. Its name is the one thing that reaches it before any message. */
export const workerTask: WorkerTask = typeof document === 'undefined' ? JSON.parse(self.name) : undefined

/** In a worker: the platform's port to the thread that made it. */
export const parentPort: Port = globalThis as unknown as Port

/** The arguments for any worker class that has the face of the platform's. */
export function workerArguments(task: WorkerTask): [string, WorkerOptions] {
  return ['/worker.js', { type: 'module', name: JSON.stringify(task) }]
}

/** A line to a worker. */
export function lineTo(worker: Port & EventTarget & { terminate(): void }): Line {
  return { ...lineOver(worker), failed: failureOf(worker), close: () => worker.terminate() }
}

/** One end of a line, over a port or a worker. */
export function lineOver(port: Port): End {
  return {
    post: (value, transfer) => port.postMessage(value, transfer),
    receive: (handler) => {
      port.onmessage = (event) => handler(event.data)
    },
  }
}

/** What Comlink talks to. */
export function endpointOf(port: unknown): Endpoint {
  return port as Endpoint
}

function failureOf(worker: EventTarget): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  worker.addEventListener('error', (event) => reject(new Error(`the worker failed: ${(event as ErrorEvent).message}`)))
  worker.addEventListener('messageerror', () => reject(new Error('a message could not be read')))
  // Unheard when the cell ends well.
  promise.catch(() => {})
  return promise
}
