#!/usr/bin/env node
/** `slipring-bench`: runs bench files. In this repository, where nothing may be built, over the sources. */

import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const SOURCES = '--conditions=slipring-source'
const built = fileURLToPath(new URL('../dist/runner/command.js', import.meta.url))

if (existsSync(built) || process.execArgv.includes(SOURCES)) {
  const { run } = await import('@slipring/bench/command')
  process.exitCode = await run(process.argv.slice(2))
} else {
  const [, script = '', ...args] = process.argv
  // Every thread loads TypeScript, which takes less time once it is kept compiled.
  const NODE_COMPILE_CACHE = fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url))
  const env = { NODE_COMPILE_CACHE, ...process.env }
  const child = spawn(process.execPath, [SOURCES, script, ...args], { stdio: 'inherit', env })
  child.on('exit', (code) => (process.exitCode = code ?? 1))
}
