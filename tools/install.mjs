/** Installs the npm dependencies when they are missing or other than the lock file says; otherwise returns at once. */

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** The folder of the repository. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/** Where npm puts the tools of this repository, Node 24 among them. */
export const binFolder = join(root, 'node_modules', '.bin')

const OLDEST_NODE = 20
/** Node 24. On Windows the program itself, which needs no shell: spaces in its path do no harm then, and it can be ended. */
export const node24 =
  process.platform === 'win32' ? join(root, 'node_modules/node/bin/node.exe') : join(binFolder, 'node')
const stampFile = join(root, 'node_modules', '.slipring-installed')

/** Throws with a remedy when the dependencies cannot be installed. */
export function install() {
  requireNode()
  const wanted = fingerprint()
  if (existsSync(node24) && readStamp() === wanted) return

  console.error('Installing the npm dependencies (npm install), this takes a minute the first time')
  // Not `npm ci`: it refuses a lock file that lacks the optional packages of other platforms.
  // Without warnings: on Node 20 npm says of each tool that it wants a later Node, and the tools run on our own.
  runNpm(['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'])
  requireNode24()
  writeFileSync(stampFile, wanted)
}

function requireNode() {
  const major = Number(process.versions.node.split('.')[0])
  if (major < OLDEST_NODE) throw new Error(`Node ${process.version} is too old: install Node ${OLDEST_NODE} or later`)
}

// The lock file alone is not enough: a manifest may ask for a package before the lock file follows.
function fingerprint() {
  const hash = createHash('sha256')
  const workspaces = [
    ...readdirSync(join(root, 'packages')).map((name) => join('packages', name)),
    'bench',
    'e2e',
    'examples',
    'site',
  ]
  for (const folder of ['', ...workspaces]) hash.update(readOrNothing(join(root, folder, 'package.json')))
  return hash.update(readOrNothing(join(root, 'package-lock.json'))).digest('hex')
}

/** @param {string} file */
function readOrNothing(file) {
  return existsSync(file) ? readFileSync(file) : ''
}

function readStamp() {
  return readOrNothing(stampFile).toString()
}

/** @param {string[]} args */
function runNpm(args) {
  // Under `npm run` the very npm that called us; its output goes to stderr, because stdout may be someone's JSON.
  const npm = process.env.npm_execpath
  const [command, first] = npm === undefined ? ['npm', []] : [process.execPath, [npm]]
  const shell = npm === undefined && process.platform === 'win32'
  const { status, error } = spawnSync(command, [...first, ...args], { cwd: root, stdio: ['ignore', 2, 2], shell })
  if (error !== undefined) throw new Error(`Cannot run npm: ${error.message}`)
  if (status !== 0) throw new Error(`npm ${args.join(' ')} failed with exit code ${status}: see its messages above`)
}

// The package `node` fetches its binary in an install script, which npm can be configured to leave out.
function requireNode24() {
  const { stdout } = spawnSync(node24, ['--version'], { encoding: 'utf8' })
  if (stdout?.startsWith('v24.')) return
  throw new Error(
    'Node 24 is missing from node_modules: its install script did not run. ' +
      'Allow it (npm config set ignore-scripts false), delete node_modules and try again',
  )
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    install()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
