import { Worker } from '@slipring/worker'
import { expect, test } from 'vitest'
import { pair } from './open-ports.ts'

const documents = (id: number): object => ({
  id,
  documents: Array.from({ length: 100 }, (_, index) => `${id} ${index} `.padEnd(800, 'lorem ipsum ')),
})

test('messages of long texts go by the native port from both threads, in one order with small ones', async () => {
  const worker = new Worker(new URL('./echo.worker.ts', import.meta.url))
  const values = Array.from({ length: 60 }, (_, id) => (id % 3 === 0 ? { id } : documents(id)))
  const arrived: unknown[] = []
  const all = new Promise<void>((resolve) => {
    worker.on('message', (value) => arrived.push(value) === values.length + 1 && resolve())
  })
  worker.postMessage('first')
  await worker.port.ready
  for (const value of values) worker.postMessage(value)
  await all
  expect(arrived).toEqual(['first', ...values])
  await worker.terminate()
})

test('the platform refuses a part of one, and the path to it is told', async () => {
  const [port, other] = pair()
  const heard: unknown[] = []
  other.on('message', (value) => heard.push(value))
  for (const id of [0, 1]) port.postMessage(documents(id))
  expect(port.stats().spills).toBe(1)
  const refused = { id: 2, documents: [...(documents(2) as { documents: unknown[] }).documents, () => {}] }
  expect(() => port.postMessage(refused)).toThrow(/could not be cloned.*documents\[100\]/)
  port.postMessage(documents(3))
  await expect.poll(() => heard).toEqual([documents(0), documents(1), documents(3)])
  expect(other.stats().bytesReceived).toBe(port.stats().bytesSent)
  await expect.poll(() => port.bufferedAmount).toBe(0)
})
