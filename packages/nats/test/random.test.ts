/**
 * Hundreds of remote streams and tasks that end in every way, while servers are killed and connections are cut. `STREAMS=3000` for
 * the long run.
 */

import { getEventListeners } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { jetstreamManager } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/nats-core'
import { expect, test } from 'vitest'
import { decode } from '@slipring/core/codec'
import { remotePool, type RemotePool } from '@slipring/nats'
import { serve } from '@slipring/nats/serve'
import { missing, startNats } from '../../../tools/nats-server.ts'
import type { Pong } from '../src/roster.ts'
import { subjectsOf } from '../src/subjects.ts'
import { openWay } from './cuttable.ts'
import { atEnd, freshSubject, open, openProcess } from './open.ts'
import { randomOf } from '../../../tools/seeded-random.ts'

type Pool = RemotePool<typeof import('./tasks.worker.ts')>

const CALLS = Number(process.env['STREAMS'] ?? 240)
const AT_ONCE = 24
const DEAD_AFTER_MS = 1500
/** One that is not settled by then never is. */
const STUCK_MS = 60_000
const MISHAP_EVERY_MS = 1000
const CHILDREN = 2
const SERVED = { durable: true, ackWait: 1000, maxAttempts: 100, concurrentTasksPerWorker: 8 }
const LARGE_BYTES = 1_300_000

interface Call {
  readonly pool: Pool
  readonly durable: Pool
  readonly random: (below: number) => number
  /** A signal that nobody aborts. */
  readonly calm: AbortSignal
}

/** Aborts after a moment. */
function signalAfter(ms: number): AbortSignal {
  const controller = new AbortController()
  void pause(ms).then(() => controller.abort('enough'))
  return controller.signal
}

/** Reads numbers until the stream ends, or `stop` have come. */
async function readNumbers(numbers: AsyncIterable<number>, stop: number, random: Call['random']): Promise<number> {
  let next = 0
  for await (const number of numbers) {
    expect(number).toBe(next++)
    if (next > stop) break
    if (random(20) === 0) await pause(random(5))
  }
  return next
}

/** Each does one thing, and checks what comes back. */
const KINDS: Record<string, (call: Call) => Promise<void>> = {
  'a stream to its end': async ({ pool, random, calm }) => {
    const length = random(300)
    const options = { name: 'numbers', highWaterMark: 1 + random(30), signal: calm } as const
    expect(await readNumbers(pool.stream(length, options), Infinity, random)).toBe(length)
  },
  'a stream that is left': async ({ pool, random, calm }) => {
    const key = random(2) === 0 ? random(8) : undefined
    const options = { name: 'numbers', highWaterMark: 1 + random(30), signal: calm, key } as const
    await readNumbers(pool.stream(1e9, options), random(200), random)
  },
  'a stream that is left before its first value': async ({ pool, random }) => {
    const key = random(2) === 0 ? random(8) : undefined
    const stream = pool.stream(1e9, { name: 'numbers', key })
    const first = stream.next()
    first.catch(() => {})
    await pause(random(3))
    await stream.return()
    await first
  },
  'a stream with a signal': async ({ pool, random }) => {
    const options = { name: 'numbers', signal: signalAfter(random(60)) } as const
    await readNumbers(pool.stream(1e9, options), Infinity, random)
  },
  'a stream with a limit': async ({ pool, random }) => {
    const limit = random(2) === 0 ? { timeout: random(60) } : { deadline: random(60) }
    await readNumbers(pool.stream(1e9, { name: 'numbers', ...limit }), Infinity, random)
  },
  'a stream of large values': async ({ pool, random }) => {
    const sizes = Array.from({ length: 1 + random(3) }, () => (random(2) === 0 ? LARGE_BYTES : 10))
    let next = 0
    for await (const bytes of pool.stream(sizes, { name: 'sized' }))
      expect([bytes.length, bytes.at(-1)]).toEqual([sizes[next], next++])
    expect(next).toBe(sizes.length)
  },
  'a stream that fails': async ({ pool, random }) => {
    for await (const value of pool.stream(random(4) === 0 ? 'exit' : 'throws', { name: 'odd' }))
      expect(value).toBe('first')
  },
  'a task': async ({ pool, durable, random, calm }) => {
    const value = random(1000)
    const isDurable = random(2) === 0
    const key = !isDurable && random(2) === 0 ? random(8) : undefined
    const options = { key, priority: random(3), retries: random(3), signal: calm }
    expect(await (isDurable ? durable : pool).run(value, options)).toBe(2 * value)
  },
  'a large task': async ({ pool, durable, random }) => {
    const bytes = new Uint8Array(LARGE_BYTES).fill(random(256))
    expect(await (random(2) === 0 ? durable : pool).run(bytes, { name: 'echo' })).toEqual(bytes)
  },
  'a task with a limit': async ({ pool, durable, random }) => {
    const ms = random(100)
    const limits = [{ timeout: ms }, { deadline: ms }, { signal: signalAfter(ms) }]
    await (random(2) === 0 ? durable : pool).run({ ms: 50 }, { name: 'wait', ...limits[random(3)] })
  },
  'a task that fails': async ({ pool, durable, random }) => {
    await (random(2) === 0 ? durable : pool).run('own', { name: 'fail' })
  },
}

/** Rejects when the call is not settled in time. */
function withinLimit(call: Promise<void>, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error(`Not settled after ${STUCK_MS} ms: ${name}`)), STUCK_MS)
    call.then(resolve, reject).finally(() => clearTimeout(limit))
  })
}

/** All that a call may end with when servers die and connections are cut. */
const OUTCOMES = new Set(['done', 'enough', 'TimeoutError', 'InvoiceError', 'WorkerDiedError', 'NoServersError'])

test.skipIf(missing !== undefined)(
  'every stream and task settles, and no listener, subscription, message or running task is left',
  { timeout: 60_000 + CALLS * 250 },
  async () => {
    const seed = Number(process.env['SLIPRING_SEED'] ?? Date.now() >>> 0)
    const random = randomOf(seed)
    const nats = await startNats()
    atEnd(() => nats.stop())
    const subject = freshSubject()
    const [ourWay, serverWay] = [await openWay(nats), await openWay(nats)]
    atEnd(() => [ourWay.stop(), serverWay.stop()])
    const theirs = await open(serverWay)
    const filename = new URL('tasks.worker.ts', import.meta.url)
    const serving = await serve({ connection: theirs, subject, filename, maxThreads: 1, ...SERVED })
    const children = await Promise.all(Array.from({ length: CHILDREN }, () => openProcess(nats, subject, SERVED)))
    const connection = await open(ourWay)
    const options = { connection, subject, deadAfter: DEAD_AFTER_MS, maxInFlight: 64 }
    const [pool, durable] = [remotePool(options), remotePool({ ...options, durable: true })] as [Pool, Pool]
    const calm = new AbortController().signal

    const mishaps = new Map<string, number>()
    const mishap = async (): Promise<void> => {
      const [what, act] = [
        ['our connection cut', () => ourWay.cut(random(300))],
        ['a connection of a server cut', () => serverWay.cut(random(300))],
        [
          'a server killed',
          async () => {
            children.shift()!.kill('SIGKILL')
            children.push(await openProcess(nats, subject, SERVED))
          },
        ],
      ][[0, 0, 0, 1, 1, 2, 2][random(7)]!] as [string, () => unknown]
      mishaps.set(what, (mishaps.get(what) ?? 0) + 1)
      await act()
    }
    const over = new AbortController()
    const mishapsEnd = (async () => {
      while (!over.signal.aborted) {
        await pause(random(2 * MISHAP_EVERY_MS))
        await mishap()
      }
    })()

    const outcomes = new Map<string, number>()
    const names = Object.keys(KINDS)
    const runOne = async (number: number): Promise<void> => {
      const kind = names[random(names.length)]!
      const call = `${number}: ${kind}`
      let outcome = 'done'
      try {
        await withinLimit(KINDS[kind]!({ pool, durable, random, calm }), call)
      } catch (error) {
        const { name } = error as Error
        outcome = error === 'enough' ? error : OUTCOMES.has(name) ? name : String(error)
      }
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    }
    let left = CALLS
    const lane = async (): Promise<void> => {
      while (left > 0) await runOne(--left)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, lane))
    over.abort()
    await mishapsEnd
    const told = `seed ${seed}, ${CALLS} calls: ${shown(outcomes)}, ${shown(mishaps)}`
    process.stdout.write(`${told}\n`)
    expect(
      [...outcomes.keys()].filter((outcome) => !OUTCOMES.has(outcome)),
      told,
    ).toEqual([])
    for (const one of [pool, durable]) expect(one.stats(), told).toMatchObject({ pending: 0, queueSize: 0 })
    expect(getEventListeners(calm, 'abort'), told).toEqual([])
    // A result that the pool did not wait for is offered for a while.
    const settled = { timeout: 45_000, interval: 200, message: told }
    await expect.poll(() => runningOn(connection, subject), settled).toEqual(Array(CHILDREN + 1).fill(0))
    const { streams } = await jetstreamManager(connection)
    const { stream } = subjectsOf(subject, 0)
    const kept = async () => (await streams.info(stream, { subjects_filter: '>' })).state
    await expect.poll(async () => (await kept()).subjects ?? {}, settled).toEqual({})
    expect((await kept()).consumer_count, told).toBe(2)
    await Promise.all([pool.close(), durable.close()])
    await serving.close()
    // The client has one, for all of its requests.
    expect([subscriptionsOf(connection), subscriptionsOf(theirs)], told).toEqual([1, 1])
  },
)

const shown = (counts: ReadonlyMap<string, number>): string => JSON.stringify(Object.fromEntries(counts))

/** How many tasks each server has, whoever they are for. */
async function runningOn(connection: NatsConnection, subject: string): Promise<number[]> {
  const { ping } = subjectsOf(subject, 0)
  const running: number[] = []
  for await (const { data } of await connection.requestMany(ping, '', { strategy: 'timer', maxWait: 500 }))
    running.push((decode(data) as Pong).pending)
  return running
}

function subscriptionsOf(connection: NatsConnection): number {
  // The interface does not show it.
  return (connection as unknown as { protocol: { subscriptions: { size(): number } } }).protocol.subscriptions.size()
}
