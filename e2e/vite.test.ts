import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type SlipringOptions, slipring } from '@slipring/browser/vite'
import type { Browser, Page } from 'playwright'
import { build, createServer, type InlineConfig, preview, resolveConfig } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from '../tools/browsers.mjs'
import { resultOf } from './open-page.ts'

const RESULTS = join(import.meta.dirname, 'test-results')
/** A header that the project has by itself: with this one no code may be generated on the page. */
const STRICT = { 'content-security-policy': "script-src 'self'" }
const SCHEMAS = ['schemas.ts']

let root: string
let browser: Browser

beforeAll(async () => {
  mkdirSync(RESULTS, { recursive: true })
  root = mkdtempSync(join(RESULTS, 'vite-'))
  cpSync(join(import.meta.dirname, 'vite-app'), root, { recursive: true })
  browser = await launchBrowser('chromium')
})

afterAll(async () => {
  await browser?.close()
  rmSync(root, { recursive: true, force: true })
})

test('in development page and worker are isolated and have the code of schemas, which follows the file', async () => {
  const server = await createServer(configOf({ schemas: SCHEMAS }))
  await server.listen()
  try {
    const url = server.resolvedUrls!.local[0]!
    expect(await visit(url)).toEqual(visited({ hasCode: true }))

    const file = join(root, 'schemas.ts')
    writeFileSync(file, readFileSync(file, 'utf8').replace('trades: list(f64)', 'trades: list(u32)'))
    await expect.poll(() => visit(url), { timeout: 10_000 }).toEqual(visited({ hasCode: true }))
  } finally {
    await server.close()
  }
})

test('the preview of a build is isolated too, and page and worker have the code', async () => {
  const config = configOf({ schemas: SCHEMAS, embedderPolicy: 'credentialless' })
  await build(config)
  const server = await preview(config)
  try {
    const url = server.resolvedUrls!.local[0]!
    expect(await visit(url)).toEqual(visited({ hasCode: true }))
    const { headers } = await fetch(url)
    expect(headers.get('cross-origin-embedder-policy')).toBe('credentialless')
  } finally {
    await server.close()
  }
})

test('without schemas ahead the page is isolated, and its schemas are walked', async () => {
  const server = await createServer(configOf({}))
  await server.listen()
  try {
    expect(await visit(server.resolvedUrls!.local[0]!)).toEqual(visited({ hasCode: false }))
  } finally {
    await server.close()
  }
})

test('isolated alone, a page has shared memory, a frame of another site loads, and a pop-up keeps its opener', async () => {
  const server = await createServer(configOf({ documentOnly: true }))
  await server.listen()
  const other = createHttpServer((_, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<script>(window.opener ?? window.parent).postMessage(crossOriginIsolated, "*")</script>'),
  )
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  // By its address it is another site than `localhost`.
  const elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`
  try {
    const url = server.resolvedUrls!.local[0]!.replace('127.0.0.1', 'localhost')
    const { headers } = await fetch(url)
    expect(headers.get('document-isolation-policy')).toBe('isolate-and-require-corp')
    expect(headers.get('cross-origin-opener-policy')).toBeNull()
    expect(await visit(url)).toEqual(visited({ hasCode: false }))
    expect(await strangersOf(url, elsewhere)).toEqual({ frame: false, popUp: false })
  } finally {
    other.closeAllConnections()
    other.close()
    await server.close()
  }
})

/** A frame and a pop-up of another site tell the page whether they are isolated themselves. */
async function strangersOf(url: string, elsewhere: string): Promise<unknown> {
  const page = await browser.newPage()
  try {
    await page.goto(url)
    return await page.evaluate(async (address) => {
      const told = (): Promise<unknown> =>
        new Promise((resolve, reject) => {
          const heard = ({ origin, data }: MessageEvent): void => {
            if (new URL(address).origin === origin) resolve(data)
          }
          addEventListener('message', heard)
          setTimeout(() => reject(new Error(`${address} tells nothing`)), 20_000)
        })
      const first = told()
      const element = document.createElement('iframe')
      element.src = address
      document.body.append(element)
      const frame = await first
      element.remove()
      const second = told()
      open(address, 'other')
      return { frame, popUp: await second }
    }, elsewhere)
  } finally {
    await page.close()
  }
}

test('settings of the project stay as they are', async () => {
  const chosen = { 'cross-origin-embedder-policy': 'unsafe-none' }
  const {
    server,
    preview: previewed,
    worker,
  } = await resolveConfig(
    { configFile: false, plugins: [slipring()], server: { headers: chosen }, worker: { format: 'iife' } },
    'serve',
  )
  expect(server.headers).toEqual({ ...chosen, 'Cross-Origin-Opener-Policy': 'same-origin' })
  expect(previewed.headers).toEqual(server.headers)
  expect(worker.format).toBe('iife')
})

test('a file without schemas ends the build with the reason, and one that is not there any start', async () => {
  await expect(build(configOf({ schemas: ['page.ts', 'has-code.ts'] }))).rejects.toThrow(
    /has-code\.ts exports no schema/,
  )
  await expect(build(configOf({ schemas: ['nowhere.ts'] }))).rejects.toThrow(/there is no file .*nowhere\.ts/)
})

test('misuse is told', () => {
  // @ts-expect-error
  expect(() => slipring({ schema: ['schemas.ts'] })).toThrow(
    new TypeError('Cannot use the option schema of slipring(): it has embedderPolicy, documentOnly, schemas'),
  )
  // @ts-expect-error
  expect(() => slipring({ schemas: 'schemas.ts' })).toThrow(TypeError)
  // @ts-expect-error
  expect(() => slipring({ embedderPolicy: 'unsafe-none' })).toThrow(
    /"unsafe-none": use "require-corp" or "credentialless"/,
  )
})

function configOf(options: SlipringOptions): InlineConfig {
  return {
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [slipring(options)],
    server: { host: '127.0.0.1', port: 0, headers: STRICT },
    preview: { host: '127.0.0.1', port: 0 },
  }
}

async function visit(url: string): Promise<unknown> {
  const page: Page = await browser.newPage()
  try {
    await page.goto(url)
    return await resultOf(page)
  } finally {
    await page.close()
  }
}

function visited({ hasCode }: { hasCode: boolean }): unknown {
  const thread = { isIsolated: true, hasCode }
  return { ready: 'ready', mode: 'shared', here: thread, there: { echo: { hello: 'worker' }, ...thread } }
}
