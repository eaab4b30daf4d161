/** A project of a user: the packed packages installed in an empty folder, and the programs beside them. */

import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../tools/install.mjs'
import { installPacked, run } from '../../tools/packed.mjs'

/** Its folder, which the caller removes. */
export function makeProject() {
  run(process.execPath, ['tools/build.mjs'], root)
  const project = mkdtempSync(join(tmpdir(), 'slipring-runtimes-'))
  installPacked(project, ['core', 'worker', 'nats'])
  cpSync(join(root, 'proof', 'runtimes', 'programs'), project, { recursive: true })
  cpSync(join(root, 'proof', 'litmus'), join(project, 'litmus'), { recursive: true })
  return project
}
