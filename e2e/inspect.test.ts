import { fileURLToPath } from 'node:url'
import { servePage } from '@slipring/examples/serve-page.ts'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { launchBrowser } from '../tools/browsers.mjs'

const PORT = 5310
/** A shared machine that draws without a graphics card needs its time. */
const PATIENCE_MS = 60_000
const PANEL = 'slipring-inspector'
const INSPECT = ['browser/src/inspect/index.ts', 'core/src/state/index.ts', 'core/src/schema/index.ts']
const modules = (path: string): string => `/@fs${fileURLToPath(new URL(`../packages/${path}`, import.meta.url))}`

/** `path`: below the address of the game. */
async function onPage(path: string, act: (page: Page) => Promise<void>): Promise<void> {
  const [browser, { server, url }] = await Promise.all([launchBrowser('chromium'), servePage('game', PORT)])
  try {
    const page = await browser.newPage({ viewport: { width: 1120, height: 720 } })
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    await page.goto(url + path)
    await act(page)
    expect(errors).toEqual([])
  } finally {
    await browser.close()
    await server.close()
  }
}

test('a key of the game shows the panel over the state that is drawn, and hides it', { timeout: 4 * PATIENCE_MS }, () =>
  onPage('', async (page) => {
    const loaded: string[] = []
    page.on('request', (request) => void (request.url().includes('/inspect/') && loaded.push(request.url())))
    await page.check('[name=transport][value=state]')
    await expect.poll(() => page.textContent('#worker'), { timeout: PATIENCE_MS }).toMatch(/steps a second/)
    expect([await page.locator(PANEL).count(), loaded]).toEqual([0, []])
    await page.keyboard.press('i')
    const tiles = page.locator(`${PANEL} dd`)
    await expect.poll(() => tiles.first().textContent(), { timeout: PATIENCE_MS }).toMatch(/^[\d,]+$/)
    const names = await page.locator(`${PANEL} .name`).allTextContents()
    expect(names).toEqual([
      'tick',
      'seconds',
      'time',
      ...'x y vx vy angle radius heat kind'.split(' ').map((name) => `entities.${name}`),
    ])
    const version = async (): Promise<number> => Number((await tiles.first().textContent())!.replaceAll(',', ''))
    const before = await version()
    await expect.poll(version, { timeout: PATIENCE_MS }).toBeGreaterThan(before)
    expect(await page.locator(`${PANEL} .bars rect`).count()).toBe(8 * 18)
    expect(await page.textContent(`${PANEL} .mode`)).toBe('shared')
    await page.check('[name=transport][value=objects]')
    await expect.poll(() => page.locator(PANEL).count(), { timeout: PATIENCE_MS }).toBe(0)
    await page.check('[name=transport][value=state]')
    await expect.poll(() => page.locator(PANEL).count(), { timeout: PATIENCE_MS }).toBe(1)
    await page.keyboard.press('i')
    await expect.poll(() => page.locator(PANEL).count(), { timeout: PATIENCE_MS }).toBe(0)
  }),
)

test(
  'the panel follows a state from before its first value to its end, and is readable in light and dark',
  { timeout: 2 * PATIENCE_MS },
  () =>
    // A text, which draws nothing.
    onPage('kind.ts', async (page) => {
      const [inspecting, states, schemas] = INSPECT.map(modules)
      // As text: what this file imports would be imported here.
      await page.addScriptTag({
        type: 'module',
        content: `
        import { inspect } from '${inspecting}'
        import { attachState, createState } from '${states}'
        import { bool, columns, f32, list, string, struct, table, u8 } from '${schemas}'
        const World = struct({
          title: string,
          isOpen: bool,
          players: list(u8),
          bodies: table(struct({ x: f32 }), 40),
          points: columns(struct({ y: f32 }), 9),
        })
        const { writer, offer } = createState(World, { history: 4 })
        const reader = attachState(World, offer)
        document.body.append(inspect(reader, { name: 'A world' }))
        Object.assign(globalThis, { inspect, writer, reader })
      `,
      })
      await expect.poll(() => page.locator(PANEL).count(), { timeout: PATIENCE_MS }).toBe(1)
      const texts = (part: string): Promise<string[]> => page.locator(`${PANEL} ${part}`).allTextContents()
      const life = (): Promise<string> => texts('.life').then(([text]) => text!)
      expect([await life(), await texts('.empty')]).toEqual(['waiting', ['No state has come yet.']])
      await page.evaluate(() => {
        const { writer, reader } = globalThis as any
        for (let n = 0; n < 6; n++)
          writer.update((world: any) => {
            world.title = 'dawn'
            world.players = [1, 2]
            world.bodies.add({ x: n })
            world.points.y.fill(n)
          })
        reader.latest()
      })
      await expect.poll(() => texts('.name')).toEqual(['title', 'isOpen', 'players', 'bodies', 'bodies.x', 'points.y'])
      expect(await texts('.value')).toEqual(['“dawn”', 'false', '2 elements', '6 of 40', '0 … 5', 'all 5'])
      const [version, , missed, history] = await texts('dd')
      expect([version, missed, history]).toEqual(['6', '0', '4'])
      const colours = async (): Promise<string> =>
        page
          .locator(PANEL)
          .evaluate((panel) => `${getComputedStyle(panel).color} on ${getComputedStyle(panel).backgroundColor}`)
      await page.emulateMedia({ colorScheme: 'light' })
      const light = await colours()
      await page.emulateMedia({ colorScheme: 'dark' })
      expect(await colours()).not.toBe(light)
      await page.evaluate(() => (globalThis as any).writer.close())
      await expect.poll(life).toBe('ended')
      expect((await texts('.value'))[0]).toBe('“dawn”')
      await page.evaluate(() => (globalThis as any).reader.close())
      await expect.poll(life).toBe('closed')
      const misuse = await page.evaluate(() => {
        try {
          return (globalThis as any).inspect({})
        } catch (error) {
          return String(error)
        }
      })
      expect(misuse).toMatch(/^TypeError: Cannot inspect: the first argument is no reader/)
    }),
)
