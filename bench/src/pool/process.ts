/** The process of a cell. */

import { collectGarbage } from '../garbage.ts'
import type { CellTask } from '../cell.ts'
import { ownMicros } from '../process-time.ts'
import { runPoolCell } from './cell.ts'

// A pool need not hold its process, and this one has more to do.
setInterval(() => {}, 1000)

const result = await runPoolCell(JSON.parse(process.argv[2]!) as CellTask, {
  cpuMicros: () => Promise.resolve(ownMicros()),
  collectGarbage: () => Promise.resolve(collectGarbage()),
})
process.stdout.write(JSON.stringify(result), () => process.exit(0))
