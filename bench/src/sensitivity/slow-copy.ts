/** Copies of the built core, in which each commit of a record turns in a loop for a while. */

import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const CORE = fileURLToPath(new URL('../../../packages/core/', import.meta.url))
const COMMIT = 'commit(payloadBytes, kind, sequence) {'

/** Gives the address of the copy's `@slipring/core/ring`. `turns`: of the loop; 0 leaves the copy as it is. */
export function copyOfCore(folder: string, turns: number): string {
  const dist = join(folder, 'dist')
  cpSync(join(CORE, 'dist'), dist, { recursive: true })
  cpSync(join(CORE, 'package.json'), join(folder, 'package.json'))
  if (turns > 0) slowDown(dist, turns)
  return pathToFileURL(join(dist, 'ring', 'index.js')).href
}

function slowDown(dist: string, turns: number): void {
  // Each turn hangs on the one before: no core can do two at once. And somebody may look at what comes out.
  const loop =
    `let spun = sequence; for (let turn = 0; turn < ${turns}; turn++) spun = Math.imul(spun ^ turn, 0x2c1b3c6d); ` +
    'globalThis.spun = spun;'
  const scripts = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.js'))
  const changed = scripts.filter((path) => {
    const file = join(dist, path)
    const text = readFileSync(file, 'utf8')
    if (!text.includes(COMMIT)) return false
    writeFileSync(file, text.replace(COMMIT, `${COMMIT} ${loop}`))
    return true
  })
  if (changed.length !== 1)
    throw new Error(`Cannot slow down the ring: ${changed.length} built scripts have ${COMMIT} … }, 1 is expected`)
}
