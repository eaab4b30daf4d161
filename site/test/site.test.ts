import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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

test('every page is reached from the first one in two clicks', () => {
  const all = pagesIn(DIST)
  const first = linksFrom('index.html')
  const reached = new Set(['index.html', ...first, ...first.flatMap(linksFrom)])
  expect(all.length).toBeGreaterThan(50)
  expect(all.filter((page) => !reached.has(page))).toEqual([])
})

test('llms.txt lists every page with what it is about, and llms-full.txt has the guides', () => {
  const list = readFileSync(join(DIST, 'llms.txt'), 'utf8')
  expect(list).toMatch(/^# Slipring\n\n> `postMessage` over shared memory/)
  const links = [...list.matchAll(/^- \[.+\]\(\/(\S+\.md)\)/gm)].map(([, path]) => path!)
  expect(links.length).toBeGreaterThan(50)
  expect(links.filter((path) => !existsSync(join(DIST, path)))).toEqual([])
  const full = readFileSync(join(DIST, 'llms-full.txt'), 'utf8')
  for (const heading of ['# Recipes', '# Headers: shared memory for a page', '# @slipring/core/ring'])
    expect(full).toContain(`\n${heading}\n`)
  expect(full).not.toContain('\n# Decisions\n')
})

test('the reference says of each name whether it is stable, and since when', () => {
  for (const [entry, address] of referencePages) {
    const text = readFileSync(join(DIST, `${address.replace(/\/$/, '/index')}.md`), 'utf8')
    const names = text.split(/^### (?=\S)/m).slice(1)
    expect(names.length, entry).toBeGreaterThan(0)
    // A name that another entry has too leads there.
    const own = names.filter((part) => !/^(Renames and re|Re)-exports/m.test(part))
    const silent = own.filter((part) => !/_(Stable|Experimental), since \d+\.\d+\._/.test(part))
    expect(
      silent.map((part) => part.slice(0, part.indexOf('\n'))),
      entry,
    ).toEqual([])
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

/** All but the page of an address that is wrong, and what lies in frames. */
function pagesIn(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'))
  return names.filter((name) => name.endsWith('.html') && !/^(404\.html|game\/.*)$/.test(name))
}

function linksFrom(page: string): string[] {
  const html = readFileSync(join(DIST, page), 'utf8')
  const links = [...html.matchAll(/<a [^>]*href="([^"#]+)[^"]*"/g)].map(([, link]) => decodeURI(link!))
  const within = links
    .filter((link) => !/^\w+:/.test(link))
    .map((link) => new URL(link, `http://site/${page}`).pathname)
  const files = within
    .map((path) => decodeURI(path).slice(1))
    .map((path) => (/(^|\/)$/.test(path) ? `${path}index.html` : path))
  return files
    .map((file) => (file.includes('.') ? file : `${file}.html`))
    .filter((file) => existsSync(join(DIST, file)) && file.endsWith('.html'))
}

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
