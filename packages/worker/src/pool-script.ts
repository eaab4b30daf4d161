/** The script of a pool's workers: a file of this package, or its text in a bundle, beside which there is no such file. */

import { existsSync } from 'node:fs'

let script: URL | undefined

/** Where workers find their script. Undefined: `loadPoolScript` must be called first. */
export function poolScript(): URL | undefined {
  return (script ??= fileBeside(import.meta.url))
}

/** Resolves when `poolScript` gives a URL. */
export async function loadPoolScript(): Promise<void> {
  const { text } = await import('./pool-worker-text.ts')
  script ??= new URL(`data:text/javascript,${encodeURIComponent(text)}`)
}

// A bundle in CommonJS may have no URL. Beside a bundle are files of the program: none of them has this name.
function fileBeside(here: string | undefined): URL | undefined {
  if (here?.startsWith('file:') !== true) return undefined
  const file = new URL(`slipring-pool-worker.${here.endsWith('.ts') ? 'ts' : 'js'}`, here)
  return existsSync(file) ? file : undefined
}
