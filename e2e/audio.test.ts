import { servePage } from '@slipring/examples/serve-page.ts'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { browserNames, launchBrowser } from '../tools/browsers.mjs'

const PORT = 5300
const BLOCKS = 1000

declare const render: (blocks: number) => Promise<{ samples: number; wrong: number; loudest: number }>

test.each(browserNames)(
  'in %s, an audio worklet renders, sample for sample, what a worker has written to a ring',
  { timeout: 90_000 },
  async (name) => {
    const result = await onPage(name, (page) => page.evaluate((blocks) => render(blocks), BLOCKS))
    expect(result).toEqual({ samples: 128 * BLOCKS, wrong: 0, loudest: expect.closeTo(0.23, 1) })
  },
)

test('in chromium, it plays while the worker writes on, and a pause stops both', { timeout: 90_000 }, async () => {
  await onPage('chromium', async (page) => {
    await page.click('button')
    // Seconds of more than the ring holds: the worker has gone on writing.
    await expect.poll(() => playedOn(page), { timeout: 60_000 }).toBeGreaterThan(200)
    await page.fill('input', '440')
    await expect.poll(() => page.textContent('#status')).toMatch(/^440 Hz\. Played \d+\.\d s/)
    await page.click('button')
    await page.waitForTimeout(600)
    const paused = await playedOn(page)
    await page.waitForTimeout(600)
    expect(await playedOn(page)).toBe(paused)
    await page.click('button')
    await expect.poll(() => playedOn(page), { timeout: 30_000 }).toBeGreaterThan(paused + 50)
  })
})

async function onPage<T>(name: (typeof browserNames)[number], ask: (page: Page) => Promise<T>): Promise<T> {
  const [browser, { server, url }] = await Promise.all([launchBrowser(name), servePage('audio-worklet', PORT)])
  try {
    const page = await browser.newPage({ viewport: { width: 600, height: 400 } })
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    await page.goto(url)
    await page.waitForFunction(() => 'render' in globalThis)
    const answer = await ask(page)
    expect(errors).toEqual([])
    return answer
  } finally {
    await browser.close()
    await server.close()
  }
}

async function playedOn(page: Page): Promise<number> {
  const [, blocks = '0'] = /\((\d+) blocks\)/.exec((await page.textContent('#status')) ?? '') ?? []
  return Number(blocks)
}
