/** The script of a pool's workers: a file of this package, or its text in a bundle, beside which there is no such file. */

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
  // Not imported: an import would load `fs` for promises in each thread. Node 20 before 20.16 cannot tell.
  const isThere = (process as Partial<NodeJS.Process>).getBuiltinModule?.('node:fs').existsSync(file) ?? true
  return isThere ? file : undefined
}
