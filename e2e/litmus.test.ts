import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tests } from '../proof/litmus/engine/index.js'
import { judge } from '../proof/litmus/judge.js'
import type { Counts } from '../proof/litmus/lock-step.js'
import { browserNames, launchBrowser } from '../tools/browsers.mjs'
import { inPage, resultOf } from './open-page.ts'
import { type PageServer, startServer } from './server.ts'

const LIMIT_MS = 180_000
const MS_EACH = 60

describe.each(browserNames)('%s', (name) => {
  let browser: Browser
  let server: PageServer

  beforeAll(async () => {
    ;[browser, server] = await Promise.all([launchBrowser(name), startServer()])
  })

  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  test('its Atomics are what the protocols take them for', { timeout: LIMIT_MS }, async () => {
    const seed = Math.floor(Math.random() * 2 ** 31)
    const asked = `module.html?module=/proof/litmus/page.js&ms=${MS_EACH}&seed=${seed}`
    const counts = (await inPage(browser, server, asked, resultOf)) as Record<string, Counts>
    const judgements = tests.map((one) => judge(one, counts[one.name] ?? {}))
    expect(
      judgements.map(({ test: of, faults }) => ({ of, faults })),
      `seed ${seed}`,
    ).toEqual(tests.map((one) => ({ of: one.name, faults: [] })))
  })
})
