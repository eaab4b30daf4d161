/** The workers of a pool: are they begun, ended, chosen, replaced and told of, as on Node? */

import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { isPoolLoadError } from '@slipring/worker'
import { check, numbers } from './check.mjs'
import { failureOf, sharedWords, until, withPool, workerUrl } from './open-pool.mjs'

const SET_UP = 0
const [MADE, , STOP] = [0, 1, 2]
const filename = workerUrl('pool-crew.mjs')

function openGate(words) {
  Atomics.store(words, STOP, 1)
  Atomics.notify(words, STOP)
}

await check({
  'each worker is set up before its first task and torn down before its end; everywhere reaches all': () =>
    withPool({ filename, minThreads: 2, maxThreads: 2, waitForWorkers: true, graceMs: 60_000 }, async (pool) => {
      const words = sharedWords()
      pool.broadcast(words)
      await pool.ready
      assert.equal(words[SET_UP], 2)
      assert.deepStrictEqual((await pool.everywhere(undefined)).toSorted(), [1, 2])
      await pool.close()
      assert.deepStrictEqual([...words], [2, 2, 0])
    }),
  'a setup that fails is a PoolLoadError with its cause': () =>
    withPool({ filename }, async (pool) => {
      pool.broadcast('refuse')
      const error = await failureOf(pool.run(0))
      assert.ok(isPoolLoadError(error))
      assert.equal(error.cause.message, 'not this one')
    }),
  'a setup that nothing can settle is a PoolLoadError, too': () =>
    withPool({ filename: workerUrl('pool-stuck.mjs') }, async (pool) => {
      const error = await failureOf(pool.run(0, { deadline: 10_000 }))
      assert.ok(isPoolLoadError(error), error)
    }),
  'a broadcast reaches workers that are there, and those that come later': () =>
    withPool({ filename, minThreads: 1, maxThreads: 2 }, async (pool) => {
      for (const value of [5, 6]) {
        const words = sharedWords()
        words[2] = value
        pool.broadcast(words)
        assert.equal(await pool.run(0, { name: 'broadcast' }), value)
      }
      pool.resize({ minThreads: 2 })
      await until('another worker', () => pool.stats().workers.filter(({ isReady }) => isReady).length === 2)
      assert.deepStrictEqual(await pool.everywhere(0, { name: 'broadcast' }), [6, 6])
    }),
  'tasks of one key go to one worker': () =>
    withPool({ minThreads: 3, maxThreads: 3, waitForWorkers: true }, async (pool) => {
      await pool.ready
      const tasks = numbers(60).map((number) => pool.run(0, { name: 'contextOf', key: number % 6 }))
      const ids = (await Promise.all(tasks)).map(([, , workerId]) => workerId)
      for (const number of numbers(60)) assert.equal(ids[number], ids[number % 6])
      assert.equal(new Set(ids).size, 3)
    }),
  'of the tasks that wait, those of a higher priority begin first': () =>
    withPool({}, async (pool) => {
      const gate = sharedWords()
      const words = sharedWords(5)
      const blocked = pool.run(gate, { name: 'block' })
      await until('the task', () => gate[MADE] === 1)
      const tasks = [1, 3, 2, 4].map((number) => pool.run({ words, number }, { name: 'note', priority: number }))
      openGate(gate)
      await Promise.all([blocked, ...tasks])
      assert.deepStrictEqual([...words.subarray(1)], [4, 3, 2, 1])
    }),
  'resize starts workers and ends them, and an idle worker ends after idleTimeout': () =>
    withPool({ minThreads: 1, maxThreads: 1, idleTimeout: 30 }, async (pool) => {
      const count = () => pool.stats().workers.length
      assert.equal(await pool.run(1), 2)
      pool.resize({ minThreads: 3, maxThreads: 3 })
      await until('three workers', () => count() === 3)
      pool.resize({ minThreads: 1, maxThreads: 2 })
      await until('two workers', () => count() <= 2)
      await until('the end of an idle worker', () => count() === 1)
      assert.throws(() => pool.resize({ maxThreads: 0 }), RangeError)
    }),
  'recycle replaces a worker after so many tasks': () =>
    withPool({ recycle: { tasks: 10 } }, async (pool) => {
      const ids = []
      for (const _ of numbers(30)) ids.push((await pool.run(0, { name: 'contextOf' }))[2])
      assert.deepStrictEqual(new Set(ids), new Set([1, 2, 3]))
    }),
  'stats tell the heap of a worker, and recycle replaces one whose heap is too large': () =>
    withPool({ filename, recycle: { heapBytes: 60e6 } }, async (pool) => {
      pool.broadcast(sharedWords())
      assert.equal(await pool.run(1, { name: 'leak' }), 1)
      await until('the size of a heap', () => pool.stats().workers[0].heapBytes > 1e5)
      // About 80 MB.
      assert.equal(await pool.run(10_000, { name: 'leak' }), 1)
      await until('another worker', async () => (await pool.run(1, { name: 'leak' })) === 2)
    }),
  'events tell of workers and tasks': () =>
    withPool({ minThreads: 0 }, async (pool) => {
      const told = []
      for (const type of ['workerstart', 'workerend', 'taskend', 'drain', 'idle', 'error'])
        pool.addEventListener(type, (event) => told.push([event.type, event]))
      const all = (type) => told.filter(([one]) => one === type).map(([, event]) => event)
      await Promise.all([pool.run(1), pool.run(2), pool.run(3)])
      await failureOf(pool.run(5, { name: 'exit' }))
      await until('the end of a worker', () => all('workerend').length === 1)
      assert.deepStrictEqual(
        all('taskend').map(({ name, workerId, isFailed }) => [name, workerId, isFailed]),
        [...numbers(3).map(() => ['default', 1, false]), ['exit', 1, true]],
      )
      assert.ok(all('workerstart').length >= 1 && all('drain').length >= 1 && all('idle').length >= 2)
      assert.deepStrictEqual([all('workerend')[0].workerId, all('workerend')[0].exitCode], [1, 5])
      assert.deepStrictEqual([all('error').length, all('error')[0].error.name], [1, 'WorkerDiedError'])
    }),
  'channels of diagnostics tell the same': async () => {
    const told = []
    const teller = ({ pool: of, name, isFailed }) => told.push([of, name, isFailed])
    subscribe('slipring:pool:taskend', teller)
    await withPool({}, async (pool) => {
      await pool.run(1)
      assert.deepStrictEqual(told, [[pool, 'default', false]])
    })
    unsubscribe('slipring:pool:taskend', teller)
  },
  'timing measures how long tasks wait and run': () =>
    withPool({ timing: true }, async (pool) => {
      await pool.run(20, { name: 'wait' })
      const { runTime, waitTime } = pool.stats()
      assert.ok(runTime.max >= 15 && waitTime.max > 0, JSON.stringify({ runTime, waitTime }))
    }),
})
