/** Where cells run: in threads of this Node, or in pages of a browser. */

import type { CellResult, CellTask } from './cell.ts'
import { runCellInNode } from './node-cell.ts'
import { versionsIn } from './versions.ts'

export interface Place {
  readonly versions: Readonly<Record<string, string>>
  runCell(task: CellTask): Promise<CellResult>
  close(): Promise<void>
}

/** `where`: 'node', or the name of a browser. */
export async function openPlace(where: string): Promise<Place> {
  if (where !== 'node') throw new Error(`Cannot measure in ${where} yet`)
  return {
    versions: versionsIn({ name: 'Node', version: process.versions.node }),
    runCell: runCellInNode,
    close: async () => {},
  }
}
