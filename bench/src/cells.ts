/** Runs a cell of any suite, wherever this is. */

import type { CellResult, CellTask, Meter } from './cell.ts'
import { runCodecCell } from './codec/cell.ts'
import { runSchemaCell } from './schema/cell.ts'
import { runStraightnessCell } from './straightness/cell.ts'
import { runTransportCell } from './transport/cell.ts'

const RUNNERS: Readonly<Record<string, (task: CellTask, meter: Meter) => Promise<CellResult>>> = {
  codec: runCodecCell,
  // Node alone has these: a page must not load them.
  'codec-rivals': async (task, meter) => (await import('./codec/rivals/cell.ts')).runRivalsCell(task, meter),
  schema: runSchemaCell,
  'schema-micro': runSchemaCell,
  transport: runTransportCell,
  kinds: runTransportCell,
  regimes: runTransportCell,
  'transport-rivals': runTransportCell,
  straightness: runStraightnessCell,
  // Loaded in its own cells alone.
  state: async (task) => (await import('./state/cell.ts')).runStateCell(task),
}

export function runCellHere(task: CellTask, meter: Meter): Promise<CellResult> {
  const run = RUNNERS[task.suite]
  if (run === undefined) throw new Error(`No suite is named ${task.suite}`)
  return run(task, meter)
}
