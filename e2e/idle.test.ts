import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { browserNames, launchBrowser } from '../scripts/browsers.mjs'
import { inPage, resultOf } from './open-page.ts'
import { pageThreads } from './processor-time.ts'
import { startServer } from './server.ts'

const SILENCE_MS = 2000
const WORKERS = 4

// A thread that looked without end would run for 2000 ms, one that looked for 50 µs every 10 ms for 10 ms.
const ALLOWED_MS = 40

const reason = existsSync('/proc/self/schedstat')
  ? ''
  : 'no /proc/self/schedstat: only Linux tells how long a thread of another process has run'
if (reason !== '') console.log(`e2e/idle.test.ts is skipped: ${reason}`)

test.skipIf(reason !== '').each(browserNames)(
  'in %s, the threads of ports that are silent for two seconds do not run',
  async (name) => {
    const [browser, server] = await Promise.all([launchBrowser(name), startServer()])
    try {
      const ranMs = await inPage(browser, server, 'case.html?case=idle', async (page) => {
        expect(await resultOf(page)).toBe('silent')
        const before = pageThreads(WORKERS)
        await new Promise((resolve) => setTimeout(resolve, SILENCE_MS))
        const after = pageThreads(WORKERS)
        // The page's main thread, and its workers.
        expect(before.size).toBeGreaterThanOrEqual(WORKERS + 1)
        expect(Math.min(...before.values()), 'a thread that never ran').toBeGreaterThan(0)
        // Nobody knows how long one ran that is gone.
        expect(
          [...before.keys()].filter((id) => !after.has(id)),
          'threads that have ended',
        ).toEqual([])
        return [...before].map(([id, nanoseconds]) => (after.get(id)! - nanoseconds) / 1e6)
      })
      console.log(`${name}: ms on a processor in ${SILENCE_MS} ms: ${ranMs.map((ms) => ms.toFixed(2)).join(', ')}`)
      expect(ranMs.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(ALLOWED_MS)
    } finally {
      await browser.close()
      await server.close()
    }
  },
)
