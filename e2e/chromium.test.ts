import { type Browser, chromium, type Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findChromium } from '../scripts/chromium.mjs'
import { type PageServer, startServer } from './server.ts'

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

let browser: Browser
let server: PageServer

beforeAll(async () => {
  const executablePath = findChromium()
  if (executablePath === undefined) throw new Error('No Chromium found: run `npm run test:browser`, which installs one')
  ;[browser, server] = await Promise.all([
    chromium.launch({ executablePath, args: ARGS, headless: true }),
    startServer(),
  ])
})

afterAll(async () => {
  await browser?.close()
  await server?.close()
})

describe('an isolated page in Chromium', () => {
  test('has SharedArrayBuffer', async () => {
    expect(await inPage(server, 'blank.html', isolationOf)).toEqual({ isolated: true, memory: 'function' })
  })

  test('shares one memory with two workers', async () => {
    expect(await inPage(server, 'memory.html', resultOf)).toEqual([1, 2])
  })

  test('gets every message of a worker, by way of another, over two rings, in order and unchanged', async () => {
    expect(await inPage(server, 'rings.html', resultOf)).toEqual({ received: 50_000, wrong: 0 })
  })
})

test('a page without the headers has no SharedArrayBuffer', async () => {
  const open = await startServer({ isolated: false })
  try {
    expect(await inPage(open, 'blank.html', isolationOf)).toEqual({ isolated: false, memory: 'undefined' })
  } finally {
    await open.close()
  }
})

/** Opens a page, asks it something and closes it; an error anywhere in the page is an error here. */
async function inPage<T>({ url }: PageServer, name: string, ask: (page: Page) => Promise<T>): Promise<T> {
  const page = await browser.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  try {
    await page.goto(`${url}pages/${name}`)
    const answer = await ask(page)
    expect(errors).toEqual([])
    return answer
  } finally {
    await page.close()
  }
}

function isolationOf(page: Page): Promise<{ isolated: boolean; memory: string }> {
  return page.evaluate(() => ({ isolated: crossOriginIsolated, memory: typeof SharedArrayBuffer }))
}

function resultOf(page: Page): Promise<unknown> {
  return page.evaluate(() => result)
}
