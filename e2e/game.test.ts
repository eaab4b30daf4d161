import { servePage } from '@slipring/examples/serve-page.ts'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { browserNames, launchBrowser } from '../tools/browsers.mjs'

const PORT = 5280
const TRANSPORTS = ['state', 'channel', 'buffer', 'port', 'objects'] as const
/** Only Chromium tells how large its heap is. */
const GARBAGE: Readonly<Record<string, RegExp>> = { chromium: /^\d.* KB$/, firefox: /^This browser does not tell\.$/ }
/** A shared machine that draws without a graphics card needs its time. */
const PATIENCE_MS = 60_000

test.each(browserNames)(
  'in %s, the game shows moving entities by every transport, and a time for each',
  { timeout: 6 * PATIENCE_MS },
  async (name) => {
    const [browser, { server, url }] = await Promise.all([launchBrowser(name), servePage('game', PORT)])
    try {
      const page = await browser.newPage({ viewport: { width: 900, height: 640 } })
      const errors: string[] = []
      page.on('pageerror', (error) => errors.push(error.message))
      await page.goto(url)
      expect(await page.evaluate(() => crossOriginIsolated)).toBe(true)
      const receiveMs: Record<string, number> = {}
      for (const transport of TRANSPORTS) {
        await page.check(`[name=transport][value=${transport}]`)
        receiveMs[transport] = await receiving(page, transport)
        await waitUntilMoved(page)
        expect(await page.textContent('#worker')).toMatch(/^Worker: [1-9]\d* steps a second/)
        for (const plot of ['frame', 'main', 'age']) expect(await page.textContent(`#${plot} p`)).toMatch(/^\d.* ms$/)
        expect(await page.textContent('#garbage p')).toMatch(GARBAGE[name]!)
      }
      console.log(`${name}: ms receiving, a frame: ${JSON.stringify(receiveMs)}`)
      for (const transport of TRANSPORTS) expect(receiveMs[transport], transport).toBeGreaterThanOrEqual(0)
      expect(errors).toEqual([])
    } finally {
      await browser.close()
      await server.close()
    }
  },
)

test.each(browserNames)(
  'in %s, a page without shared memory says so, and its state moves all the same',
  { timeout: 2 * PATIENCE_MS },
  async (name) => {
    const [browser, { server, url }] = await Promise.all([launchBrowser(name), servePage('game', PORT, false)])
    try {
      const page = await browser.newPage({ viewport: { width: 900, height: 640 } })
      const errors: string[] = []
      page.on('pageerror', (error) => errors.push(error.message))
      await page.goto(url)
      expect(await page.evaluate(() => typeof SharedArrayBuffer)).toBe('undefined')
      expect(await page.isVisible('#isolation')).toBe(true)
      await page.setViewportSize({ width: 390, height: 844 })
      expect(await page.isVisible('#isolation')).toBe(true)
      await page.setViewportSize({ width: 900, height: 640 })
      await receiving(page, 'state')
      await waitUntilMoved(page)
      expect(errors).toEqual([])
    } finally {
      await browser.close()
      await server.close()
    }
  },
)

test('a phone gets the whole panel, and the keyboard chooses', { timeout: 2 * PATIENCE_MS }, async () => {
  const [browser, { server, url }] = await Promise.all([launchBrowser('chromium'), servePage('game', PORT)])
  try {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } })
    await page.goto(url)
    const panel = (await page.locator('.panel').boundingBox())!
    expect(panel.x).toBeGreaterThanOrEqual(0)
    expect(panel.x + panel.width).toBeLessThanOrEqual(390)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await page.focus('[name=entities]')
    await page.keyboard.press('ArrowLeft')
    expect(await page.inputValue('[name=entities]')).toBe('9000')
    expect(await page.textContent('.entities output')).toBe('9,000')
    await page.focus('#pause')
    await page.keyboard.press('Enter')
    expect(await page.getAttribute('#pause', 'aria-pressed')).toBe('true')
  } finally {
    await browser.close()
    await server.close()
  }
})

/** Mean milliseconds a frame, once there are some frames. */
async function receiving(page: Page, transport: string): Promise<number> {
  const output = page.locator(`label:has([value=${transport}]) output`)
  await expect.poll(() => output.textContent(), { timeout: PATIENCE_MS }).not.toBe('')
  // The first frames are of code that is not compiled yet.
  await page.waitForTimeout(3000)
  return Number(await output.textContent())
}

async function waitUntilMoved(page: Page): Promise<void> {
  const picture = (): Promise<Buffer> => page.screenshot({ clip: { x: 0, y: 100, width: 400, height: 400 } })
  const before = await picture()
  // An empty one is far smaller.
  expect(before.byteLength).toBeGreaterThan(8000)
  await expect.poll(async () => before.equals(await picture()), { timeout: PATIENCE_MS }).toBe(false)
}
