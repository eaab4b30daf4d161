/** The cell of the codec-rivals suite. */

import type { CellResult, CellTask, Meter } from '../../cell.ts'
import { runCellAmong } from '../cell.ts'
import { rivalSystems } from './systems.ts'

export function runRivalsCell(task: CellTask, meter: Meter): Promise<CellResult> {
  return runCellAmong(rivalSystems, task, meter)
}
