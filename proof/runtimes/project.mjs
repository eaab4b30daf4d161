/** A project of a user: the packed packages installed in an empty folder, and the programs beside them. */

import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../tools/install.mjs'

const PACKAGES = ['core', 'worker']

/** Its folder, which the caller removes. */
export function makeProject() {
  run(process.execPath, ['tools/build.mjs'], root)
  const project = mkdtempSync(join(tmpdir(), 'slipring-runtimes-'))
  const folders = PACKAGES.map((name) => join(root, 'packages', name))
  run('npm', ['pack', '--silent', '--pack-destination', project, ...folders], root)
  const tarballs = readdirSync(project).filter((file) => file.endsWith('.tgz'))
  if (tarballs.length !== PACKAGES.length) throw new Error(`Packed ${tarballs.length} of ${PACKAGES.length} packages`)
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }')
  const install = ['install', '--offline', '--no-audit', '--no-fund', '--silent']
  run('npm', [...install, ...tarballs.map((file) => `./${file}`)], project)
  cpSync(join(root, 'proof', 'runtimes', 'programs'), project, { recursive: true })
  cpSync(join(root, 'proof', 'litmus'), join(project, 'litmus'), { recursive: true })
  return project
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {string} cwd
 */
function run(command, args, cwd) {
  const shell = process.platform === 'win32'
  const { status, error } = spawnSync(command, args, { cwd, shell, stdio: ['ignore', 2, 2] })
  if (error !== undefined) throw new Error(`Cannot run ${command}: ${error.message}`)
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with exit code ${status}`)
}
