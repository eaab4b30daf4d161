import { array, assert, asyncProperty, constant, constantFrom, oneof, record } from 'fast-check'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserNames, launchBrowser } from '../tools/browsers.mjs'
import { inPage } from './open-page.ts'
import type { Deed, Load, Side, Step, Way } from './pages/random-program.js'
import { type PageServer, startServer } from './server.ts'

const RUNS = Number(process.env['PAGE_PROGRAMS'] ?? 150)

const sides = constantFrom<Side>(0, 1)

const DEEDS: readonly Deed[] = ['log', 'log', 'reply', 'leave', 'stop', 'post two', 'transfer', 'close']

function programsFor(name: (typeof browserNames)[number]) {
  const post = record({
    do: constantFrom('post' as const),
    side: sides,
    load: constantFrom<Load>('nothing', 'object', 'text', 'transfer', 'large', 'port'),
  })
  const listen = record({
    do: constantFrom('listen' as const),
    side: sides,
    way: constantFrom<Way>('addEventListener', 'addEventListener once', 'signal', 'onmessage'),
    deed: constantFrom(...DEEDS),
  })
  const other = record({ do: constantFrom('forget' as const, 'start'), side: sides })
  const close = record({ do: constantFrom('close' as const), side: sides })
  const rest = constantFrom<Step>({ do: 'settle' }, { do: 'settle' }, { do: 'yield' })
  const step = oneof(
    { arbitrary: post, weight: 8 },
    { arbitrary: listen, weight: 3 },
    { arbitrary: other, weight: 3 },
    { arbitrary: close, weight: 1 },
    { arbitrary: rest, weight: 4 },
  )
  // docs/PARITY.md: a port that is closed.
  return record({ actor: sides, closedHear: constant(name === 'firefox'), steps: array(step, { maxLength: 24 }) })
}

describe.each(browserNames)('%s', (name) => {
  let browser: Browser
  const servers = new Map<string, PageServer>()

  beforeAll(async () => {
    browser = await launchBrowser(name)
    servers.set('isolated', await startServer()).set('open', await startServer({ isolated: false }))
  })

  afterAll(async () => {
    await browser?.close()
    await Promise.all([...servers.values()].map((server) => server.close()))
  })

  test.each(['isolated', 'open'])(
    `${RUNS} random programs see the same over native ports and over ours, in a page that is %s`,
    { timeout: 30_000 + RUNS * 400 },
    async (kind) => {
      await inPage(browser, servers.get(kind)!, 'programs.html', async (page) => {
        const property = asyncProperty(programsFor(name), async (program) => {
          const { native, ours } = await page.evaluate((given) => play(given), program)
          expect(ours).toEqual(native)
        })
        await assert(property, { numRuns: RUNS })
      })
    },
  )
})
