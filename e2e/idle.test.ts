import { existsSync } from 'node:fs'
import type { Browser } from 'playwright'
import { expect, test } from 'vitest'
import { browserNames, launchBrowser } from '../tools/browsers.mjs'
import { inPage, resultOf } from './open-page.ts'
import { pageThreads } from '../tools/page-threads.ts'
import { type PageServer, startServer } from './server.ts'

const SILENCE_MS = 2000
const WORKERS = 4

// A thread that always looks would run for 2000 ms. One that looks briefly every few milliseconds would run for about 10 ms.
const MOST_MORE_MS = 40

const reason = existsSync('/proc/self/schedstat')
  ? ''
  : 'no /proc/self/schedstat: only Linux tells how long a thread of another process has run'
if (reason !== '') console.log(`e2e/idle.test.ts is skipped: ${reason}`)

test.skipIf(reason !== '').each(browserNames)(
  'in %s, the threads of ports that are silent for two seconds run no longer than those of silent native workers',
  async (name) => {
    const [browser, server] = await Promise.all([launchBrowser(name), startServer()])
    try {
      const native = await msRunInSilence(browser, server, 'idle-native')
      const ours = await msRunInSilence(browser, server, 'idle')
      const [theirs, own] = [native, ours].map((all) => all.map((ms) => ms.toFixed(2)).join(', '))
      console.log(`${name}: ms on a processor in ${SILENCE_MS} ms: ${own}; native ${theirs}`)
      expect(sum(ours)).toBeLessThan(sum(native) + MOST_MORE_MS)
    } finally {
      await browser.close()
      await server.close()
    }
  },
)

/** Milliseconds that each thread of the page ran while it was silent. */
async function msRunInSilence(browser: Browser, server: PageServer, name: string): Promise<number[]> {
  return inPage(browser, server, `case.html?case=${name}`, async (page) => {
    expect(await resultOf(page)).toBe('silent')
    const before = pageThreads(WORKERS)
    await new Promise((resolve) => setTimeout(resolve, SILENCE_MS))
    const after = pageThreads(WORKERS)
    // The page's main thread, and its workers.
    expect(before.length).toBeGreaterThanOrEqual(WORKERS + 1)
    expect(Math.min(...before.map(({ nanoseconds }) => nanoseconds)), 'a thread that never ran').toBeGreaterThan(0)
    // How long an ended thread ran cannot be read.
    const later = new Map(after.map(({ id, nanoseconds }) => [id, nanoseconds]))
    const ended = before.filter(({ id }) => !later.has(id))
    expect(ended, 'threads that have ended').toEqual([])
    return before.map(({ id, nanoseconds }) => (later.get(id)! - nanoseconds) / 1e6)
  })
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
