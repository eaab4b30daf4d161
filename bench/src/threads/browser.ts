/** Threads of a page. Node's twin of this file is ./node.ts. */

import type { Endpoint } from 'comlink'
import type { End, Line, WorkerTask } from './line.ts'

/** The face of a worker or a port that a line needs. */
interface Port {
  postMessage(value: unknown, transfer?: Transferable[]): void
  onmessage: ((event: MessageEvent) => unknown) | null
}

const SCRIPT = '/worker.js'
const READY = 'ready'

const NativeWorker: typeof globalThis.Worker = globalThis.Worker

export { NativeWorker as Worker }

/** In a worker: what it has been told. */
export const workerTask: WorkerTask = Object.fromEntries(new URLSearchParams(location.search)) as never

/** In a worker: the platform's port to the thread that made it. */
export const parentPort: Port = globalThis as unknown as Port

/** The arguments for any worker class that has the face of the platform's. */
export function workerArguments({ system, workload, role }: WorkerTask): [string, WorkerOptions] {
  return [`${SCRIPT}?${new URLSearchParams({ system, workload, role })}`, { type: 'module' }]
}

/** In a worker that now listens: what came before would have been lost, so nobody sent anything. */
export function announce(): void {
  globalThis.postMessage(READY)
}

/** A line to a worker. */
export function lineTo(worker: Port & EventTarget & { terminate(): void }): Line {
  const ready = new Promise<void>((resolve) => {
    worker.addEventListener(
      'message',
      (event) => {
        event.stopImmediatePropagation()
        resolve()
      },
      { once: true },
    )
  })
  return { ...lineOver(worker), ready, failed: failureOf(worker), close: () => worker.terminate() }
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

/** The endpoint that Comlink talks to. */
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
