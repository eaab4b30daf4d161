import { Worker as NativeWorker } from 'node:worker_threads'
import { createChannel, type PortOptions } from '@slipring/worker'
import { describe, expect, test } from 'vitest'
import { checkMessage, makeMessage, randomOf, type Plan } from './stress-messages.ts'
import { amountOfRun } from '../../../tools/short-run.mjs'

const MESSAGES = amountOfRun(15_000)

/**
 * Both sides send the same random mixture of messages (ring, larger than the ring, transferred, shared memory, posted by
 * a getter) with random pauses, so that every combination of lane, parked state, growth and spill comes up; each checks
 * number and content of all it receives.
 */
describe.each(['listen', 'poll', 'block'] as const)('a worker that receives by "%s"', (receive) => {
  const limits: [string, PortOptions][] = [
    ['may grow', {}],
    ['spills when full', { maxCapacity: 4096 }],
    ['grows, one task a message', { delivery: 'task' }],
    ['is woken by waitAsync', { wakeBy: 'waitAsync' }],
    ['never looks before it sleeps', { waitStrategy: 'park' }],
  ]
  test.each(limits)(
    'gets every message once and in order when the ring %s',
    { timeout: 60_000 },
    async (_, options) => {
      const seed = Number(process.env['SLIPRING_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
      const { port, offer, transfer } = createChannel({ capacity: 4096, ...options })
      const plan: Plan = { seed, messages: MESSAGES, receive, options, offer }
      const worker = new NativeWorker(new URL('stress.worker.ts', import.meta.url), {
        workerData: plan,
        transferList: [...transfer],
      })
      const failed = new Promise<never>((_resolve, reject) => worker.once('error', reject))
      const random = randomOf(seed)
      let received = 0
      const wrong: string[] = []
      const all = new Promise<void>((resolve) => {
        port.on('message', (message) => {
          const problem = checkMessage(message, received)
          if (problem !== undefined) wrong.push(problem)
          if (++received === MESSAGES) resolve()
        })
      })
      let number = 0
      while (number < MESSAGES) {
        const burst = random() % 200
        for (let index = 0; index < burst && number < MESSAGES; index++) {
          const { message, transferred } = makeMessage(number, random, (inner) => port.postMessage(inner))
          number = message.number + 1
          port.postMessage(message, transferred)
        }
        await new Promise((resolve) => (random() % 4 === 0 ? setTimeout(resolve, random() % 3) : setImmediate(resolve)))
      }
      await Promise.race([all, failed])
      expect(wrong, `seed ${seed}`).toEqual([])
      port.postMessage({ number, end: true })
      const [verdict] = (await Promise.race([
        new Promise((resolve) => worker.once('message', (message) => resolve([message]))),
        failed,
      ])) as [string[]]
      expect(verdict, `seed ${seed}`).toEqual([])
      expect((await port.closed).reason, `seed ${seed}`).toBe('peer-closed')
    },
  )

  test('gets every message once and in order when the ring grows and is left again', { timeout: 60_000 }, async () => {
    const { port, offer, transfer } = createChannel({ capacity: 4096, highWaterMark: 512 })
    const plan: Plan = { seed: 1, messages: 0, receive, options: {}, offer }
    const worker = new NativeWorker(new URL('stress.worker.ts', import.meta.url), {
      workerData: plan,
      transferList: [...transfer],
    })
    const failed = new Promise<never>((_resolve, reject) => worker.once('error', reject))
    const post = (): void => {
      const number = port.stats().messagesSent
      port.postMessage({ number, list: [number, { nested: number }] })
    }
    for (let times = 1; times <= 3; times++) {
      while (port.stats().growths < times) post()
      while (port.stats().shrinks < times && port.stats().messagesSent < 100_000) {
        post()
        if (port.bufferedAmount > 512) await Promise.race([port.ready, failed])
      }
    }
    expect(port.stats()).toMatchObject({ shrinks: 3 })
    port.postMessage({ number: port.stats().messagesSent, end: true })
    const verdict = await Promise.race([new Promise((resolve) => worker.once('message', resolve)), failed])
    expect(verdict).toEqual([])
    expect((await port.closed).reason).toBe('peer-closed')
  })
})
