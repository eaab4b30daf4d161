/** The cell of the straightness suite: that of the suite codec or transport, by what is measured. */

import type { CellResult, CellTask, Meter } from '../cell.ts'
import { runCodecCell } from '../codec/cell.ts'
import { codecSuite } from '../codec/suite.ts'
import { runTransportCell } from '../transport/cell.ts'
import { systemOf } from './suite.ts'

const OF_CODEC = new Set(codecSuite.groups.flatMap(({ parts }) => parts.map(({ name }) => name)))

export function runStraightnessCell(task: CellTask, meter: Meter): Promise<CellResult> {
  const same: CellTask = { ...task, system: systemOf(task.system) }
  return task.parts.every((part) => OF_CODEC.has(part)) ? runCodecCell(same, meter) : runTransportCell(same, meter)
}
