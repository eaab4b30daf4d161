/** The bench files of a command line. */

import fs from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const PATTERN = '**/*.bench.{ts,mts,js,mjs}'

/** The files to run, from the current folder. Throws a TypeError when there is none, or one does not exist. */
export function filesFor(named: readonly string[]): readonly string[] {
  const files = named.length > 0 ? named : filesHere()
  if (files.length === 0) throw new TypeError(`No bench file is named, and none is here (${PATTERN})`)
  const missing = files.find((file) => !fs.existsSync(file))
  if (missing !== undefined) throw new TypeError(`There is no file ${missing}`)
  return [...new Set(files)]
}

/** The address by which a thread imports a file. */
export function addressOf(file: string, folder = ''): string {
  return pathToFileURL(resolve(folder, file)).href
}

function filesHere(): string[] {
  // Node 20 has none.
  if (fs.globSync === undefined)
    throw new TypeError(`Name a bench file: Node ${process.versions.node} cannot look for them`)
  return fs.globSync(PATTERN, { exclude: (name) => name === 'node_modules' }).toSorted()
}
