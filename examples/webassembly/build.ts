/**
 * Compiles simulation.c to simulation.wasm, by clang and wasm-ld (Debian: `apt-get install clang lld`). The result is kept
 * beside it, so that the example needs neither: `npm run example -- webassembly`.
 */

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The memory is the caller's, and shared: so it has a limit. */
const FLAGS = [
  '--target=wasm32',
  '-O2',
  '-nostdlib',
  '-matomics',
  '-mbulk-memory',
  '-Wl,--no-entry',
  '-Wl,--import-memory',
  '-Wl,--shared-memory',
  '-Wl,--max-memory=67108864',
  '-Wl,--export=__heap_base',
  '-Wl,--strip-all',
]

export function buildSimulation(target: string = join(import.meta.dirname, 'simulation.wasm')): void {
  const args = [...FLAGS, '-o', target, join(import.meta.dirname, 'simulation.c')]
  const { status, error, stderr } = spawnSync('clang', args, { encoding: 'utf8' })
  if (error !== undefined) throw new Error(`Cannot run clang: ${error.message}`)
  if (status !== 0) throw new Error(`clang ended with exit code ${status}: ${stderr}`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) buildSimulation()
