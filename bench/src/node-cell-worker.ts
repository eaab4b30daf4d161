/** The fresh thread of a cell. */

import { parentPort, workerData } from 'node:worker_threads'
import type { CellTask } from './cell.ts'
import { runCellHere } from './cells.ts'
import { cores } from './cores.ts'
import { collectGarbage } from './garbage.ts'
import { ownMicros } from './process-time.ts'

const result = await runCellHere(workerData as CellTask, {
  cpuMicros: () => Promise.resolve(ownMicros()),
  collectGarbage: () => Promise.resolve(collectGarbage()),
  cores,
})
parentPort?.postMessage(result)
