import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserNames, launchBrowser } from '../tools/browsers.mjs'
import { inPage, resultOf, runCase } from './open-page.ts'
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

  test('has all ports in mode copied in a page that has the class and may not post what is of it', async () => {
    const { result, warnings } = await runCase(browser, open, 'connect', UNPOSTABLE)
    expect(result).toEqual(connected('copied'))
    expect(warnings).toEqual([expect.stringContaining('the page is not isolated')])
  })

  test('makes no shared memory in an isolated page without the class, and uses that of its worker', async () => {
    const { result, warnings } = await runCase(browser, isolated, 'connect', NAMELESS)
    expect(result).toEqual(connected('shared'))
    expect(warnings).toEqual([expect.stringContaining('this browser has no SharedArrayBuffer')])
  })
})

/** The class is there, as some browsers have it in every page, and what is of it cannot be posted. */
const UNPOSTABLE = `
  globalThis.SharedArrayBuffer ??= new WebAssembly.Memory({ initial: 0, maximum: 0, shared: true }).buffer.constructor
  try {
    new MessageChannel().port1.postMessage(new SharedArrayBuffer(8))
    throw new Error('it can be posted')
  } catch (error) {
    if (error.name !== 'DataCloneError') throw error
  }`
const NAMELESS = 'delete globalThis.SharedArrayBuffer'

/** The result of the case `connect` in such a page; `own`: of a worker that offers memory itself. */
function connected(own: string): unknown {
  return {
    native: [{ native: 'beside' }],
    misplaced: 0,
    mode: ['copied'],
    own: [{ mode: own, data: 'to a worker of ours' }],
    channel: { misplaced: 0, mode: 'copied', reason: 'closed' },
  }
}

function isolationOf(page: Page): Promise<{ isolated: boolean; memory: string }> {
  return page.evaluate(() => ({ isolated: crossOriginIsolated, memory: typeof SharedArrayBuffer }))
}
