// The end of a worker's port is no event of the platform. A port that is only pulled sleeps at no gate while nobody waits.
import { Worker } from '@slipring/worker'
import { expect, test } from 'vitest'
import { closeAfterTest } from './open-ports.ts'

const url = new URL('ends-pulled.worker.ts', import.meta.url)

test('a port that was only pulled learns that its worker has closed the other end', async () => {
  const worker = new Worker(url, { env: { CLOSES: '1' } })
  closeAfterTest(worker)
  expect(await worker.port.receive()).toBe('last')
  expect(await worker.port.closed).toEqual({ reason: 'peer-closed' })
})

test('and so does a worker that was only pulling', async () => {
  const worker = new Worker(url)
  closeAfterTest(worker)
  const signal = new Int32Array(new SharedArrayBuffer(4))
  worker.postMessage({ signal })
  expect(await worker.port.receive()).toBe('received')
  worker.port.close()
  await expect.poll(() => Atomics.load(signal, 0)).toBe(1)
})
