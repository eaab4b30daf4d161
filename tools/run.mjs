/**
 * Runs a file of this repository on its own Node 24, after installing what is missing: `node tools/run.mjs <file> …`.
 * With `--built` before the file, over packages as they are published, built first; else over their sources.
 *
 * A separate process, and not `node install && node file` in package.json: a shell remembers where it found `node` the
 * first time, so after the install it would still run the machine's.
 */

import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { binFolder, install, node24, root } from './install.mjs'

const isBuilt = process.argv[2] === '--built'
const [file, ...args] = process.argv.slice(isBuilt ? 3 : 2)
const sources = ['--conditions=slipring-source']

try {
  if (file === undefined) throw new Error('Usage: node tools/run.mjs [--built] <file> [argument …]')
  install()
  if (!isBuilt) run(file, args, sources)
  else run('tools/build.mjs', [], sources, () => run(file, args, []))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

/**
 * @param {string} program
 * @param {string[]} parameters
 * @param {string[]} nodeOptions
 * @param {() => void} [then] what comes next if it ends well
 */
function run(program, parameters, nodeOptions, then) {
  const child = spawn(node24, [...nodeOptions, join(root, program), ...parameters], {
    stdio: 'inherit',
    env: { ...process.env, PATH: `${binFolder}${delimiter}${process.env.PATH ?? ''}` },
  })
  // Ctrl-C reaches the child from the terminal: this process only has to outlive it.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  child.on('error', (error) => {
    console.error(`Cannot run Node 24: ${error.message}`)
    process.exitCode = 1
  })
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 1
    if (code === 0) then?.()
    if (signal !== null) console.error(`Ended by ${signal}`)
  })
}
