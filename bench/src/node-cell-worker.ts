/** The fresh thread of a cell. */

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { parentPort, workerData } from 'node:worker_threads'
import type { CellTask } from './cell.ts'
import { runCellHere } from './cells.ts'
import { cores } from './cores.ts'
import { ownMicros } from './process-time.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const result = await runCellHere(workerData as CellTask, {
  cpuMicros: () => Promise.resolve(ownMicros()),
  collectGarbage: () => Promise.resolve(collectGarbage()),
  cores,
})
parentPort?.postMessage(result)
