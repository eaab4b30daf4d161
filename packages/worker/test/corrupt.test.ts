import { Worker as NativeWorker } from 'node:worker_threads'
import { attach, createChannel, receiveMessageSync, Worker } from '@slipring/worker'
import { expect, test, vi } from 'vitest'

const PRODUCER_POSITION = 32

// In a drop-in Worker it was an uncaught exception, and its `exit` listeners were not called.
test('a peer that dies after it has spoiled its ring ends the port as corrupt, also when nobody asks for messages', async () => {
  const { port, offer } = createChannel({ capacity: 4096 })
  // From now on what nobody pulls waits.
  await expect(port.receive({ timeout: 1 })).rejects.toThrow('No message within 1 ms')
  Atomics.store(new Int32Array(offer.rings![1]), PRODUCER_POSITION, 4)
  port.abandonBy(false)
  expect(await port.closed).toMatchObject({ reason: 'corrupt', error: { name: 'RingCorruptError' } })
})

test('a port that only listens is told by a messageerror why nothing comes any more, and then of the end', async () => {
  const { port, offer } = createChannel({ capacity: 4096 })
  const other = attach(offer)
  const log: unknown[] = []
  other.on('message', (message) => log.push(message))
  other.on('messageerror', (error) => log.push(error))
  const isClosed = new Promise((resolve) => other.once('close', resolve))
  port.postMessage('first')
  await vi.waitFor(() => expect(log).toEqual(['first']))
  port.postMessage('torn')
  Atomics.store(new Int32Array(offer.rings![0]), PRODUCER_POSITION, 4)
  await isClosed
  expect(log).toEqual(['first', expect.objectContaining({ name: 'RingCorruptError' })])
  port.close()
})

// The look before the sleep threw, and nobody ended the port.
test('a thread that blocks for a message when the ring is spoiled ends the port', async () => {
  const { port, offer } = createChannel({ capacity: 4096 })
  const spoil = `const { workerData } = require('node:worker_threads')
    setTimeout(() => Atomics.store(new Int32Array(workerData), ${PRODUCER_POSITION}, 4), 20)`
  const worker = new NativeWorker(spoil, { eval: true, workerData: offer.rings![1] })
  expect(() => receiveMessageSync(port, { timeout: 5000 })).toThrow(
    expect.objectContaining({ name: 'RingCorruptError' }),
  )
  expect(await port.closed).toMatchObject({ reason: 'corrupt' })
  await worker.terminate()
})

test('a worker that blocks for room learns that the other end was corrupt', async () => {
  const progress = new Int32Array(new SharedArrayBuffer(8))
  const url = new URL('spoils-and-blocks.worker.ts', import.meta.url)
  const worker = new Worker(url, { capacity: 4096, parentPort: { whenFull: 'block' }, workerData: progress })
  worker.on('message', () => {})
  worker.on('messageerror', () => {})
  expect(Atomics.wait(progress, 0, 0, 5000)).not.toBe('timed-out')
  expect(await worker.port.closed).toMatchObject({ reason: 'corrupt' })
  await vi.waitFor(() => expect(Atomics.load(progress, 1)).toBe(1))
  await worker.terminate()
})
