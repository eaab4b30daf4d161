import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserNames, launchBrowser } from '../tools/browsers.mjs'
import { runCase } from './open-page.ts'
import { startServer } from './server.ts'

describe.each(browserNames)('%s', (name) => {
  let browser: Browser

  beforeAll(async () => {
    browser = await launchBrowser(name)
  })

  afterAll(() => browser?.close())

  test.each([true, false])('a pool, on a page that is isolated: %s', async (isolated) => {
    const server = await startServer({ isolated })
    try {
      const { result } = await runCase(browser, server, 'pool')
      expect(result).toEqual({
        wrong: 0,
        map: true,
        error: [true, 'too large', 'the task', 'E_LARGE'],
        bytes: [100_000, 7],
        unknown: 'Cannot run "eco": the worker\'s module exports no such function; did you mean "echo"?',
        others: [2, 4, 6],
        late: 'TimeoutError',
        died: 'WorkerDiedError',
        after: 10,
        mapped: [20, 1, 5],
        streamed: [true, true, 'TimeoutError', 'TypeError', 0],
        fed: [true, 'a stream of the page', true],
        closed: 'ClosedError',
        notLoaded: [
          'PoolLoadError',
          expect.stringMatching(/^Cannot load the worker's script: the worker ended .*: look whether its URL exists/),
        ],
        left: 0,
      })
    } finally {
      await server.close()
    }
  })
})
