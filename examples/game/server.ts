/** Serves the game, with the two headers that give a page shared memory. */

import { fileURLToPath } from 'node:url'
import { createServer, type ViteDevServer } from 'vite'

/** Without both there is no SharedArrayBuffer in a page. */
const ISOLATION = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
}

/** On the first free port from `port` on. `isIsolated`: with the headers. */
export async function serveGame(
  port: number,
  isIsolated = true,
): Promise<{ readonly server: ViteDevServer; readonly url: string }> {
  const server = await createServer({
    root: fileURLToPath(new URL('.', import.meta.url)),
    configFile: false,
    logLevel: 'warn',
    cacheDir: fileURLToPath(new URL('../../node_modules/.cache/game', import.meta.url)),
    // Nothing is built first: the packages are served from their sources.
    resolve: { conditions: ['slipring-source', 'module', 'browser', 'development|production'] },
    optimizeDeps: { include: ['uplot'] },
    server: { host: '127.0.0.1', port, headers: isIsolated ? ISOLATION : {}, hmr: false },
  })
  await server.listen()
  return { server, url: server.resolvedUrls!.local[0]! }
}
