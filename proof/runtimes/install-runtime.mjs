/** The runtimes of the matrix. Each comes from its npm package, into a folder of its own that git ignores. */

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../tools/install.mjs'

const shell = process.platform === 'win32'

/**
 * @typedef {object} Runtime
 * @property {string} name as the table and the list of exceptions say it
 * @property {'node' | 'bun' | 'deno'} npmPackage
 * @property {string} version
 * @property {string[]} args before the name of a program
 */

/** @type {readonly Runtime[]} */
export const RUNTIMES = [
  { name: 'node 20', npmPackage: 'node', version: '20.20.2', args: [] },
  { name: 'node 22', npmPackage: 'node', version: '22.23.3', args: [] },
  { name: 'node 24', npmPackage: 'node', version: '24.21.0', args: [] },
  { name: 'node 26', npmPackage: 'node', version: '26.10.0', args: [] },
  { name: 'bun', npmPackage: 'bun', version: '1.4.5', args: [] },
  { name: 'deno', npmPackage: 'deno', version: '2.9.6', args: ['run', '-A', '--no-lock'] },
]

/**
 * The command that runs a program. Throws with a remedy when the runtime cannot be installed.
 * @param {Runtime} runtime
 * @returns {string[]}
 */
export function installRuntime({ npmPackage, version, args }) {
  const folder = join(root, '.runtimes', `${npmPackage}-${version}`)
  const binary = join(folder, 'node_modules', '.bin', shell ? `${npmPackage}.cmd` : npmPackage)
  if (!runs(binary, version)) {
    console.error(`Installing ${npmPackage} ${version} from npm into .runtimes`)
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    // allowScripts: the packages fetch or place their binary in an install script, which npm may leave out otherwise.
    const manifest = { private: true, dependencies: { [npmPackage]: version }, allowScripts: { [npmPackage]: true } }
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
    const install = ['install', '--no-save', '--no-package-lock', '--no-audit', '--no-fund']
    spawnSync('npm', install, { cwd: folder, stdio: ['ignore', 2, 2], shell })
    if (!runs(binary, version))
      throw new Error(
        `Cannot install ${npmPackage} ${version}: see npm's messages above, and allow its install scripts ` +
          '(npm config set ignore-scripts false)',
      )
  }
  return [binary, ...args]
}

/**
 * @param {string} binary
 * @param {string} version
 */
function runs(binary, version) {
  if (!existsSync(binary)) return false
  return spawnSync(binary, ['--version'], { encoding: 'utf8', shell }).stdout?.includes(version) === true
}
