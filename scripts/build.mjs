/** Builds the packages to dist from scratch, so that nothing of an earlier build stays behind. */

import { spawnSync } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.mjs'

const packages = readdirSync(join(root, 'packages')).map((name) => join(root, 'packages', name))

for (const folder of packages) rmSync(join(folder, 'dist'), { recursive: true, force: true })

const shell = process.platform === 'win32'
// --force: the record of the last build would otherwise call a deleted dist up to date.
const { status } = spawnSync('tsc', ['--build', '--force', ...packages], { stdio: 'inherit', shell })
process.exitCode = status ?? 1
