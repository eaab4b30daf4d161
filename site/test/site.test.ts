import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from '../../tools/browsers.mjs'
import { deadLinksIn } from '../links.ts'
import { DIST, SITE } from '../places.ts'
import { entries, referencePages } from '../reference-pages.ts'
import { serveSite } from '../server.ts'

// `npm test -- --only site` builds it first.
const PICTURES = join(SITE, '..', 'test-results', 'site')
const PHONE = { width: 390, height: 844 }

let browser: Browser
let site: { readonly server: Server; readonly url: string }

beforeAll(async () => {
  mkdirSync(PICTURES, { recursive: true })
  ;[browser, site] = await Promise.all([launchBrowser('chromium'), serveSite(0)])
})

afterAll(async () => {
  await browser.close()
  site.server.closeAllConnections()
  site.server.close()
})

test('no link of the site is dead, and a dead one is found', () => {
  expect(deadLinksIn(DIST)).toEqual([])
  const folder = mkdtempSync(join(tmpdir(), 'slipring-site-'))
  try {
    writeFileSync(join(folder, 'index.html'), '<p id="here"></p><a href="#here"></a><a href="/other.html#there"></a>')
    writeFileSync(join(folder, 'other.html'), '<img src="gone.png"><a href="https://example.org"></a>')
    expect(deadLinksIn(folder)).toEqual([
      { page: 'index.html', link: '/other.html#there' },
      { page: 'other.html', link: 'gone.png' },
    ])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('the reference has a page for every entry, with its names and their texts', async () => {
  expect(referencePages).toHaveLength(Object.keys(entries).length)
  for (const [entry, address] of referencePages)
    await onPage(address.endsWith('/') ? address : `${address}.html`, {}, async (page) => {
      expect(await page.locator('h1').textContent()).toContain(entry)
      expect(await page.locator('.vp-doc h3').count()).toBeGreaterThan(0)
    })
})

test.each([
  ['light', {}],
  ['dark', { colorScheme: 'dark' }],
  ['phone', { viewport: PHONE }],
] as const)('the pages fit the window, and show no error: %s', async (name, options) => {
  for (const path of ['/', '/README.html', '/docs/PORT.html', '/reference/@slipring/core/ring.html'])
    await onPage(path, options, async (page) => {
      await page.screenshot({ path: join(PICTURES, `${name}${path.replaceAll('/', '-').replace('.html', '')}.png`) })
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(overflow, path).toBeLessThanOrEqual(0)
    })
})

test('the bench of the page measures both ways over shared memory', async () => {
  await onPage('/try.html', {}, async (page) => {
    await page.getByText('A chat message').click()
    await page.getByRole('button', { name: 'Measure' }).click()
    await page.locator('.try .mode').waitFor({ timeout: 90_000 })
    expect(await page.locator('.try .mode').textContent()).toContain('was shared')
    const values = await page.locator('.try output').allTextContents()
    expect(values).toHaveLength(4)
    for (const value of values) expect(Number(value.replaceAll(',', ''))).toBeGreaterThan(0)
    await page.screenshot({ path: join(PICTURES, 'try.png') })
  })
})

test('the game plays on its page', async () => {
  await onPage('/game.html', {}, async (page) => {
    const game = page.frameLocator('iframe.game')
    await expect.poll(() => game.locator('#frame p').textContent(), { timeout: 60_000 }).toMatch(/^\d.* ms$/)
    expect(await game.locator('#isolation').isHidden()).toBe(true)
    await page.screenshot({ path: join(PICTURES, 'game.png') })
  })
})

/** Opens a page, and fails when it reports an error. */
async function onPage(
  path: string,
  options: { readonly colorScheme?: 'dark'; readonly viewport?: typeof PHONE },
  use: (page: Page) => Promise<void>,
): Promise<void> {
  const page = await browser.newPage(options)
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => void (message.type() === 'error' && errors.push(message.text())))
  try {
    await page.goto(`${site.url}${path}`, { waitUntil: 'networkidle' })
    await use(page)
    expect(errors).toEqual([])
  } finally {
    await page.close()
  }
}
