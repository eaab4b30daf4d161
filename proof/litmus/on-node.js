/** Litmus tests in Node, Bun and Deno. */

import { MessageChannel, Worker } from 'node:worker_threads'

/** @type {import('./run.js').StartThread} */
export function startThread(task) {
  const transferList = task.port === undefined ? [] : [/** @type {any} */ (task.port)]
  const worker = new Worker(new URL('node.worker.js', import.meta.url), { workerData: task, transferList })
  const counts = new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', (code) =>
      reject(new Error(`thread ${task.thread} of ${task.test} ended with exit code ${code}`)),
    )
  })
  return { counts, end: () => worker.terminate() }
}

export function connect() {
  const { port1, port2 } = new MessageChannel()
  return { ports: [port1, port2] }
}
