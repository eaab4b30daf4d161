import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserNames, launchBrowser } from '../tools/browsers.mjs'
import { inPage, resultOf } from './open-page.ts'
import { type PageServer, startServer } from './server.ts'

const LIMIT_MS = 600_000
// As the server has them; they import the built codec.
const MODULES = '/packages/core/test/codec'
const graphs = Number(process.env['CODEC_GRAPHS'] ?? 10_000)
const seed = Number(process.env['CODEC_SEED'] ?? Math.floor(Math.random() * 2 ** 31))

describe.each(browserNames)('the codec in %s', (name) => {
  let browser: Browser
  const servers = new Map<string, PageServer>()

  beforeAll(async () => {
    const [launched, free, strict] = await Promise.all([
      launchBrowser(name),
      startServer(),
      startServer({ csp: "script-src 'self'" }),
    ])
    browser = launched
    servers.set('may', free).set('may not', strict)
  })

  afterAll(async () => {
    await browser?.close()
    await Promise.all([...servers.values()].map((server) => server.close()))
  })

  function resultIn(kind: string, asked: string): Promise<unknown> {
    return inPage(browser, servers.get(kind)!, `module.html?module=${MODULES}/${asked}`, resultOf)
  }

  describe.each([
    ['may', true],
    ['may not', false],
  ])('where pages %s generate code', (kind, canGenerate) => {
    test('differs from structuredClone in the known cases and in no other', { timeout: LIMIT_MS }, async () => {
      const result = await resultIn(kind, 'cases.page.ts')
      expect(result).toEqual({ wrong: [], straight: [], canGenerate, count: expect.toSatisfy((count) => count > 600) })
    })

    test(`carries ${graphs} random graphs from seed ${seed}`, { timeout: LIMIT_MS }, async () => {
      const result = await resultIn(kind, `graphs.page.ts&seed=${seed}&count=${graphs}`)
      expect(result, `CODEC_SEED=${seed} CODEC_GRAPHS=${graphs} does it again`).toBe('no difference')
    })
  })
})
