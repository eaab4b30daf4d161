import { once } from 'node:events'
import { Worker } from '@slipring/worker'
import { expect, test } from 'vitest'

test('a worker that stops listening ends by itself although messages pour in', async () => {
  const worker = new Worker(new URL('stops-listening.worker.ts', import.meta.url))
  const message = { text: 'x'.repeat(500) }
  let isOver = false
  const flood = (): void => {
    for (let burst = 0; burst < 500; burst++) worker.postMessage(message)
    if (!isOver) setImmediate(flood)
  }
  flood()
  const exit = once(worker, 'exit')
  const limit = setTimeout(() => void worker.terminate(), 5000)
  const [code] = await exit
  isOver = true
  clearTimeout(limit)
  expect(code).toBe(0)
})
