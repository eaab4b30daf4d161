import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { browserNames, launchBrowser } from '../tools/browsers.mjs'
import { runCase } from './open-page.ts'
import { type PageServer, startServer } from './server.ts'

const IN_ORDER = { received: 50_000, wrong: 0 }
const LARGE = ['before', true, 'between', true, true, 'after']
const TRANSFERRED = {
  misplaced: 0,
  attached: 0,
  wrongBuffers: 0,
  wrongPorts: 0,
  words: [1, 31, 61, 91, 121, 151, 181, 211, 241, 271].map((number) => `from the worker, with ${number}`),
}
/** The browsers do not agree on these either: docs/PARITY.md. */
const DIFFERENT = {
  chromium: ['listeners of the capture phase', 'a handler for messageerror starts nothing'],
  firefox: ['close() in a handler'],
}
const HEADERS = /Cross-Origin-Opener-Policy: same-origin.*Cross-Origin-Embedder-Policy: require-corp/

function mismatch(here: string, there: string): string {
  return `HandshakeError: Cannot use channel "foreign": the schemas of its sides differ, bids[].p is ${here} here and ${there} there`
}

function notLoaded(script: string): unknown {
  const words = `^Cannot load the worker's script .*${script}: .*connect\\(new Worker\\(url\\)\\)`
  return expect.stringMatching(new RegExp(words))
}

describe.each(browserNames)('%s', (name) => {
  let browser: Browser
  const servers = new Map<string, PageServer>()

  beforeAll(async () => {
    const [, isolated, open, other, strict] = await Promise.all([
      launch(),
      startServer(),
      startServer({ isolated: false }),
      startServer({ isolated: false }),
      startServer({ csp: "script-src 'self'" }),
    ])
    servers.set('isolated', isolated).set('open', open).set('other', other).set('strict', strict)
  })

  afterAll(async () => {
    await browser?.close()
    await Promise.all([...servers.values()].map((server) => server.close()))
  })

  // A test that hung once may hang again in the same processes.
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return
    await browser.close()
    await launch()
  })

  async function launch(): Promise<void> {
    browser = await launchBrowser(name)
  }

  async function resultOf(caseName: string, kind = 'isolated'): Promise<unknown> {
    const { result, warnings } = await runCase(browser, servers.get(kind)!, caseName)
    if (kind === 'open') expect(warnings).toEqual([expect.stringMatching(HEADERS)])
    else expect(warnings).toEqual([])
    return result
  }

  // In Firefox a frame is never credentialless: there that one is as any.
  test.each([
    ['of another origin stays open, though neither sees the locks of the other', 'other', '', 'open'],
    ['with storage and locks of its own stays open, in shared memory', 'isolated', '&credentialless', 'isolated'],
    ['of another origin is there in mode copied for an isolated page', 'strict', '&copied', 'isolated'],
  ])('a channel to a frame %s', async (_, server, how, kind) => {
    const frame = new URL('pages/frame.html', servers.get(server)!.url)
    expect(await resultOf(`frame${how}&frame=${encodeURIComponent(frame.href)}`, kind)).toEqual([
      'one',
      'two',
      'peer-closed',
    ])
  })

  test('an isolated page has channels in mode copied to a shared worker and a service worker', async () => {
    const faithful = { mode: 'copied', misplaced: 0, isFaithful: true, reason: 'closed' }
    expect(await resultOf('elsewhere')).toEqual({ shared: faithful, service: faithful, made: 'by its channel' })
  })

  describe.each([
    ['isolated', 'shared'],
    ['open', 'copied'],
    ['strict', 'shared'],
  ])('a page that is %s', (kind, mode) => {
    test('carries what structuredClone carries, and refuses what it refuses', async () => {
      const { wrong, ...rest } = (await resultOf('clone', kind)) as { wrong: string[] }
      expect(wrong).toEqual([])
      expect(rest).toEqual({ last: ['after the refusals'], mode })
    })

    test('keeps the order of 50,000 messages in both directions', async () => {
      expect(await resultOf('order', kind)).toEqual({ page: IN_ORDER, worker: IN_ORDER })
    })

    test('gives transferred buffers and ports their place in the order', async () => {
      expect(await resultOf('transfer', kind)).toEqual(TRANSFERRED)
    })

    test('has ports to native workers, and between any two threads', async () => {
      expect(await resultOf('connect', kind)).toEqual({
        native: [{ native: 'beside' }],
        misplaced: 0,
        mode: [mode],
        own: [{ mode, data: 'to a worker of ours' }],
        channel: { misplaced: 0, mode, reason: 'closed' },
      })
    })

    test('ends with its worker', async () => {
      const terminated = { reason: 'closed', after: 0 }
      expect(await resultOf('terminate', kind)).toEqual({
        echo: terminated,
        ...(mode === 'shared' && { blocking: terminated }),
        first: 'peer-closed',
        closes: { reason: 'peer-closed', messages: 500, together: 0 },
        dies: { reason: 'peer-died', messages: 501, together: 0 },
      })
    })

    test('hears all that a thread posts in the task in which it ends', { timeout: 60_000 }, async () => {
      expect(await resultOf('last-words', kind)).toEqual([])
    })

    test('learns that the thread at the other end of a channel is gone', async () => {
      const died = { reason: 'peer-died', inOrder: true }
      expect(await resultOf('death', kind)).toEqual({
        ended: died,
        closed: { reason: 'peer-closed', inOrder: true },
        idle: died,
        busy: died,
        kept: { ...died, count: 4 },
        unheard: 'peer-died',
        between: { reason: 'peer-died', pending: 'ClosedError' },
        unseen: 'peer-died',
        ...(mode === 'shared' && { 'ended before': 'peer-died' }),
      })
    })

    test('gives a slow listener all that a thread sent before it was gone', async () => {
      const all = { count: 200, misplaced: 0 }
      expect(await resultOf('late-messages', kind)).toEqual({
        ended: { reason: 'peer-died', ...all },
        closed: { reason: 'peer-closed', ...all },
      })
    })

    test('runs one program over a native port and over ours, with one log', async () => {
      const { native, ours } = (await resultOf('script', kind)) as { native: string[]; ours: string[] }
      expect(native.length).toBeGreaterThan(20)
      expect(ours).toEqual(native)
    })

    test('is a MessagePort in every respect that a program in a page can see', async () => {
      const { native, ours } = (await resultOf('parity', kind)) as Record<string, Record<string, string[]>>
      expect(Object.keys(native!).length).toBeGreaterThan(9)
      for (const log of Object.values(native!)) expect(log).not.toEqual([])
      const different = Object.keys(native!).filter((each) => String(native![each]) !== String(ours![each]))
      expect(different).toEqual(DIFFERENT[name])
    })

    test('has the face of the platform’s Worker', async () => {
      const { native, ours } = (await resultOf('face', kind)) as { native: unknown[]; ours: unknown[] }
      expect(native).toEqual(['', 'one', 'two', 'refused: TypeError TypeError undefined false'])
      expect(ours).toEqual(native)
    })

    test('tells of messages that cannot be read in their place, and reads all others', async () => {
      const { native, ours } = (await resultOf('unreadable', kind)) as { native: unknown[]; ours: unknown[] }
      expect(native).toHaveLength(121)
      expect(native[1]).toBe('unreadable null')
      expect(ours).toEqual(native)
    })

    test('carries classes of the program, in the ring, before there is one, and without any', async () => {
      expect(await resultOf('own-classes', kind)).toEqual({
        wrong: 0,
        beside: ['Crate of a port', 'Crate of a port', true],
        unreadable: [
          'Cannot make an instance of "Fragile": its from() threw it broke',
          'Money 1',
          expect.stringMatching(/"Money".*register it in codec\.classes on both sides/),
        ],
        mode,
        native: ['Crate of Money 5', 'Crate of Money 5'],
        own: ['Crate of Money 5', 'Crate of Money 5'],
        channel: [3, 'Money 6', 'Money 7', 0],
      })
    })

    test('has typed channels, in order with messages, and between versions', async () => {
      expect(await resultOf('typed', kind)).toEqual({
        there: 0,
        here: 0,
        version: { symbol: 'A', bids: [{ p: 1, q: 1.5 }] },
        mismatch: [mismatch('f64', 'f32'), mismatch('f32', 'f64'), 'HandshakeError'],
        released: 'TypeError',
        mode,
      })
    })

    test('has states, each way, whole and never older', async () => {
      const result = (await resultOf('state', kind)) as object
      expect(result).toMatchObject({ torn: 0, older: 0, isLong: true, mode: [mode, mode], freed: true })
    })

    test('keeps what comes once a worker has used its port, and tells it of the end', async () => {
      expect(await resultOf('first-use', kind)).toEqual({
        'listens late': 0,
        told: 'peer-closed',
        'only posts': ['peer-closed', 'peer-closed'],
        typed: [
          ['first', 'for the first'],
          ['second', 'for the second'],
        ],
        'by an event': ['one', 'two'],
        'native handler': [
          ['got', 'one'],
          ['got', ''],
          ['got', ['', 1, 2]],
          ['got', 'two'],
        ],
      })
    })

    test('gives a worker that knows nothing of us native messages', async () => {
      const { result, warnings } = await runCase(browser, servers.get(kind)!, 'native-worker')
      const isIsolated = mode === 'shared'
      expect(result).toEqual({ misplaced: 0, last: 8, left: 0, mode: isIsolated ? 'native' : 'copied' })
      expect(warnings).toEqual([expect.stringMatching(isIsolated ? /write import \{ parentPort \} from/ : HEADERS)])
    })

    // In Firefox 153 a module worker that makes a worker while its script runs hears nothing now and then: also a native
    // one.
    test('serves a worker within a worker', { retry: 3, timeout: 15_000 }, async () => {
      expect(await resultOf('nested', kind)).toEqual({ inner: [1, { two: 2 }, 'three'], lastMode: mode, mode })
    })
  })

  test('outlives its Comlink proxies, as a native worker does', async () => {
    const answered = ['a plain message is answered', 'another is answered', 'the call under way']
    expect(await resultOf('comlink')).toEqual([answered, answered])
  })

  test('uses code that slipring compile has written where a policy forbids to generate it', async () => {
    const [command, source] = ['../packages/core/bin/slipring.mjs', 'pages/schemas.js'].map((path) =>
      fileURLToPath(new URL(path, import.meta.url)),
    )
    const target = fileURLToPath(new URL('pages/compiled/schemas.code.js', import.meta.url))
    mkdirSync(dirname(target), { recursive: true })
    execFileSync(process.execPath, [command!, 'compile', source!, '-o', target])
    const used = { isForbidden: true, isGenerated: true, isSame: true, value: { number: 41, text: '' } }
    expect(await resultOf('ahead', 'strict')).toEqual(used)
  })

  test('tries once to generate code where a policy forbids it, and never where the program says so', async () => {
    expect(await resultOf('no-codegen', 'strict')).toEqual({ forbidden: 0, allowed: 1 })
  })

  test('sends nothing but its messages from our parentPort to a native Worker', async () => {
    const refused = 'TypeError: Cannot open a channel under a native Worker'
    expect(await resultOf('under-native')).toEqual([
      [{ hello: 1 }, 'two'],
      [expect.stringContaining(refused), expect.stringContaining(refused.replace('open a channel', 'use a codec'))],
    ])
  })

  test('serves classic workers, by address and by blob', async () => {
    const used = { ready: { isMarked: true, name: 'classic' }, echo: [{ classic: true }], mode: 'shared' }
    expect(await resultOf('classic')).toEqual({ url: used, blob: used })
  })

  test('carries messages larger than the ring, by a larger ring or by the native port', async () => {
    expect(await resultOf('large')).toEqual({ growing: LARGE, spilling: LARGE })
  })

  test('tells of exceptions when the platform does, and goes on', async () => {
    const handler = [0, 1, 'from the handler', 'errors.js', 2, 'of the platform', 3]
    const worker = [2000, 'throws.js']
    expect(await resultOf('errors')).toEqual({
      handler: { native: handler, ours: handler },
      worker: { native: worker, ours: worker },
    })
  })

  test('says what to do where the script of a worker cannot be loaded', async () => {
    const { result, warnings } = await runCase(browser, servers.get('isolated')!, 'absent')
    expect(result).toEqual({
      missing: ['error', notLoaded('not-there.js'), 'peer-died', 'peer-died'],
      unbundled: ['error', notLoaded('blob:.*'), 'peer-died', 'peer-died'],
    })
    // Of each native one, and of the one whose listeners prevented nothing.
    const told = warnings.filter((warning) => warning.startsWith("Cannot load the worker's script"))
    expect(told).toEqual([expect.any(String), expect.any(String), notLoaded('not-there.js')])
  })

  test('keeps order however page and worker begin', async () => {
    expect(await resultOf('handshake')).toEqual({
      throughout: { misplaced: 0, isShared: true },
      'only posts': [0, 0],
      'listens late': 0,
      'loads late': ['listening', 0],
      'high water mark': 2048,
      'options of the worker': [true, 'BufferFullError'],
      'entry module': [{ runs: 1, doubled: 84, name: 'mine' }],
      'inherited options': [{ runs: 1, doubled: 84, name: 'inherited' }],
    })
  })

  test('wakes a sleeping thread by waitAsync, and by a native message', async () => {
    const woken = { right: 40, hasSlept: true, spills: 0 }
    expect(await resultOf('wake')).toEqual({ waitAsync: woken, port: woken })
  })

  test('lends bytes where they lie, and with copied messages in memory of their own', async () => {
    expect(await resultOf('lease')).toEqual({
      mode: 'shared',
      wrong: [],
      areShared: true,
      first: { mode: 'shared', bytes: [1, 2, 3] },
    })
    expect(await resultOf('lease', 'open')).toEqual({
      mode: 'copied',
      wrong: [],
      areShared: false,
      first: { mode: 'copied', bytes: [1, 2, 3] },
    })
  })

  test('lets a page poll and ask, and a worker ask and block', async () => {
    const ended = 'ClosedError peer-closed'
    const asked = { first: 'first', misplaced: 0, late: 'TimeoutError', pending: ended, left: [] }
    expect(await resultOf('pull')).toEqual({
      ofWorker: { before: 'undefined', misplaced: 0 },
      byPromise: asked,
      native: asked,
      onPage: { misplaced: 0, last: 'undefined' },
      inWorker: 0,
      window: 'TypeError',
      ends: [
        ['last', 'peer-closed'],
        ['one', 'peer-closed'],
      ],
    })
  })
})
