/** Random programs over pools whose workers live in this thread: nothing is lost, whatever happens in which order. */

import { expect, test } from 'vitest'
import type { TaskContext } from '@slipring/core/pool'
import { type Near, nearPool, type NearWorker, pause } from './near-pool.ts'
import { randomOf } from '../../../../tools/seeded-random.ts'

/** Pools of one run; `POOLS` for a longer one. */
const POOLS = Number(process.env['POOLS'] ?? 30)
const OPERATIONS = 120
const AT_ONCE = 10
const MOST_DEATHS = 8

/** Counts what it does, to be compared with what the pool tells. */
class Program {
  readonly near: Near
  readonly random: (below: number) => number
  readonly settled: Promise<unknown>[] = []
  /** Listeners on signals that are there now. */
  listeners = 0
  setUp = 0
  tornDown = 0
  limits = { minThreads: 1, maxThreads: 3 }
  /** Workers that the pool has told of. */
  readonly started = new Set<number>()
  readonly ended = new Set<number>()
  ends = 0
  /** Workers that have died or were not set up: after eight without a result in between, a pool starts no more. */
  deaths = 0
  promised = 0

  constructor(random: (below: number) => number) {
    this.random = random
    const isShared = random(4) > 0
    const concurrentTasksPerWorker = 1 + random(3)
    const recycle = random(3) === 0 ? 5 + random(40) : undefined
    const options = { ...this.limits, isShared, concurrentTasksPerWorker, recycle, retries: random(2), idleTimeout: 20 }
    this.near = nearPool((worker) => this.#module(worker), { ...options, graceMs: random(2) === 0 ? 30 : undefined })
    const { pool } = this.near
    pool.addEventListener('workerstart', ({ workerId }) => this.started.add(workerId))
    pool.addEventListener('workerend', ({ workerId }) => this.ended.add(workerId))
    pool.addEventListener('taskend', () => this.ends++)
    pool.addEventListener('error', () => this.deaths++)
  }

  async run(): Promise<void> {
    for (let left = OPERATIONS; left > 0; left--) {
      this.#step()
      if (this.random(4) === 0) await pause(this.random(3))
      this.checkSize()
    }
  }

  checkSize(): void {
    const { pool } = this.near
    // Those that finish their last tasks, or their teardown, are not counted: others may take their places.
    const active = pool.stats().workers.filter(({ pending, isReady }) => pending > 0 || !isReady)
    expect(active.length).toBeLessThanOrEqual(this.near.living().length)
    expect(pool.pending).toBeGreaterThanOrEqual(0)
  }

  #module(worker: NearWorker): object {
    const { random } = this
    const work = async (ms: number, { signal }: TaskContext): Promise<number> => {
      if (ms > 0) await pause(ms)
      if (random(60) === 0) worker.die(9)
      if (random(20) === 0) throw new RangeError('a failure')
      return signal.aborted ? -1 : worker.id
    }
    return {
      default: work,
      quick: () => worker.id,
      values: async function* (count: number) {
        for (let value = 0; value < count; value++) {
          if (random(40) === 0) worker.die(8)
          yield value
        }
      },
      setup: async () => {
        if (random(3) === 0) await pause(1)
        if (worker.id > 1 && random(15) === 0) throw new Error('not set up')
        this.setUp++
      },
      teardown: async () => {
        if (random(3) === 0) await pause(1)
        this.tornDown++
      },
    }
  }

  #signal(): AbortSignal | undefined {
    if (this.random(3) > 0) return undefined
    const controller = new AbortController()
    const { signal } = controller
    const { addEventListener, removeEventListener } = signal
    signal.addEventListener = (...parameters: Parameters<typeof addEventListener>) => {
      this.listeners++
      addEventListener.apply(signal, parameters)
    }
    signal.removeEventListener = (...parameters: Parameters<typeof removeEventListener>) => {
      this.listeners--
      removeEventListener.apply(signal, parameters)
    }
    if (this.random(2) === 0) void pause(this.random(10)).then(() => controller.abort(new Error('enough')))
    return signal
  }

  #options(): object {
    const { random } = this
    return {
      signal: this.#signal(),
      ...(random(3) === 0 && { key: random(6) }),
      ...(random(4) === 0 && { priority: random(5) - 2 }),
      ...(random(8) === 0 && { timeout: 1 + random(10) }),
      ...(random(8) === 0 && { deadline: 1 + random(20) }),
    }
  }

  #step(): void {
    const { random } = this
    const { pool, workers } = this.near
    const kind = random(20)
    if (kind < 9) this.#keep(pool.run(random(3), this.#options()))
    else if (kind < 12)
      for (let count = random(40); count > 0; count--) this.#keep(pool.run(0, { ...this.#options(), name: 'quick' }))
    else if (kind < 14) this.#keep(this.#stream(random(30), random(30)))
    else if (kind < 16) this.#keep(pool.everywhere(random(2), { signal: this.#signal() }))
    else if (kind < 18) {
      const maxThreads = 1 + random(5)
      this.limits = { maxThreads, minThreads: random(maxThreads + 1) }
      pool.resize(this.limits)
    } else if (kind === 18) {
      // A death before anybody has loaded the module would mean that nobody can.
      if (this.started.size > 0) workers[random(workers.length)]?.die(7)
    } else pool.broadcast(random(100))
  }

  async #stream(count: number, stop: number): Promise<void> {
    const { key, priority, signal } = this.#options() as { key?: number; priority?: number; signal?: AbortSignal }
    let next = 0
    for await (const value of this.near.pool.stream(count, {
      name: 'values',
      highWaterMark: 3,
      key,
      priority,
      signal,
    })) {
      expect(value).toBe(next++)
      if (next > stop) break
    }
  }

  #keep(promise: Promise<unknown>): void {
    this.promised++
    this.settled.push(promise.catch((error: unknown) => error))
  }
}

test(
  'every task settles, workers stay within their bounds, and no listener, timer or worker is left',
  { timeout: 120_000 },
  async () => {
    const { POOL_SEED } = process.env
    const first = POOL_SEED === undefined ? Date.now() >>> 0 : Number(POOL_SEED)
    const count = POOL_SEED === undefined ? POOLS : 1
    let left = count
    // Most of their time they wait.
    const lane = async (): Promise<void> => {
      while (left-- > 0) await oneProgram((first + left) >>> 0)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, lane))
  },
)

async function oneProgram(seed: number): Promise<void> {
  const program = new Program(randomOf(seed))
  const { pool, living, isHeld, workers } = program.near
  await program.run()
  const outcomes = await within(
    Promise.all(program.settled),
    () => `every task settles, POOL_SEED=${seed} ${JSON.stringify(pool.stats())}`,
  )
  expect(outcomes).toHaveLength(program.promised)
  expect(pool.stats(), `POOL_SEED=${seed}`).toMatchObject({ pending: 0, queueSize: 0 })
  expect(program.listeners, `POOL_SEED=${seed}`).toBe(0)
  // A teardown may run.
  await until(() => !isHeld(), `nothing holds the process, POOL_SEED=${seed}`)
  const { minThreads, maxThreads } = program.limits
  await until(
    () => living().length <= maxThreads && (living().length >= minThreads || program.deaths >= MOST_DEATHS),
    `${minThreads} to ${maxThreads} workers, POOL_SEED=${seed}`,
  )
  await within(
    pool.close().catch(() => {}),
    () => `the pool closes, POOL_SEED=${seed}`,
  )
  expect([living(), isHeld()], `POOL_SEED=${seed}`).toEqual([[], false])
  expect([...program.ended].toSorted(byNumber), `POOL_SEED=${seed}`).toEqual(workers.map(({ id }) => id))
  expect(program.started.size).toBeLessThanOrEqual(program.setUp)
  const { completed, failed } = pool.stats()
  expect(program.ends, `POOL_SEED=${seed}`).toBe(completed + failed)
}

const byNumber = (one: number, other: number): number => one - other

async function within<T>(promise: Promise<T>, what: () => string): Promise<T> {
  let timer: ReturnType<typeof setTimeout>
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Not in time: ${what()}`)), 60_000)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

async function until(isSo: () => boolean, what: string): Promise<void> {
  for (let left = 12_000; !isSo(); left--) {
    if (left === 0) throw new Error(`Not in time: ${what}`)
    await pause(5)
  }
}
