/** The packages that a program compares: those of this repository, and those of another built checkout of it. */

import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

export interface Checkout {
  /** The beginning of its rows: nothing for this repository. */
  readonly prefix: string
  /** The address of what `@slipring/worker` is there. */
  readonly entry: string
}

/** Throws where there is no build. */
export function checkouts(other: string | undefined): Checkout[] {
  const here = { prefix: '', entry: entryOf(fileURLToPath(new URL('../../', import.meta.url))) }
  return other === undefined ? [here] : [here, { prefix: 'other checkout: ', entry: entryOf(other) }]
}

function entryOf(folder: string): string {
  const file = resolve(folder, 'packages/worker/dist/index.js')
  if (!existsSync(file)) throw new Error(`There is no build of the packages at ${file}: npm run build`)
  return pathToFileURL(file).href
}
