/**
 * Checks the packages as a user gets them: packed, judged by publint, installed from the tarballs in an empty folder,
 * type-checked against the declarations, and run on Node 24 and on the machine's own Node, with the command that they have.
 */

import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { root } from './install.mjs'

const OLDEST_NODE = 20
const PROGRAMS = ['smoke.mjs', 'smoke-schemas.mjs', 'smoke-ahead.mjs']
const shell = process.platform === 'win32'
const packages = readdirSync(join(root, 'packages'))
const consumer = mkdtempSync(join(tmpdir(), 'slipring-consumer-'))

try {
  for (const name of packages) run('publint', ['--strict', join('packages', name)], root)
  installTarballs()
  checkDeclarations()
  for (const node of nodes()) {
    run(node, ['smoke.mjs'], consumer)
    run(node, [commandFile(), 'compile', 'smoke-schemas.mjs'], consumer)
    run(node, ['--disallow-code-generation-from-strings', 'smoke-ahead.mjs'], consumer)
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  rmSync(consumer, { recursive: true, force: true })
}

function installTarballs() {
  const folders = packages.map((name) => join(root, 'packages', name))
  run('npm', ['pack', '--silent', '--pack-destination', consumer, ...folders], root)
  const tarballs = readdirSync(consumer).filter((file) => file.endsWith('.tgz'))
  if (tarballs.length !== packages.length) throw new Error(`Packed ${tarballs.length} of ${packages.length} packages`)

  writeFileSync(join(consumer, 'package.json'), '{ "private": true, "type": "module" }')
  // Offline: a package that needed anything but its siblings would fail here. Peers are the user's: ours come by links below.
  const install = ['install', '--offline', '--legacy-peer-deps', '--no-audit', '--no-fund', '--silent']
  run('npm', [...install, ...tarballs.map((file) => `./${file}`)], consumer)
  symlinkSync(join(root, 'node_modules', '@nats-io'), join(consumer, 'node_modules', '@nats-io'), 'junction')
  for (const file of PROGRAMS) copyFileSync(join(root, 'tools', file), join(consumer, file))
}

function checkDeclarations() {
  symlinkSync(join(root, 'node_modules', '@types'), join(consumer, 'node_modules', '@types'), 'junction')
  const language = ['--target', 'es2023', '--module', 'nodenext', '--types', 'node', '--strict']
  run('tsc', ['--noEmit', '--allowJs', '--checkJs', ...language, ...PROGRAMS], consumer)
}

// As the installed package names it; a shell would choose the Node that runs it.
function commandFile() {
  const folder = join(consumer, 'node_modules', '@slipring', 'core')
  if (!existsSync(join(consumer, 'node_modules', '.bin', 'slipring'))) throw new Error('npm has linked no slipring')
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return join(folder, bin.slipring)
}

// The machine's own Node is the first on PATH that no node_modules provides.
function nodes() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))
  const file = process.platform === 'win32' ? 'node.exe' : 'node'
  const own = folders.map((folder) => join(folder, file)).find((path) => existsSync(path))
  if (own === undefined) {
    console.log('This machine has no Node of its own: only the Node of this repository is tried')
    return [process.execPath]
  }
  const version = spawnSync(own, ['--version'], { encoding: 'utf8' }).stdout.trim()
  if (Number(version.slice(1).split('.')[0]) < OLDEST_NODE) throw new Error(`${own} is Node ${version}: too old`)
  return version === process.version ? [process.execPath] : [process.execPath, own]
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {string} cwd
 */
function run(command, args, cwd) {
  // No NODE_OPTIONS: the source condition must not reach what stands in for a user's program.
  const env = { ...process.env, NODE_OPTIONS: '' }
  const { status, error } = spawnSync(command, args, { cwd, env, shell, stdio: ['ignore', 'inherit', 'inherit'] })
  if (error !== undefined) throw new Error(`Cannot run ${command}: ${error.message}`)
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with exit code ${status}`)
}
