/** Runs cells that are processes in another runtime than Node. */

import { fileURLToPath } from 'node:url'
import type { RuntimeName } from './arguments.ts'
import type { Place } from './place.ts'
import { installRuntime, RUNTIMES } from './runner/runtimes.ts'
import { versionsIn } from './versions.ts'
import { runYoungCell } from './young/cell.ts'

/** Git ignores it. */
const FOLDER = fileURLToPath(new URL('../../.runtimes', import.meta.url))

/** Throws with a remedy where the runtime cannot be installed. */
export function openRuntime(name: RuntimeName): Place {
  const runtime = RUNTIMES.find((one) => one.name === name)!
  const command = installRuntime(runtime, FOLDER)
  return {
    versions: versionsIn({ name: name.charAt(0).toUpperCase() + name.slice(1), version: runtime.version }),
    // The one suite whose cells can be.
    runCell: (task) => runYoungCell(task, command),
    close: async () => {},
  }
}
