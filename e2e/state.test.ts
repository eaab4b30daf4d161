import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { slipring } from '@slipring/browser/vite'
import type { Page } from 'playwright'
import { createServer, type ViteDevServer } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserNames, launchBrowser } from '../tools/browsers.mjs'

const RESULTS = join(import.meta.dirname, 'test-results')
const GUIDE = readFileSync(join(import.meta.dirname, '../docs/STATE.md'), 'utf8')
const PATIENCE_MS = 60_000
const POINTS = 100
const POINT_PIXELS = 9
const FILES = ['points.ts', 'points-worker.ts', 'points-page.ts']

/** Of a window, which may not block. */
const WINDOW = `
import { struct, u32 } from '@slipring/core/schema'
import { attachState, createState } from '@slipring/core/state'
const { offer } = createState(struct({ tick: u32 }))
try {
  attachState(struct({ tick: u32 }), offer).changedSync({ timeout: 5 })
} catch (error) {
  globalThis.refusal = String(error)
}`

let root: string

beforeAll(() => {
  mkdirSync(RESULTS, { recursive: true })
  root = mkdtempSync(join(RESULTS, 'points-'))
  for (const file of FILES) writeFileSync(join(root, file), programOf(file))
  writeFileSync(join(root, 'window.ts'), WINDOW)
  const canvas = '<canvas width="400" height="400"></canvas>'
  writeFileSync(join(root, 'index.html'), `${canvas}<script type="module" src="points-page.ts"></script>`)
  writeFileSync(join(root, 'window.html'), '<script type="module" src="window.ts"></script>')
})

afterAll(() => rmSync(root, { recursive: true, force: true }))

test('the program of the guide has fewer than 30 lines, for both sides', () => {
  const lines = FILES.flatMap((file) => programOf(file).split('\n'))
  const counted = lines.filter((line) => line.trim() !== '' && !line.startsWith('//'))
  expect(counted.length).toBeLessThan(30)
})

describe.each(browserNames)('%s', (name) => {
  test.each([
    [true, /^TypeError: Cannot block this thread: a window, .* do this in a worker$/],
    [false, /^TypeError: Cannot block for a state in mode "copied": it comes by message, use changed\(\)$/],
  ])(
    'draws the moving points of the guide, isolated: %s, and cannot block its window',
    { timeout: 4 * PATIENCE_MS },
    async (isIsolated, refusal) => {
      const [browser, server] = await Promise.all([launchBrowser(name), serve(isIsolated)])
      try {
        const page = await browser.newPage()
        const errors: string[] = []
        page.on('pageerror', (error) => errors.push(error.message))
        const url = server.resolvedUrls!.local[0]!
        await page.goto(url)
        expect(await page.evaluate(() => crossOriginIsolated)).toBe(isIsolated)
        await expect.poll(() => drawnPixels(page), { timeout: PATIENCE_MS }).toBeGreaterThan(POINTS)
        expect(await drawnPixels(page)).toBeLessThanOrEqual(4 * POINTS * POINT_PIXELS)
        const before = await picture(page)
        await expect.poll(async () => (await picture(page)) === before, { timeout: PATIENCE_MS }).toBe(false)
        await page.goto(`${url}window.html`)
        await expect.poll(() => page.evaluate(() => Reflect.get(globalThis, 'refusal'))).toMatch(refusal)
        expect(errors).toEqual([])
      } finally {
        await browser.close()
        await server.close()
      }
    },
  )
})

/** The block of the guide that begins with the name of its file. */
function programOf(file: string): string {
  const [, program] = GUIDE.match(new RegExp(`\`\`\`ts\\n(// ${file.replace('.', '\\.')}[\\s\\S]*?)\`\`\``)) ?? []
  if (program === undefined) throw new Error(`docs/STATE.md has no program ${file}`)
  return program
}

async function serve(isIsolated: boolean): Promise<ViteDevServer> {
  const server = await createServer({
    root,
    configFile: false,
    logLevel: 'warn',
    cacheDir: join(root, '.vite'),
    // Nothing is built first: the packages are served from their sources.
    resolve: { conditions: ['slipring-source', 'module', 'browser', 'development|production'] },
    plugins: isIsolated ? [slipring()] : [],
    server: { host: '127.0.0.1', port: 5480, hmr: false },
  })
  return await server.listen()
}

/** Points have a soft edge where they lie between pixels. */
function drawnPixels(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { data } = document.querySelector('canvas')!.getContext('2d')!.getImageData(0, 0, 400, 400)
    let drawn = 0
    for (let alpha = 3; alpha < data.length; alpha += 4) if (data[alpha]! > 0) drawn++
    return drawn
  })
}

function picture(page: Page): Promise<string> {
  return page.evaluate(() => document.querySelector('canvas')!.toDataURL())
}
