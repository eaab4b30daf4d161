/** Serves scripts from memory, and a page that loads one of them, isolated so that it has shared memory. */

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

const ISOLATION = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
}

const PAGE = 'page'

export interface ScriptServer {
  /** The address of the page that loads the script `page`. The name of another one behind it is the page of that script. */
  readonly url: string
  close(): Promise<void>
}

export async function startServer(
  scripts: ReadonlyMap<string, string>,
  headers: Readonly<Record<string, string>> = ISOLATION,
): Promise<ScriptServer> {
  const server = createServer(({ url = '/' }, response) => {
    const path = new URL(url, 'http://localhost').pathname
    const isPage = !path.includes('.')
    const body = isPage ? pageOf(path.slice(1) || PAGE) : scripts.get(path)
    if (body === undefined) return void response.writeHead(404, headers).end()
    const type = isPage ? 'text/html' : 'text/javascript'
    response.writeHead(200, { ...headers, 'content-type': `${type}; charset=utf-8` }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Loopback addresses are secure contexts, as isolation demands.
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => close(server) }
}

function pageOf(script: string): string {
  return `<!doctype html><meta charset="utf-8"><title>Slipring bench</title><script type="module" src="/${script}.js"></script>`
}

function close(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve, reject) => server.close((error) => (error === undefined ? resolve() : reject(error))))
}
