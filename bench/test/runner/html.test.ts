import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBrowser } from '../../src/runner/pages/browsers.ts'
import { DARK, LIGHT } from '../../src/runner/theme.ts'
import { slipringBench } from './command.ts'

const folder = mkdtempSync(join(tmpdir(), 'slipring-html-'))
const file = join(folder, 'report.html')
let browser: Browser

beforeAll(async () => {
  browser = await startBrowser('chromium')
  const options = ['--quick', '--rounds', '1', '--allow-loaded', '--html', file]
  expect(await slipringBench('two.bench.ts', 'throws.bench.ts', ...options)).toMatchObject({ code: 1 })
}, 120_000)

afterAll(async () => {
  await browser.close()
  rmSync(folder, { recursive: true })
})

test.each([
  ['light', LIGHT],
  ['dark', DARK],
] as const)('the page draws its charts in a browser without a network: %s', async (scheme, theme) => {
  const page = await browser.newPage({ colorScheme: scheme, offline: true })
  const asked: string[] = []
  const complaints: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  await page.goto(pathToFileURL(file).href)
  await page.waitForSelector(`html[data-drawn=${scheme}]`)
  expect(asked).toEqual([pathToFileURL(file).href])
  expect(complaints).toEqual([])

  const charts = await page.locator('[data-chart] svg').evaluateAll((all) =>
    all.map((svg) => ({
      marks: svg.querySelectorAll('.mark-rect path, .mark-line path, .mark-symbol path').length,
      width: svg.getBoundingClientRect().width,
    })),
  )
  // The ratio of one case, and how the times of two spread.
  expect(charts).toHaveLength(2)
  for (const { marks, width } of charts) {
    expect(marks).toBeGreaterThan(0)
    expect(width).toBeGreaterThan(200)
  }
  const text = await page.locator('main').innerText()
  for (const said of ['half as long', 'for long', 'RangeError: this file cannot be loaded', 'How to read this'])
    expect(text).toContain(said)
  // Nothing is cut off at the side.
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(rgbOf(theme.page))
  await page.close()
})

test('the page follows when the colours change', async () => {
  const page = await browser.newPage({ colorScheme: 'light' })
  await page.goto(pathToFileURL(file).href)
  await page.waitForSelector('html[data-drawn=light]')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.waitForSelector('html[data-drawn=dark]')
  expect(await page.locator('[data-chart] svg').count()).toBe(2)
  await page.close()
})

test('the file names no other address that a page would load', () => {
  const html = readFileSync(file, 'utf8')
  expect([...html.matchAll(/<(?:link|img|iframe|script)[^>]*\b(?:src|href)=/g)]).toEqual([])
})

function rgbOf(hex: string): string {
  const [red, green, blue] = [1, 3, 5].map((place) => Number.parseInt(hex.slice(place, place + 2), 16))
  return `rgb(${red}, ${green}, ${blue})`
}
