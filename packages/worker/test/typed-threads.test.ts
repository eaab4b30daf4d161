import { assert, asyncProperty, constantFrom, integer } from 'fast-check'
import { Worker } from '@slipring/worker'
import { describe, expect, test, vi } from 'vitest'
import { closeAfterTest } from './open-ports.ts'
import { Large, sendPlan, Small } from './typed-plan.ts'

const FILE = new URL('./typed.worker.ts', import.meta.url)

function start(workerData: object, options: { capacity?: number; maxCapacity?: number } = {}): Worker {
  const worker = new Worker(FILE, { workerData, ...options })
  closeAfterTest(worker)
  return worker
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, number) => number)

describe('two threads', () => {
  test('everything comes in order, to a worker that is not there yet when it is sent', async () => {
    const check = asyncProperty(
      integer(),
      integer({ min: 1, max: 600 }),
      constantFrom({}, { capacity: 4096 }, { capacity: 4096, maxCapacity: 4096 }),
      async (seed, count, options) => {
        const worker = start({ does: 'tells', count }, options)
        const got = new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
        const small = worker.port.channel(Small, { name: 'small' })
        const large = worker.port.channel(Large, { name: 'large' })
        // The first half as native messages, before the worker listens; the rest through the ring.
        sendPlan(worker, small, large, seed, count)
        expect(await got).toEqual(numbers(count))
        await worker.terminate()
      },
    )
    await assert(check, { numRuns: 8, endOnFailure: true })
  })

  test.each(['exit', 'block', 'throw', 'stay'])(
    'everything comes in order from a worker that sends it and then does %s',
    async (then) => {
      const check = asyncProperty(integer(), integer({ min: 1, max: 600 }), async (seed, count) => {
        const worker = start({ does: 'sends', seed, count, last: then }, { capacity: 4096 })
        const errors: unknown[] = []
        worker.on('error', (error) => errors.push(error))
        const got: number[] = []
        worker.port.channel(Large, { name: 'large' }).onrecord = ({ number, text }) =>
          got.push(text.length === number % 7000 ? number : -1)
        worker.port.channel(Small, { name: 'small' }).onrecord = ({ number }) => got.push(number)
        worker.on('message', ({ number }) => got.push(number))
        await vi.waitFor(() => expect(got.length).toBe(count), 10_000)
        expect(got).toEqual(numbers(count))
        if (then === 'throw') {
          await vi.waitFor(() => expect(errors).toEqual([new Error('after the last record')]))
          expect(await worker.port.closed).toMatchObject({ reason: 'peer-died' })
        }
        await worker.terminate()
      })
      await assert(check, { numRuns: 3, endOnFailure: true })
    },
  )

  test('a pending receive() and a loop end with the worker', async () => {
    const worker = start({ does: 'sends', seed: 1, count: 0, last: 'exit' })
    const small = worker.port.channel(Small, { name: 'small' })
    const large = worker.port.channel(Large, { name: 'large' })
    const pending = small.receive()
    const loop = (async () => {
      for await (const record of large) expect(record).toBe('none')
    })()
    await expect(pending).rejects.toMatchObject({ name: 'ClosedError' })
    await loop
  })
})
