/** Tools of users in exact versions, several of one name among them. Each lives in a folder of its own that git ignores. */

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.mjs'

const shell = process.platform === 'win32'

/**
 * The path of a command, which is installed the first time. Throws with a remedy when it cannot be installed.
 * @param {string} command
 * @param {Record<string, string>} dependencies packages and their exact versions; the first one has the command
 * @param {Record<string, string>} [overrides] versions of what they depend on, where a registry lacks what they ask for
 */
export function exactTool(command, dependencies, overrides = {}) {
  const [first = ['', '']] = Object.entries(dependencies)
  const folder = join(root, '.runtimes', `${first[0].replace('/', '-')}-${first[1]}`)
  const binary = join(folder, 'node_modules', '.bin', shell ? `${command}.cmd` : command)
  const stamp = join(folder, '.installed')
  if (existsSync(stamp)) return binary

  console.error(`Installing ${first.join(' ')} from npm into ${folder}`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies, overrides }))
  const install = ['install', '--no-package-lock', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline']
  const { status } = spawnSync('npm', install, { cwd: folder, stdio: ['ignore', 2, 2], shell })
  if (status !== 0 || !existsSync(binary))
    throw new Error(`Cannot install ${first.join(' ')}: see npm's messages above, and try again with the network`)
  writeFileSync(stamp, '')
  return binary
}
