import { type ParentPortOptions, Worker } from '@slipring/worker'
import { expect, test } from 'vitest'
import { closeAfterTest } from './open-ports.ts'

const FILE = new URL('parent-port-options.worker.ts', import.meta.url)

/** Lets a worker post up to `count` messages. Returns the numbers that came, and what the worker says of its port. */
async function flooded(count: number, parentPort: ParentPortOptions) {
  const worker = new Worker(FILE, { workerData: count, capacity: 4096, parentPort })
  closeAfterTest(worker)
  const numbers: unknown[] = []
  for await (const message of worker.port) {
    const { number, ...said } = message as Record<string, unknown>
    if (number === undefined) return { numbers, said }
    numbers.push(number)
  }
  throw new Error('the worker has ended without a word')
}

const inOrder = (count: number): number[] => Array.from({ length: count }, (_, number) => number)

test('a worker that is to block when its ring is full keeps to that ring', async () => {
  const { numbers, said } = await flooded(2000, { whenFull: 'block', highWaterMark: 1000 })
  expect(numbers).toEqual(inOrder(2000))
  expect(said).toMatchObject({ error: undefined, growths: 0, highWaterMark: 1000 })
})

test('a worker may be refused what would be buffered beyond a limit', async () => {
  const { numbers, said } = await flooded(100_000, { maxBufferedBytes: 50_000 })
  expect(said).toMatchObject({ error: 'BufferFullError', highWaterMark: 2048 })
  expect(numbers).toEqual(inOrder(numbers.length))
  expect(numbers.length).toBeGreaterThan(80)
})

test('no limit is a limit too', async () => {
  const options = { maxBufferedBytes: Infinity, highWaterMark: Infinity, maxCapacity: Infinity, whenFull: undefined }
  const { numbers } = await flooded(500, options)
  expect(numbers).toEqual(inOrder(500))
})

test.each([
  [{ whenFull: 'wait' }, 'Cannot use whenFull "wait": use "buffer", "block" or "throw"'],
  [{ maxBufferedBytes: 0 }, 'Cannot use maxBufferedBytes of 0: use a number above 0'],
  [{ codec: {} }, 'Cannot give a parentPort its codec from here: use parentPort.useCodec() in the worker'],
  [null, 'Cannot make a parentPort with null: use options, such as { maxBufferedBytes: 2 ** 24 }'],
  [true, 'Cannot make a parentPort with true: use options, such as { maxBufferedBytes: 2 ** 24 }'],
])('%j is refused before there is a worker', (parentPort, message) => {
  expect(() => new Worker(FILE, { parentPort: parentPort as never })).toThrow(message)
})
