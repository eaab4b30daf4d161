/** Serves the page of an example, with the two headers that give it shared memory. */

import { fileURLToPath } from 'node:url'
import { slipring } from '@slipring/browser/vite'
import { createServer, type ViteDevServer } from 'vite'

/** Packages that Vite finds only when the page runs: it would load the page again for them. */
const INCLUDED: Readonly<Record<string, string[]>> = {
  game: ['uplot'],
  physics: ['uplot', 'three', '@dimforge/rapier3d-compat'],
}

/** A folder of examples, on the first free port from `port` on. `isIsolated`: with the headers. */
export async function servePage(
  folder: string,
  port: number,
  isIsolated = true,
): Promise<{ readonly server: ViteDevServer; readonly url: string }> {
  const server = await createServer({
    root: fileURLToPath(new URL(folder, import.meta.url)),
    configFile: false,
    logLevel: 'warn',
    cacheDir: fileURLToPath(new URL(`node_modules/.cache/${folder}`, import.meta.url)),
    // Nothing is built first: the packages are served from their sources.
    resolve: { conditions: ['slipring-source', 'module', 'browser', 'development|production'] },
    optimizeDeps: { include: INCLUDED[folder] ?? [] },
    plugins: isIsolated ? [slipring()] : [],
    server: { host: '127.0.0.1', port, hmr: false },
  })
  await server.listen()
  return { server, url: server.resolvedUrls!.local[0]! }
}
