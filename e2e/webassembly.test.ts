import { servePage } from '@slipring/examples/serve-page.ts'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { browserNames, launchBrowser } from '../tools/browsers.mjs'

const PORT = 5290

test.each(browserNames)('in %s, a page draws what C writes in a worker', { timeout: 60_000 }, async (name) => {
  const [browser, { server, url }] = await Promise.all([launchBrowser(name), servePage('webassembly', PORT)])
  try {
    const page = await browser.newPage({ viewport: { width: 900, height: 900 } })
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    await page.goto(url)
    await expect.poll(() => statesOf(page), { timeout: 30_000 }).toBeGreaterThan(10)
    expect(await page.textContent('#status')).toContain('reader.mode is "shared"')
    // As many bodies as there are cover about an eighth of the canvas.
    const lit = await page.evaluate(() => {
      const { width, height } = document.querySelector('canvas')!
      const { data } = document.querySelector('canvas')!.getContext('2d')!.getImageData(0, 0, width, height)
      let count = 0
      for (let at = 0; at < data.length; at += 4) if (data[at]! > 60) count++
      return count
    })
    expect(lit).toBeGreaterThan(20_000)
    expect(errors).toEqual([])
  } finally {
    await browser.close()
    await server.close()
  }
})

test('without shared memory the page tells why there is nothing to draw', { timeout: 60_000 }, async () => {
  const [browser, { server, url }] = await Promise.all([
    launchBrowser('chromium'),
    servePage('webassembly', PORT, false),
  ])
  try {
    const page = await browser.newPage()
    await page.goto(url)
    await expect.poll(() => page.textContent('#status'), { timeout: 30_000 }).toMatch(/TypeError: .*two headers/)
  } finally {
    await browser.close()
    await server.close()
  }
})

async function statesOf(page: Page): Promise<number> {
  const [, count = '0'] = /has written (\d+) states/.exec((await page.textContent('#status')) ?? '') ?? []
  return Number(count)
}
