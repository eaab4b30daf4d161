/** Hundreds of streams that end in every way, some with sources, while workers die. `STREAMS=10000` for the long run. */

import { setTimeout } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import type { Pool } from '@slipring/worker'
import { openPool } from './open-pool.ts'
import { sharedWords } from './shared-words.ts'
import { randomOf } from '../../../../tools/seeded-random.ts'

type Streams = typeof import('./streams.worker.ts')
type Ending = 'all' | 'break' | 'signal' | 'timeout' | 'throws' | 'kill' | 'kill later'

const STREAMS = Number(process.env['STREAMS'] ?? 300)
const AT_ONCE = 12
const [WORKERS, TASKS_EACH] = [3, 2]
const ORDINARY: readonly Ending[] = ['all', 'all', 'break', 'break', 'signal', 'timeout', 'throws']
/** Of so many streams one ends its worker at a value, and another at any moment. */
const KILLS = 80

/** Counts the listeners that signals have. */
class Listening {
  left = 0
  added = 0

  count(signal: AbortSignal): AbortSignal {
    const add = signal.addEventListener.bind(signal)
    const remove = signal.removeEventListener.bind(signal)
    signal.addEventListener = (...listener: Parameters<typeof add>) => {
      this.left++
      this.added++
      add(...listener)
    }
    signal.removeEventListener = (...listener: Parameters<typeof remove>) => {
      this.left--
      remove(...listener)
    }
    return signal
  }
}

/** Counts the sources that were begun, and those that have ended. */
class Sources {
  begun = 0
  ended = 0

  async *numbers(): AsyncGenerator<number> {
    this.begun++
    try {
      for (let number = 0; ; number++) yield number
    } finally {
      this.ended++
    }
  }
}

test('every stream settles, every finally of a living worker runs, and no place, listener, signal or source is left', async () => {
  const seed = Number(process.env['SLIPRING_SEED'] ?? Date.now() >>> 0)
  const random = randomOf(seed)
  const size = { maxThreads: WORKERS, minThreads: WORKERS, concurrentTasksPerWorker: TASKS_EACH }
  const pool = openPool<Streams>(size, 'streams.worker.ts')
  const listening = new Listening()
  const sources = new Sources()
  const shared = listening.count(new AbortController().signal)
  const [begun, ended, dead] = [sharedWords(STREAMS), sharedWords(STREAMS), sharedWords(2 * STREAMS)]
  const outcomes = new Map<string, number>()
  const count = (outcome: string): void => void outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)

  const one = async (index: number): Promise<void> => {
    const kill = random(KILLS)
    const ending = kill === 0 ? 'kill' : kill === 1 ? 'kill later' : ORDINARY[random(ORDINARY.length)]!
    const controller = new AbortController()
    const signal = ending === 'signal' ? listening.count(controller.signal) : shared
    const length = random(60)
    const stop = random(40)
    const highWaterMark = 1 + random(20)
    const timeout = ending === 'timeout' ? random(30) : undefined
    const isSlow = random(2) === 0
    const source = random(3) === 0 ? sources.numbers() : undefined
    const task = { index, begun, ended, dead, length, ending, isSlow, source }
    let next = 0
    if (ending === 'signal') void setTimeout(random(30)).then(() => controller.abort('enough'))
    try {
      const options = { name: 'random', signal, highWaterMark, timeout, graceMs: 60_000 } as const
      for await (const number of pool.stream(task, options)) {
        expect(number).toBe(next++)
        if ((ending === 'break' || ending === 'kill later') && next > stop) break
        if (random(20) === 0) await setTimeout(random(3))
      }
      count('done')
    } catch (error) {
      count(error === 'enough' ? 'enough' : (error as Error).name)
    }
  }
  let left = STREAMS
  const lane = async (): Promise<void> => {
    while (left > 0) await one(--left)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))

  const sum = [...outcomes.values()].reduce((total, times) => total + times, 0)
  expect([sum, [...outcomes.keys()].toSorted()], `seed ${seed}`).toEqual([
    STREAMS,
    ['RangeError', 'TimeoutError', 'WorkerDiedError', 'done', 'enough'],
  ])
  const hasLost = (worker: number, index: number): boolean => worker > 0 && dead[worker] === 0 && ended[index] !== 1
  expect([...begun].filter(hasLost), `seed ${seed}`).toEqual([])
  expect(ended.every((times) => times <= 1)).toBe(true)
  expect(begun.filter((worker) => worker > 0).length).toBeGreaterThan(STREAMS / 2)
  expect(pool.stats(), `seed ${seed}`).toMatchObject({ pending: 0, queueSize: 0 })
  expect(pool.stats().workers.every(({ pending }) => pending === 0)).toBe(true)
  expect([listening.left, listening.added >= STREAMS / 2], `seed ${seed}`).toEqual([0, true])
  expect(sources.ended, `seed ${seed}`).toBe(sources.begun)
  expect(sources.begun).toBeGreaterThan(STREAMS / 10)
  const signals = await everyPlaceIsFree(pool)
  expect(signals, `seed ${seed}`).toEqual(signals.map(() => 0))
  await pool.close()
  expect(pool.stats().workers).toEqual([])
  const died = dead.reduce((total, times) => total + times, 0)
  process.stdout.write(
    `${STREAMS} streams, ${sources.begun} sources, ${died} dead workers: ${JSON.stringify([...outcomes])}\n`,
  )
})

/** As many tasks as there are places begin at once. Resolves with how many signals of streams are left in each worker. */
async function everyPlaceIsFree(pool: Pool<Streams>): Promise<number[]> {
  // Some may still be about to end themselves.
  await setTimeout(100)
  // Else the tasks go ahead to those that are ready.
  const ready = (): number => pool.stats().workers.filter(({ isReady }) => isReady).length
  await vi.waitFor(() => expect(ready()).toBe(WORKERS), { timeout: 30_000 })
  const words = sharedWords(2)
  const atOnce = WORKERS * TASKS_EACH
  return Promise.all(Array.from({ length: atOnce }, () => pool.run({ words, atOnce }, { name: 'signalsLeft' })))
}
