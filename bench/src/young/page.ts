/** The fresh page of a cell: it loads nothing but this before it begins, as a page of its own would. */

import type { CellTask } from '../cell.ts'
import { exchange } from './exchange.mjs'
import { BASELINE } from './parts.ts'
import { agesOf, exchangeOf, resultOf } from './result.ts'

/** The face of both classes that is used here. */
type AnyWorker = Pick<Worker, 'postMessage' | 'addEventListener'>

globalThis.runCell = async ({ system, workload, parts }: CellTask) => {
  const { way, payload } = exchangeOf(workload)
  const begun = performance.now()
  const { Worker: Ours } = system === BASELINE ? globalThis : await import('@slipring/browser')
  const worker: AnyWorker = new Ours(`/young-worker.js?${new URLSearchParams({ system, way })}`, { type: 'module' })
  const failed = new Promise<never>((_, reject) => {
    worker.addEventListener('error', (event) => reject(new Error(`the worker failed: ${event.message}`)))
  })
  const isReady = new Promise((resolve) => worker.addEventListener('message', resolve, { once: true }))
  await Promise.race([isReady, failed])
  const ready = performance.now() - begun
  const exchanged = exchange(
    { way, payload, ages: agesOf(parts) },
    (message) => worker.postMessage(message),
    (take) => worker.addEventListener('message', ({ data }) => take(data)),
  )
  return resultOf({ ready, ...(await Promise.race([exchanged, failed])) }, parts)
}
