/** Serves the pages and the built packages to a browser, isolated by headers unless told otherwise. */

import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { stripTypeScriptTypes } from 'node:module'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

const CONTENT_TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.ts': 'text/javascript; charset=utf-8',
  '.map': 'application/json',
}

// Without the first two there is no SharedArrayBuffer in a page; every worker script needs the second too, and a frame of
// another origin all three.
const ISOLATION = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'cross-origin',
}

export interface PageServer {
  /** Ends with a slash. */
  readonly url: string
  close(): Promise<void>
}

/**
 * Serves `/pages/…`, `/proof/litmus/…`, `/packages/…/dist/…` and `/packages/…/test/…` on a free port, and Comlink.
 * Pages and workers have `csp` as their policy. TypeScript loses its types on the way.
 */
export async function startServer({ isolated = true, csp = '' } = {}): Promise<PageServer> {
  const headers = { ...(isolated ? ISOLATION : {}), ...(csp === '' ? {} : { 'content-security-policy': csp }) }
  const server = createServer(({ url = '/' }, response) => {
    const path = new URL(url, 'http://localhost').pathname
    // Every browser asks for it by itself, and logs an error where there is none.
    if (path === '/favicon.ico') return void response.writeHead(204, headers).end()
    const content = read(path)
    if (content === undefined) return void response.writeHead(404, headers).end()
    response.writeHead(200, { ...headers, 'content-type': content.type, 'cache-control': 'no-store' }).end(content.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // `localhost` and loopback addresses are secure contexts, as isolation demands.
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => close(server) }
}

function read(path: string): { type: string; body: string } | undefined {
  const type = CONTENT_TYPES[extname(path)]
  if (
    type === undefined ||
    !/^\/(pages|node_modules\/comlink|proof\/litmus|packages\/[a-z]+\/(dist|test))\//.test(path)
  )
    return undefined
  const file = path.startsWith('/pages/') ? join(ROOT, 'e2e', path) : join(ROOT, path)
  try {
    const source = readFileSync(file, 'utf8')
    return { type, body: withUrls(file.endsWith('.ts') ? stripTypeScriptTypes(source) : source) }
  } catch {
    return undefined
  }
}

// Does the work of a bundler. An import map would not do: it does not reach into workers.
function withUrls(source: string): string {
  return source
    .replaceAll(
      /(?<=\b(?:from ?|import\()['"])@slipring\/([a-z]+)(\/[a-z]+)?(?=['"])/g,
      (_, name: string, entry = '') => urlOf(name, `.${entry}`),
    )
    .replace(/(?<=\bfrom ')comlink(?=')/, '/node_modules/comlink/dist/esm/comlink.mjs')
}

function urlOf(name: string, entry: string): string {
  const manifest = JSON.parse(readFileSync(join(ROOT, 'packages', name, 'package.json'), 'utf8')) as {
    exports: Record<string, { default: string }>
  }
  const target = manifest.exports[entry]
  if (target === undefined) throw new Error(`@slipring/${name} has no entry ${entry}`)
  return `/packages/${name}/${target.default.slice(2)}`
}

function close(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve, reject) => server.close((error) => (error === undefined ? resolve() : reject(error))))
}
