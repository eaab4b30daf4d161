/** Writes generated text into a document of this repository, formatted as all others are. */

import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { replaceBetween } from './markers.ts'

const ROOT = new URL('../', import.meta.url)

/** Replaces what stands between the markers of `name` in a file, given from the root of the repository. */
export function writeBetween(path: string, name: string, text: string): void {
  const file = fileURLToPath(new URL(path, ROOT))
  writeFileSync(file, replaceBetween(readFileSync(file, 'utf8'), name, text))
  const formatter = fileURLToPath(new URL('node_modules/oxfmt/bin/oxfmt', ROOT))
  const { status, stderr } = spawnSync(process.execPath, [formatter, file], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`Cannot format ${path}: ${stderr}`)
}
