import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { createRing, openConsumer } from '../../src/ring/ring.ts'
import { closeForDeadPoster, createBoard, FULL, openBoard, TaskPoster } from '../../src/tasks/index.ts'

const WORKERS = 3
const SLOTS = 8
const TASK_BYTES = 128
const LAST_LAPS = 2 ** 22 - 1000

/** A thread that posts numbers to three workers, and keeps what came of each. */
class Pool {
  readonly board = createBoard({ workers: WORKERS, slots: SLOTS, taskBytes: TASK_BYTES, startLap: LAST_LAPS })
  readonly poster = new TaskPoster(this.board)
  readonly inSlot: number[] = []
  readonly settledBy: number[] = []
  readonly crew = Array.from({ length: WORKERS }, (_, worker) => this.hire(worker))
  wrong = 0
  settled = 0

  hire(worker: number) {
    const ring = createRing({ capacity: 4096 })
    const workerData = { buffer: this.board.buffer, worker, ring }
    const thread = new Worker(new URL('run.worker.ts', import.meta.url), { workerData })
    const exit = new Promise<number>((resolve) => thread.once('exit', resolve))
    return { thread, exit, lane: openConsumer(ring) }
  }

  /** Posts tasks from the first to before the end, as many as there is room for; gives the next. */
  post(first: number, end: number): number {
    for (let task = first; task < end; task++) {
      const slot = this.poster.tryClaim()
      if (slot === FULL) return task
      this.board.data[(slot * TASK_BYTES) >> 2] = task
      this.inSlot[slot] = task
      this.poster.publish(slot)
    }
    return end
  }

  settleAll(worker: number): void {
    const { lane } = this.crew[worker]!
    while (lane.peek()) {
      const slot = lane.sequence
      const task = this.inSlot[slot]!
      if (lane.region.data[lane.offset >> 2] !== Math.imul(task + 1, task + 1)) this.wrong++
      if (this.settledBy[task] !== undefined) this.wrong++
      this.settledBy[task] = worker
      this.settled++
      this.poster.settle(slot, worker)
      lane.release()
    }
    lane.publishRelease()
  }

  async run(tasks: number, onTurn: (pool: this) => void = () => {}): Promise<void> {
    for (let next = 0; this.settled < tasks;) {
      next = this.post(next, tasks)
      for (let worker = 0; worker < WORKERS; worker++) this.settleAll(worker)
      onTurn(this)
      await setImmediate()
    }
  }

  async kill(worker: number): Promise<void> {
    await this.crew[worker]!.thread.terminate()
    this.poster.bury(
      worker,
      () => this.settleAll(worker),
      () => true,
    )
    this.poster.revive(worker)
    this.crew[worker] = this.hire(worker)
  }
}

test('100,000 tasks of three workers are settled once each, over the last lap', { timeout: 120_000 }, async () => {
  const tasks = 100_000
  const pool = new Pool()
  await pool.run(tasks)
  pool.poster.close()
  expect(await Promise.all(pool.crew.map(({ exit }) => exit))).toEqual([0, 0, 0])
  expect(pool.wrong).toBe(0)
  expect(pool.poster.used).toBe(0)
})

test('workers that are killed in the middle leave every task to the others', { timeout: 120_000 }, async () => {
  const pool = new Pool()
  let killing = 0
  let kills = 0
  let killed = Promise.resolve()
  let victim = 0
  await pool.run(30_000, () => {
    if (killing > 0 || pool.settled < 1000 * (kills + 1)) return
    killing++
    kills++
    victim = (victim + 1) % WORKERS
    killed = pool.kill(victim).then(() => void killing--)
  })
  await killed
  pool.poster.close()
  expect(await Promise.all(pool.crew.map(({ exit }) => exit))).toEqual([0, 0, 0])
  expect(pool.wrong).toBe(0)
  expect(pool.poster.used).toBe(0)
  expect(kills).toBeGreaterThan(5)
})

test('the workers of a poster that has died are told by who hears of it, after what it had posted', async () => {
  const pool = new Pool()
  const posted = pool.post(0, SLOTS)
  closeForDeadPoster(openBoard(pool.board.buffer))
  expect(await Promise.all(pool.crew.map(({ exit }) => exit))).toEqual([0, 0, 0])
  for (let worker = 0; worker < WORKERS; worker++) pool.settleAll(worker)
  expect([posted, pool.settled, pool.wrong]).toEqual([SLOTS, SLOTS, 0])
})
