/** The thread of many cells. */

import { parentPort } from 'node:worker_threads'
import type { CellTask } from '../src/cell.ts'
import { runCellHere } from '../src/cells.ts'
import { cores } from '../src/cores.ts'
import { collectGarbage } from '../src/garbage.ts'
import { ownMicros } from '../src/process-time.ts'

const meter = {
  cpuMicros: () => Promise.resolve(ownMicros()),
  collectGarbage: () => Promise.resolve(collectGarbage()),
  cores,
}

parentPort?.on('message', async (task: CellTask) => {
  parentPort?.postMessage(await runCellHere(task, meter))
})
