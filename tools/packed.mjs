/** The packages as npm would publish them, installed from their tarballs in an empty folder. */

import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.mjs'
import { startOf } from './shell.mjs'

/** The folders of the packages that are published. */
export const packageNames = readdirSync(join(root, 'packages'))

/**
 * Packs the packages that were built, and installs them in `folder`, which must be empty.
 * @param {string} folder
 * @param {string[]} [names]
 */
export function installPacked(folder, names = packageNames) {
  const folders = names.map((name) => join(root, 'packages', name))
  run('npm', ['pack', '--silent', '--pack-destination', folder, ...folders], root)
  const tarballs = tarballsIn(folder)
  if (tarballs.length !== names.length) throw new Error(`Packed ${tarballs.length} of ${names.length} packages`)
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  // Offline: a package that needed anything but its siblings would fail here. Peers are the user's: links stand for them.
  const install = ['install', '--offline', '--legacy-peer-deps', '--no-audit', '--no-fund', '--silent']
  run('npm', [...install, ...tarballs.map((file) => `./${file}`)], folder)
  if (names.includes('nats')) linkModules(folder, '@nats-io')
}

/**
 * Gives a project modules of this repository, as if it had installed them.
 * @param {string} folder
 * @param {string} name a module, or a scope of modules
 */
export function linkModules(folder, name) {
  const link = join(folder, 'node_modules', name)
  if (!existsSync(link)) symlinkSync(join(root, 'node_modules', name), link, 'junction')
}

/** @param {string} folder */
export function tarballsIn(folder) {
  return readdirSync(folder).filter((file) => file.endsWith('.tgz'))
}

/**
 * Runs a command of a user to its end, and throws when it fails.
 * @param {string} command
 * @param {string[]} args
 * @param {string} cwd
 * @param {{ isQuiet?: boolean }} [options] with `isQuiet`, its output is shown only when it fails
 */
export function run(command, args, cwd, { isQuiet = false } = {}) {
  // No NODE_OPTIONS: the source condition must not reach a program that stands for a user's.
  const env = { ...process.env, NODE_OPTIONS: '', DENO_NO_UPDATE_CHECK: '1' }
  const output = isQuiet ? 'pipe' : 'inherit'
  const start = startOf(command, args)
  const { status, error, stdout, stderr } = spawnSync(start.command, start.args, {
    cwd,
    env,
    shell: start.shell,
    stdio: ['ignore', output, output],
    encoding: 'utf8',
  })
  if (error !== undefined) throw new Error(`Cannot run ${command}: ${error.message}`)
  if (status !== 0)
    throw new Error(`${command} ${args.join(' ')} ended with exit code ${status}\n${stdout ?? ''}${stderr ?? ''}`)
}
