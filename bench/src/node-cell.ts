/** Runs each cell in a fresh thread of Node, or gives it up. */

import { Worker } from 'node:worker_threads'
import type { CellResult, CellTask } from './cell.ts'
import { runJobCell } from './job/cell.ts'
import { jobSuite } from './job/suite.ts'
import { natsSuite } from './nats/suite.ts'
import { runInProcess, startPoolCell } from './pool/start.ts'
import { poolSuite } from './pool/suite.ts'
import { streamsSuite } from './streams/suite.ts'
import { isForOneCore, runCellOnOneCore } from './one-core.ts'
import { runYoungCell } from './young/cell.ts'
import { youngSuite } from './young/suite.ts'

const LIMIT_MS = 20_000

export function runCellInNode(task: CellTask): Promise<CellResult> {
  // Cells of these are processes of their own.
  if (task.suite === youngSuite.name) return runYoungCell(task)
  if (task.suite === jobSuite.name) return runJobCell(task)
  if (task.suite === streamsSuite.name) return runInProcess(task)
  if (task.suite === poolSuite.name || task.suite === natsSuite.name) return startPoolCell(task)
  return isForOneCore(task) ? runCellOnOneCore(task) : runCellInThread(task)
}

export async function runCellInThread(task: CellTask): Promise<CellResult> {
  const worker = new Worker(new URL('./node-cell-worker.ts', import.meta.url), { workerData: task })
  const { promise, resolve, reject } = Promise.withResolvers<CellResult>()
  const late = setTimeout(() => reject(new Error(`not done after ${LIMIT_MS / 1000} s`)), LIMIT_MS)
  worker.once('message', resolve)
  worker.once('error', reject)
  worker.once('exit', (code) => reject(new Error(`the thread of the cell ended with ${code}`)))
  try {
    return await promise
  } finally {
    clearTimeout(late)
    await worker.terminate()
  }
}
