import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserNames, launchBrowser } from '../tools/browsers.mjs'
import { inPage, resultOf } from './open-page.ts'
import { type PageServer, startServer } from './server.ts'

describe.each(browserNames)('%s', (name) => {
  let browser: Browser
  let isolated: PageServer
  let open: PageServer

  beforeAll(async () => {
    ;[browser, isolated, open] = await Promise.all([
      launchBrowser(name),
      startServer(),
      startServer({ isolated: false }),
    ])
  })

  afterAll(async () => {
    await browser?.close()
    await Promise.all([isolated?.close(), open?.close()])
  })

  test('has SharedArrayBuffer in an isolated page', async () => {
    expect(await inPage(browser, isolated, 'blank.html', isolationOf)).toEqual({ isolated: true, memory: 'function' })
  })

  test('has none in a page without the headers', async () => {
    expect(await inPage(browser, open, 'blank.html', isolationOf)).toEqual({ isolated: false, memory: 'undefined' })
  })

  test('shares one memory with two workers', async () => {
    expect(await inPage(browser, isolated, 'memory.html', resultOf)).toEqual([1, 2])
  })

  test('gets every message of a worker, by way of another, over two rings, in order and unchanged', async () => {
    expect(await inPage(browser, isolated, 'rings.html', resultOf)).toEqual({ received: 50_000, wrong: 0 })
  })
})

function isolationOf(page: Page): Promise<{ isolated: boolean; memory: string }> {
  return page.evaluate(() => ({ isolated: crossOriginIsolated, memory: typeof SharedArrayBuffer }))
}
