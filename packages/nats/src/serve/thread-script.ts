/** The module of a server's threads: a file of this package, or its text in a bundle, beside which there is no such file. */

import { existsSync } from 'node:fs'

/** As the pool's own script has it. */
export async function threadScript(): Promise<URL> {
  const file = fileBeside(import.meta.url)
  if (file !== undefined) return file
  const { text } = await import('./task-thread-text.ts')
  return new URL(`data:text/javascript,${encodeURIComponent(text)}`)
}

// A bundle in CommonJS may have no URL. Beside a bundle are files of the program: none of them has this name.
function fileBeside(here: string | undefined): URL | undefined {
  if (here?.startsWith('file:') !== true) return undefined
  const file = new URL(`slipring-task-thread.${here.endsWith('.ts') ? 'ts' : 'js'}`, here)
  return existsSync(file) ? file : undefined
}
