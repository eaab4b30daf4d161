/** Serves the built site with the two headers that give a page shared memory. */

import { createReadStream, existsSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { DIST } from './places.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
}

/** Port 0: any free one. */
export async function serveSite(port: number): Promise<{ readonly server: Server; readonly url: string }> {
  const server = createServer(({ url }, response) => {
    const path = decodeURIComponent(new URL(url ?? '/', 'http://site').pathname)
    const file = join(DIST, normalize(path.endsWith('/') ? `${path}index.html` : path))
    response.setHeader('Cross-Origin-Opener-Policy', 'same-origin')
    response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp')
    const type = TYPES[extname(file)]
    if (type === undefined || !file.startsWith(DIST) || !existsSync(file)) return void response.writeHead(404).end()
    response.writeHead(200, { 'Content-Type': type })
    createReadStream(file).pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}
