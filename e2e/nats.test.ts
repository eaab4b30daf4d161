/** A page over WebSocket: its tasks run in a process of Node, through a real server of NATS. */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, preview, type PreviewServer } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { missing, type NatsServer, startNats } from '../tools/nats-server.ts'
import { browserNames, launchBrowser } from '../tools/browsers.mjs'
import { resultOf } from './open-page.ts'

const RESULTS = join(import.meta.dirname, 'test-results')
const SUBJECT = 'page'

describe.skipIf(missing !== undefined)('a pool over NATS, on a page', () => {
  let folder: string
  let nats: NatsServer
  let serving: ChildProcess
  let site: PreviewServer

  beforeAll(async () => {
    mkdirSync(RESULTS, { recursive: true })
    folder = mkdtempSync(join(RESULTS, 'nats-'))
    writeFileSync(join(folder, 'nats.conf'), 'websocket { listen: "127.0.0.1:-1", no_tls: true }')
    nats = await startNats({ args: ['-c', join(folder, 'nats.conf')] })
    serving = await startServing(nats.port)
    site = await openSite(folder)
  })
  afterAll(async () => {
    await site?.close()
    serving?.kill('SIGKILL')
    await nats?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test.each(browserNames)('%s', { timeout: 60_000 }, async (name) => {
    const browser = await launchBrowser(name)
    try {
      const page = await browser.newPage()
      const url = new URL(site.resolvedUrls!.local[0]!)
      url.search = new URLSearchParams({ port: String(nats.webSocketPort), subject: SUBJECT }).toString()
      await page.goto(url.href)
      expect(await resultOf(page)).toEqual({
        doubled: 42,
        mapped: [2, 4, 6],
        echoed: [0, [1, 2]],
        large: [3_000_000, true],
        error: [true, 'outer', 'inner'],
        late: 'TimeoutError',
        aborted: 'no longer wanted',
        stored: 6,
        storedLarge: [3_000_000, true],
        nobody: 'NoServersError',
        serve: 'TypeError: serve() needs the threads of Node, Bun or Deno: a page can call remotePool() only',
        closed: 'ClosedError',
      })
    } finally {
      await browser.close()
    }
  })
})

async function startServing(port: number): Promise<ChildProcess> {
  const script = join(import.meta.dirname, '../packages/nats/test/serve.process.ts')
  const args = [script, String(port), SUBJECT, JSON.stringify({ durable: true })]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  return child
}

async function openSite(outDir: string): Promise<PreviewServer> {
  const config = { root: join(import.meta.dirname, 'nats-app'), configFile: false, logLevel: 'error' } as const
  const output = { outDir: join(outDir, 'dist'), target: 'es2022' }
  await build({ ...config, build: output })
  return preview({ ...config, build: output, preview: { host: '127.0.0.1', port: 0 } })
}
