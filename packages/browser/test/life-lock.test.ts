import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { BrowserPort } from '../src/browser-port.ts'
import { awaitLock, awaitSharedLock, holdLock } from '../src/life-lock.ts'

const port = { closed: Promise.resolve({ reason: 'closed' }) } as unknown as BrowserPort
const reportError = vi.fn()

function lockFailing(error: unknown): void {
  const request = async (): Promise<unknown> => {
    throw error
  }
  vi.stubGlobal('navigator', { locks: { request, query } })
}

async function grantAtOnce(...request: unknown[]): Promise<unknown> {
  return (request.at(-1) as () => unknown)()
}

async function query(): Promise<LockManagerSnapshot> {
  return { held: [{ name: 'lock' }] }
}

async function useLocks(): Promise<void> {
  holdLock('lock', port, () => {})
  void awaitLock({ slipringAlive: 'lock' }, port, { received: 0, end: () => {} })
  await new Promise((resolve) => setTimeout(resolve))
}

beforeEach(() => {
  vi.stubGlobal('reportError', reportError.mockClear())
})

afterEach(() => {
  vi.unstubAllGlobals()
})

test('a lock that fails is reported by either side', async () => {
  const error = new DOMException('too many of them', 'QuotaExceededError')
  lockFailing(error)
  await useLocks()
  expect(reportError.mock.calls).toEqual([[error], [error]])
})

test('an error of a listener for the lock is reported', async () => {
  const error = new TypeError('on purpose')
  vi.stubGlobal('navigator', { locks: { request: grantAtOnce } })
  holdLock('lock', port, () => {
    throw error
  })
  await vi.waitFor(() => expect(reportError.mock.calls).toEqual([[error]]))
})

test.each(['AbortError', 'SecurityError', 'NotSupportedError', 'InvalidStateError'])(
  '%s is not reported: nobody waits, or there are no locks',
  async (name) => {
    lockFailing(new DOMException('', name))
    await useLocks()
    expect(reportError).not.toHaveBeenCalled()
  },
)

test('where there are no locks nothing is reported', async () => {
  vi.stubGlobal('navigator', {})
  await useLocks()
  vi.stubGlobal('navigator', undefined)
  // As in a worklet in Chromium.
  vi.stubGlobal('AbortController', undefined)
  await useLocks()
  expect(reportError).not.toHaveBeenCalled()
})

test.each([
  ['that sees ours, also when it is free already', true, 'another lock', 1],
  ['that does not, when it is held', false, 'lock', 1],
  ['that does not, not when it is free: it may be of another origin', false, 'another lock', 0],
])('the lock is waited for of a side %s', async (_, seesOther, name, count) => {
  const request = vi.fn(async () => {})
  vi.stubGlobal('navigator', { locks: { request, query: async () => ({ held: [{ name }] }) } })
  await awaitLock({ slipringAlive: 'lock', seesOther }, port, { received: 0, end: () => {} })
  expect(request).toHaveBeenCalledTimes(count)
})

test('a side that holds a lock tells whether it sees the lock of the other', async () => {
  vi.stubGlobal('navigator', { locks: { request: grantAtOnce, query } })
  const told: unknown[] = []
  for (const ofOther of [undefined, 'lock', 'another lock'])
    await new Promise<void>((resolve) => {
      holdLock('own', port, ({ seesOther }) => resolve(void told.push(seesOther)), ofOther)
    })
  expect(told).toEqual([false, true, false])
})

test('a lane ends when its thread is gone and nothing has come for a while', async () => {
  vi.stubGlobal('navigator', { locks: { request: grantAtOnce, query } })
  const lane = { received: 0, end: vi.fn() }
  void awaitLock({ slipringAlive: 'lock' }, port, lane)
  const timer = setInterval(() => lane.received++, 20)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(lane.end).not.toHaveBeenCalled()
  clearInterval(timer)
  await vi.waitFor(() => expect(lane.end).toHaveBeenCalledOnce())
})

test('a lock that this thread cannot see, as that of another origin, is not taken for free', async () => {
  vi.stubGlobal('navigator', { locks: { request: grantAtOnce, query } })
  const lane = { received: 0, end: vi.fn() }
  await awaitLock({ slipringAlive: 'another' }, port, lane)
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(lane.end).not.toHaveBeenCalled()
})

const open = { closed: new Promise(() => {}) } as unknown as BrowserPort

test('the maker of a channel in shared memory says so when neither side sees locks of the other', async () => {
  vi.stubGlobal('navigator', { locks: { request: vi.fn(), query } })
  const tell = vi.fn()
  const onAlive = awaitSharedLock(open, { received: 0, end: () => {} }, tell)
  await onAlive({ slipringAlive: 'lock', seesOther: false })
  expect(tell).not.toHaveBeenCalled()
  await onAlive({ slipringAlive: 'another lock', seesOther: false })
  expect(tell.mock.calls).toEqual([[{ areApart: true }]])
})

test('a port whose maker holds no lock ends in five seconds, unless the maker says that it is there', async () => {
  vi.stubGlobal('navigator', { locks: { request: vi.fn(), query: async () => ({ held: [] }) } })
  const [told, untold] = [vi.fn(), vi.fn()]
  const onAlive = awaitSharedLock(open, { received: 0, end: told }, undefined)
  const onOther = awaitSharedLock(open, { received: 0, end: untold }, undefined)
  await Promise.all([onAlive, onOther].map((hear) => hear({ slipringAlive: 'lock' })))
  await onAlive({ slipringAlive: 'lock', areApart: true })
  await vi.waitFor(() => expect(untold).toHaveBeenCalledOnce())
  expect(told).not.toHaveBeenCalled()
})
