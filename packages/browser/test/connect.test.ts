import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createChannel } from '../src/channel.ts'

// These globals exist in a worker and not in Node.
const scope = new EventTarget()
beforeEach(() => {
  vi.stubGlobal('DedicatedWorkerGlobalScope', { [Symbol.hasInstance]: (value: unknown) => value === globalThis })
  vi.stubGlobal('addEventListener', scope.addEventListener.bind(scope))
  vi.stubGlobal('removeEventListener', scope.removeEventListener.bind(scope))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test.each([
  [{}, 'an object'],
  [null, 'null'],
  [undefined, 'undefined'],
  ['worker.js', 'a string'],
])('connect(%j) is a TypeError that says so, and makes no port', async (worker, given) => {
  const { connect } = await import('../src/connect.ts')
  const request = vi.fn(async () => {})
  vi.stubGlobal('navigator', { locks: { request } })
  expect(() => connect(worker as never)).toThrow(new TypeError(`Cannot connect to ${given}: use a Worker`))
  expect(request).not.toHaveBeenCalled()
})

test('connect() gives the port of a Worker that another copy of the package has made', async () => {
  const { connect } = await import('../src/connect.ts')
  const { Worker: Own } = await import('../src/worker.ts')
  vi.resetModules()
  const { Worker: Other } = await import('../src/worker.ts')
  expect(Other).not.toBe(Own)
  const { port } = createChannel({ mode: 'copied' })
  const worker = Object.create(Other.prototype, { slipringPort: { value: port } }) as InstanceType<typeof Other>
  expect(connect(worker)).toBe(port)
  port.close()
})

test('accept() takes no connection by options that cannot be', async () => {
  const { accept } = await import('../src/connect.ts')
  await expect(accept({ maxCapacity: -1 })).rejects.toThrow(RangeError)
  const accepted = accept()
  const { port, offer } = createChannel({ mode: 'copied' })
  scope.dispatchEvent(new MessageEvent('message', { data: { slipringConnect: offer } }))
  const other = await accepted
  port.postMessage('to who can take it')
  expect(await other.receive({ timeout: 5000 })).toBe('to who can take it')
  port.close()
  other.close()
})
