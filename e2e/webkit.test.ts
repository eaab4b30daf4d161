import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type PageServer, startServer } from './server.ts'
import { launchWebKit, type WebKit, whyNoWebKit } from './webkit.ts'

const TERMINATED = { reason: 'closed', after: 0 }
const LARGE = ['before', true, 'between', true, true, 'after']

const reason = whyNoWebKit()
if (reason === undefined) describeEngine()
else test('WebKitGTK', ({ skip }) => skip(reason))

function describeEngine(): void {
  describe.each(['shared', 'copied'] as const)('WebKitGTK, in mode %s', { timeout: 90_000 }, (mode) => {
    let webkit: WebKit
    let server: PageServer

    beforeAll(async () => {
      ;[webkit, server] = await Promise.all([launchWebKit(mode === 'shared'), startServer()])
    }, 60_000)

    afterAll(async () => {
      await webkit?.close()
      await server?.close()
    })

    function resultOf(name: string): Promise<unknown> {
      return webkit.resultOf(`${server.url}pages/case.html?case=${name}`)
    }

    if (mode === 'shared') {
      test('shares one memory with two workers, and rings between three threads', async () => {
        expect(await webkit.resultOf(`${server.url}pages/memory.html`)).toEqual([1, 2])
        expect(await webkit.resultOf(`${server.url}pages/rings.html`)).toEqual({ received: 50_000, wrong: 0 })
      })

      test('lets a worker ask and block', async () => {
        expect(await resultOf('pull')).toMatchObject({ onPage: { misplaced: 0 }, inWorker: 0, window: 'TypeError' })
      })
    }

    test('has ports to native workers, and between any two threads', async () => {
      expect(await resultOf('connect')).toEqual({
        native: [{ native: 'beside' }],
        misplaced: 0,
        mode: [mode],
        own: [{ mode, data: 'to a worker of ours' }],
        channel: { misplaced: 0, mode, reason: 'closed' },
      })
    })

    // The engine's own clone of an error has the place where it was made. In shared memory an error has what the standard names.
    test('carries what structuredClone carries, and refuses what it refuses', async () => {
      const wrong = mode === 'shared' ? ['errors: $.0: keys message for message,line,column,sourceURL'] : []
      expect(await resultOf('clone')).toEqual({ last: ['after the refusals'], mode, wrong })
    })

    test('gives transferred buffers and ports their place in the order', async () => {
      expect(await resultOf('transfer')).toMatchObject({ misplaced: 0, attached: 0, wrongBuffers: 0, wrongPorts: 0 })
    })

    test('carries messages larger than the ring', async () => {
      expect(await resultOf('large')).toEqual({ growing: LARGE, spilling: LARGE })
    })

    test('ends with its worker', async () => {
      expect(await resultOf('terminate')).toEqual({
        echo: TERMINATED,
        blocking: TERMINATED,
        first: 'peer-closed',
        closes: { reason: 'peer-closed', messages: 500, together: 0 },
        dies: { reason: 'peer-died', messages: 501, together: 0 },
      })
    })

    test.each(['script', 'face'])(
      'runs the program "%s" over a native worker and over ours, with one log',
      async (name) => {
        const { native, ours } = (await resultOf(name)) as { native: unknown[]; ours: unknown[] }
        expect(native.length).toBeGreaterThan(3)
        expect(ours).toEqual(native)
      },
    )

    test('has typed channels, in order with messages, and between versions', async () => {
      expect(await resultOf('typed')).toMatchObject({
        there: 0,
        here: 0,
        version: { symbol: 'A', bids: [{ p: 1, q: 1.5 }] },
        released: 'TypeError',
        mode,
      })
    })

    test('has states, each way, and a terminated reader gives its place to another', async () => {
      const found = await resultOf('state')
      expect(found).toMatchObject({ torn: 0, older: 0, isLong: true, mode: [mode, mode], freed: true })
    })

    test('keeps what comes once a worker has used its port', async () => {
      expect(await resultOf('first-use')).toMatchObject({ 'listens late': 0, told: 'peer-closed' })
    })

    test('wakes a thread, by waitAsync and by a native message', async () => {
      const woken = { right: 40, hasSlept: mode === 'shared', spills: 0 }
      expect(await resultOf('wake')).toEqual({ waitAsync: woken, port: woken })
    })

    test('lends bytes where they lie', async () => {
      expect(await resultOf('lease')).toMatchObject({ mode, wrong: [], areShared: mode === 'shared' })
    })

    test('serves a worker within a worker', async () => {
      expect(await resultOf('nested')).toEqual({ inner: [1, { two: 2 }, 'three'], lastMode: mode, mode })
    })

    test('has pools', async () => {
      expect(await resultOf('pool')).toMatchObject({ wrong: 0, map: true, died: 'WorkerDiedError', after: 10, left: 0 })
    })
  })
}
