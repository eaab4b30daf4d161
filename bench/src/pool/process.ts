/** The process of a cell. */

import { collectGarbage } from '../garbage.ts'
import type { CellTask } from '../cell.ts'
import { ownMicros } from '../process-time.ts'
import { runStreamsCell } from '../streams/cell.ts'
import { streamsSuite } from '../streams/suite.ts'
import { runPoolCell } from './cell.ts'

// A pool need not hold its process, and this one has more to do.
setInterval(() => {}, 1000)

const task = JSON.parse(process.argv[2]!) as CellTask
const runCell = task.suite === streamsSuite.name ? runStreamsCell : runPoolCell
const result = await runCell(task, {
  cpuMicros: () => Promise.resolve(ownMicros()),
  collectGarbage: () => Promise.resolve(collectGarbage()),
})
process.stdout.write(JSON.stringify(result), () => process.exit(0))
