/** The runtimes of the matrix. Each comes from its npm package, into a folder of its own that git ignores. */

import { join } from 'node:path'
import * as runtimes from '../../bench/src/runner/runtimes.ts'
import { root } from '../../tools/install.mjs'

/** @typedef {runtimes.Runtime} Runtime `name`: as the table and the list of exceptions say it */

/** @type {readonly Runtime[]} */
export const RUNTIMES = runtimes.RUNTIMES.map((runtime) => ({
  ...runtime,
  name: runtime.name.replace(/(?=\d)(?<!\d)/, ' '),
}))

/**
 * The command that runs a program. Throws with a remedy when the runtime cannot be installed.
 * @param {Runtime} runtime
 */
export function installRuntime(runtime) {
  return runtimes.installRuntime(runtime, join(root, '.runtimes'))
}
