/** The process of a cell on one core. */

import type { CellTask } from './cell.ts'
import { runCellInThread } from './node-cell.ts'

console.log(JSON.stringify(await runCellInThread(JSON.parse(process.argv[2]!) as CellTask)))
