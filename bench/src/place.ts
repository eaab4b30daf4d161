/** Where cells run: in threads of this Node, in another runtime, or in pages of a browser. */

import { isRuntime, type PlaceName } from './arguments.ts'
import type { CellResult, CellTask } from './cell.ts'
import { runCellInNode } from './node-cell.ts'
import { versionsIn } from './versions.ts'

export interface Place {
  readonly versions: Readonly<Record<string, string>>
  runCell(task: CellTask): Promise<CellResult>
  close(): Promise<void>
}

export async function openPlace(where: PlaceName): Promise<Place> {
  // Loaded only when asked for: Node alone needs neither a browser nor a bundler.
  if (isRuntime(where)) return (await import('./runtime-place.ts')).openRuntime(where)
  if (where !== 'node') return (await import('./browser/place.ts')).openBrowser(where)
  return {
    versions: versionsIn({ name: 'Node', version: process.versions.node }),
    runCell: runCellInNode,
    close: async () => {},
  }
}
