/**
 * Checks the packages as a user gets them: packed, judged by publint and by Are The Types Wrong, installed from the tarballs
 * in an empty folder, type-checked by the oldest and the newest TypeScript, and run on Node 24 and on the machine's own Node.
 * `npm run prove -- installed` tries more: all versions of TypeScript, CommonJS on every runtime, and bundlers.
 */

import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { checkDeclarations } from './check-declarations.mjs'
import { exactTool } from './exact-tool.mjs'
import { root } from './install.mjs'
import { installPacked, packageNames, run, tarballsIn } from './packed.mjs'

const OLDEST_NODE = 20
const PROGRAMS = ['smoke.mjs', 'smoke-schemas.mjs', 'smoke-ahead.mjs']
/** The oldest that is promised, and the newest. */
const TYPESCRIPTS = ['5.2.2', '7.0.2']
const consumer = mkdtempSync(join(tmpdir(), 'slipring-consumer-'))

try {
  for (const name of packageNames) run('publint', ['--strict', join('packages', name)], root)
  installPacked(consumer)
  judgeTypes()
  for (const file of PROGRAMS) copyFileSync(join(root, 'tools', file), join(consumer, file))
  checkDeclarations(consumer, TYPESCRIPTS)
  checkPrograms()
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

// The packages are ES modules only: CommonJS requires them, which Node 20.19 and later allow.
function judgeTypes() {
  const attw = exactTool('attw', { '@arethetypeswrong/cli': '0.18.5' })
  const options = ['--profile', 'esm-only', '--format', 'ascii', '--no-emoji']
  for (const file of tarballsIn(consumer)) {
    run(attw, [file, ...options], consumer, { isQuiet: true })
    console.log(`${file}: the types of every entry are right`)
  }
}

function checkPrograms() {
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
