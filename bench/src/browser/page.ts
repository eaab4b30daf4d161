/** The page of a cell: what the ruler calls from outside. */

import type { CellResult, CellTask } from '../cell.ts'
import { runCellHere } from '../cells.ts'

declare global {
  // The ruler's own functions, exposed to the page.
  var rulerCpuMicros: () => Promise<number | null>
  var rulerCollectGarbage: () => Promise<void>
  var runCell: (task: CellTask) => Promise<CellResult>
}

globalThis.runCell = (task) =>
  runCellHere(task, {
    cpuMicros: () => globalThis.rulerCpuMicros(),
    collectGarbage: () => globalThis.rulerCollectGarbage(),
  })
