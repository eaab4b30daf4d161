/** Copies of the source files that pages link to. */

import { cpSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DIST, ROOT } from './places.ts'

/** `.txt`: a browser shows the file, whatever its kind. */
const FOLDER = 'source'
const linked = new Set<string>()

/** The address on the site of a file of the repository. `copySources()` puts it there. */
export function sourceAddress(path: string): string {
  linked.add(path)
  return `/${FOLDER}/${path}.txt`
}

export function copySources(): void {
  for (const path of linked) {
    const copy = join(DIST, FOLDER, `${path}.txt`)
    mkdirSync(dirname(copy), { recursive: true })
    cpSync(join(ROOT, path), copy)
  }
}
