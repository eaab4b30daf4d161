/** Two copies of the package in one thread, as where a library brings its own. */

import { expect, test, vi } from 'vitest'
import { closeAfterTest } from './open-ports.ts'

test('connect() of one gives the port of a Worker of the other', async () => {
  const { Worker } = await import('@slipring/worker')
  vi.resetModules()
  const { connect, receiveMessageSync, Worker: Other } = await import('@slipring/worker')
  expect(Other).not.toBe(Worker)
  const worker = new Worker(new URL('echo.worker.ts', import.meta.url))
  closeAfterTest(worker)
  const port = connect(worker)
  expect(port).toBe(worker.port)
  port.postMessage({ by: 'either' })
  expect(receiveMessageSync(port, { timeout: 5000 })).toEqual({ message: { by: 'either' } })
})
