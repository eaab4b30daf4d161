/** The cell of the schema suite: as that of the codec suite, with systems that know the workload beforehand. */

import type { CellResult, CellTask, Meter } from '../cell.ts'
import { runCellAmong } from '../codec/cell.ts'
import { schemaSystems } from './systems.ts'

export function runSchemaCell(task: CellTask, meter: Meter): Promise<CellResult> {
  return runCellAmong(schemaSystems, task, meter)
}
