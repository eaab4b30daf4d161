import { servePage } from '@slipring/examples/serve-page.ts'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { browserNames, launchBrowser } from '../tools/browsers.mjs'

const PORT = 5290
// The game's test opens the others: their code is the same.
const TRANSPORTS = ['buffer', 'objects', 'state'] as const
/** A shared machine that draws without a graphics card needs its time. */
const PATIENCE_MS = 60_000

test.each(browserNames)(
  'in %s, three.js draws what Rapier computes in a worker, by each way to get it, and a push is seen by a step',
  { timeout: 6 * PATIENCE_MS },
  async (name) => {
    const [browser, { server, url }] = await Promise.all([launchBrowser(name), servePage('physics', PORT)])
    try {
      const page = await browser.newPage({ viewport: { width: 800, height: 480 } })
      const errors: string[] = []
      page.on('pageerror', (error) => errors.push(error.message))
      // So three.js tells of a shader that does not compile.
      page.on('console', (message) => void (message.type() === 'error' && errors.push(message.text())))
      await page.goto(url)
      expect(await page.evaluate(() => crossOriginIsolated)).toBe(true)
      expect(await page.inputValue('[name=entities]')).toBe('5000')
      // A browser without a window and a graphics card may have none.
      const hasWebgl = await page.evaluate(() => document.createElement('canvas').getContext('webgl2') !== null)
      if (!hasWebgl) console.log(`${name} has no WebGL 2 here: what the page draws is not tested in it`)
      expect(await page.isVisible('#no-webgl')).toBe(!hasWebgl)
      for (const transport of TRANSPORTS) {
        await page.check(`[name=transport][value=${transport}]`)
        const output = page.locator(`label:has([value=${transport}]) output`)
        await expect.poll(() => output.textContent(), { timeout: PATIENCE_MS }).toMatch(/^\d/)
        if (hasWebgl) await waitUntilMoved(page)
      }
      await expect
        .poll(() => page.textContent('#worker'), { timeout: PATIENCE_MS })
        .toMatch(/^Worker: [1-9]\d* steps a second/)
      await page.mouse.move(250, 400)
      await page.mouse.down()
      await expect
        .poll(() => page.textContent('#input'), { timeout: PATIENCE_MS })
        .toMatch(/^A push: [\d.]+ ms to the step that sees it: [\d.]+ ms on the page, [\d.]+ ms in the step before$/)
      await page.mouse.up()
      expect(errors).toEqual([])
    } finally {
      await browser.close()
      await server.close()
    }
  },
)

async function waitUntilMoved(page: Page): Promise<void> {
  const picture = (): Promise<Buffer> => page.screenshot({ clip: { x: 0, y: 200, width: 400, height: 250 } })
  const before = await picture()
  // An empty one is far smaller.
  expect(before.byteLength).toBeGreaterThan(8000)
  await expect.poll(async () => before.equals(await picture()), { timeout: PATIENCE_MS }).toBe(false)
}
