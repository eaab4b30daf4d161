/** Serves the game, with the two headers that give a page shared memory. */

import { fileURLToPath } from 'node:url'
import { slipring } from '@slipring/browser/vite'
import { createServer, type ViteDevServer } from 'vite'

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
    plugins: isIsolated ? [slipring()] : [],
    server: { host: '127.0.0.1', port, hmr: false },
  })
  await server.listen()
  return { server, url: server.resolvedUrls!.local[0]! }
}
