/** Hundreds of streams that end in every way, while workers die. */

import { setTimeout } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import type { Pool } from '@slipring/worker'
import { openPool } from './open-pool.ts'
import { sharedWords } from './shared-words.ts'

type Streams = typeof import('./streams.worker.ts')
type Ending = 'all' | 'break' | 'signal' | 'timeout' | 'kill' | 'throws'

const STREAMS = 300
const AT_ONCE = 12
const ORDINARY: readonly Ending[] = ['all', 'all', 'break', 'break', 'signal', 'timeout', 'throws']
/** Of so many streams one ends its worker. */
const KILLS = 40

/** Numbers that look random, the same for the same seed. */
function randomOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

test('every stream settles, every finally of a living worker runs, and no place, listener or process is left', async () => {
  const seed = Date.now() >>> 0
  const random = randomOf(seed)
  const pool = openPool<Streams>({ maxThreads: 3, minThreads: 3, concurrentTasksPerWorker: 2 }, 'streams.worker.ts')
  const { signal: shared } = new AbortController()
  const added = vi.spyOn(shared, 'addEventListener')
  const removed = vi.spyOn(shared, 'removeEventListener')
  const [begun, ended, dead] = [sharedWords(STREAMS), sharedWords(STREAMS), sharedWords(STREAMS)]
  const outcomes = new Map<string, number>()
  const count = (outcome: string): void => void outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)

  const one = async (index: number): Promise<void> => {
    const ending = random(KILLS) === 0 ? 'kill' : ORDINARY[random(ORDINARY.length)]!
    const controller = new AbortController()
    const { signal } = ending === 'signal' ? controller : { signal: shared }
    const length = random(60)
    const stop = random(40)
    const highWaterMark = 1 + random(20)
    const timeout = ending === 'timeout' ? random(30) : undefined
    const isSlow = random(2) === 0
    const task = { index, begun, ended, dead, length, ending, isSlow }
    let next = 0
    if (ending === 'signal') void setTimeout(random(30)).then(() => controller.abort('enough'))
    try {
      const options = { name: 'random', signal, highWaterMark, timeout, graceMs: 60_000 } as const
      for await (const number of pool.stream(task, options)) {
        expect(number).toBe(next++)
        if (ending === 'break' && next > stop) break
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
  expect(removed.mock.calls.length).toBe(added.mock.calls.length)
  await everyPlaceIsFree(pool)
  await pool.close()
  expect(pool.stats().workers).toEqual([])
})

/** As many tasks as there are places begin at once. */
async function everyPlaceIsFree(pool: Pool<Streams>): Promise<void> {
  // Else the tasks go ahead to those that are ready.
  await vi.waitFor(() => expect(pool.stats().workers.filter(({ isReady }) => isReady)).toHaveLength(3), {
    timeout: 30_000,
  })
  const words = sharedWords(3)
  const controller = new AbortController()
  const { signal } = controller
  const tasks = Array.from({ length: 6 }, () => pool.run(words, { name: 'sleepy', signal, graceMs: 60_000 }))
  const outcomes = Promise.allSettled(tasks)
  await vi.waitFor(() => expect(words[0]).toBe(6), { timeout: 30_000, interval: 5 })
  controller.abort('free')
  await outcomes
  expect(words[1]).toBe(6)
}
