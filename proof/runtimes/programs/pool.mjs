/** The calls of a pool: do tasks run, fail, end when they are cancelled, and outlive a worker, as on Node? */

import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { isPoolLoadError, isQueueFullError, isWorkerDiedError, Pool } from '@slipring/worker'
import { Piscina } from '@slipring/worker/piscina'
import { check, note, numbers } from './check.mjs'
import { failureOf, later, sharedWords, until, valuesOf, withPool, workerUrl } from './open-pool.mjs'

const [MADE, ENDED, STOP] = [0, 1, 2]

const threads = () => readdirSync('/proc/self/task').length

async function runFrom(filename, value) {
  return withPool({ filename }, (pool) => pool.run(value))
}

async function cancelled(pool, name, options = {}) {
  const words = sharedWords()
  const controller = new AbortController()
  const failure = failureOf(pool.run(words, { name, signal: controller.signal, ...options }))
  await until('the task', () => words[MADE] > 0)
  const reason = new Error('enough')
  controller.abort(reason)
  assert.equal(await failure, reason)
  return words[ENDED]
}

await check({
  'run calls the functions of a module, and gives what structured clone keeps': () =>
    withPool({}, async (pool) => {
      assert.equal(await pool.run(21), 42)
      const value = { users: new Map([['Ada', new Date(0)]]), bytes: new Uint8Array([1, 2]), big: 10n, none: undefined }
      assert.deepStrictEqual(await pool.run(value, { name: 'echo' }), value)
      assert.deepStrictEqual(await pool.run(0, { name: 'contextOf' }), ['contextOf', 1, 1, false])
    }),
  'a module of CommonJS, one that exports a promise, and a path': async () => {
    assert.equal(await runFrom(workerUrl('pool-common.cjs'), 1), 'common 1')
    assert.equal(await runFrom(workerUrl('pool-promise.mjs'), 2), 'promised 2')
    assert.equal(await runFrom(fileURLToPath(workerUrl('pool-tasks.mjs')), 2), 4)
  },
  'a module in TypeScript': async () => {
    assert.equal(await runFrom(workerUrl('pool-typed.ts'), 3), 'typed 3')
  },
  'an error keeps its class, its cause, its own properties and its stack': () =>
    withPool({}, async (pool) => {
      const error = await failureOf(pool.run('cause', { name: 'fail' }))
      assert.ok(error instanceof TypeError && error.cause instanceof RangeError)
      assert.deepStrictEqual([error.message, error.cause.message], ['outer', 'inner'])
      assert.match(error.stack, /pool-tasks\.mjs/)
      const own = await failureOf(pool.run('own', { name: 'fail' }))
      assert.deepStrictEqual([own.name, own.message, own.code], ['InvoiceError', 'no such invoice', 'ERR_INVOICE'])
      const dom = await failureOf(pool.run('dom', { name: 'fail' }))
      assert.ok(dom instanceof DOMException)
      assert.deepStrictEqual([dom.message, dom.name, dom.code], ['not now', 'AbortError', 20])
    }),
  'what cannot be rejects with its error, and costs no worker': () =>
    withPool({}, async (pool) => {
      assert.equal((await failureOf(pool.run(() => {}))).name, 'DataCloneError')
      assert.equal((await failureOf(pool.run(0, { name: 'uncloneable' }))).name, 'DataCloneError')
      assert.match((await failureOf(pool.run(0, { name: 'missing' }))).message, /missing/)
      assert.match((await failureOf(pool.run({ count: 1 }, { name: 'numbers' }))).message, /stream/)
      assert.match((await failureOf(pool.run(0, { nmae: 'echo' }))).message, /nmae/)
      assert.throws(() => new Pool({ filename: 'x', maxThread: 1 }), /maxThreads/)
      assert.deepStrictEqual(await pool.run(0, { name: 'contextOf' }), ['contextOf', 1, 1, false])
    }),
  'objects move to a worker, and from it': () =>
    withPool({}, async (pool) => {
      const bytes = new Uint8Array(1000).fill(3)
      const echoed = await pool.run(bytes, { name: 'echo', transferList: [bytes.buffer] })
      assert.deepStrictEqual([echoed.length, echoed[999], bytes.length], [1000, 3, 0])
      assert.deepStrictEqual(await pool.run(3, { name: 'fill' }), new Uint8Array([7, 7, 7]))
    }),
  'thousands of tasks at once, on two workers': () =>
    withPool({ maxThreads: 2 }, async (pool) => {
      const results = await Promise.all(numbers(5000).map((value) => pool.run(value)))
      assert.deepStrictEqual(
        results,
        numbers(5000).map((value) => value * 2),
      )
      assert.deepStrictEqual([pool.pending, pool.queueSize, pool.stats().completed], [0, 0, 5000])
    }),
  'a full queue refuses, and ready and drained say when it has room': () =>
    withPool({ maxQueue: 1 }, async (pool) => {
      const words = sharedWords()
      const tasks = [pool.run(words, { name: 'block' }), pool.run(2)]
      assert.ok(isQueueFullError(await failureOf(pool.run(3))))
      await until('the task', () => words[MADE] > 0)
      assert.equal(pool.queueSize, 1)
      let isReady = false
      const ready = pool.ready.then(() => (isReady = true))
      await later(5)
      assert.equal(isReady, false)
      Atomics.store(words, STOP, 1)
      Atomics.notify(words, STOP)
      await ready
      await pool.drained
      assert.deepStrictEqual(await Promise.all(tasks), [undefined, 4])
    }),
  'map gives results in order, and as they come': () =>
    withPool({ maxThreads: 2 }, async (pool) => {
      assert.deepStrictEqual(await valuesOf(pool.map([1, 2, 3, 4], { concurrency: 2 })), [2, 4, 6, 8])
      const unordered = await valuesOf(pool.map([1, 2, 3], { ordered: false }))
      assert.deepStrictEqual(unordered.toSorted(), [2, 4, 6])
    }),
  'a cancelled task that computes sees it, ends by itself within graceMs, and its worker goes on': () =>
    withPool({ graceMs: 60_000 }, async (pool) => {
      assert.equal(await cancelled(pool, 'spin'), 1)
      assert.equal((await pool.run(0, { name: 'contextOf' }))[2], 1)
    }),
  'a cancelled task that listens to its signal has the reason': () =>
    withPool({ graceMs: 60_000 }, async (pool) => {
      assert.equal(await cancelled(pool, 'sleep'), 1)
      assert.equal((await pool.run(0, { name: 'contextOf' }))[2], 1)
    }),
  'a task that does not end within graceMs costs its worker, which awaits, computes, or is blocked': () =>
    withPool({}, async (pool) => {
      assert.equal(await cancelled(pool, 'deaf', { graceMs: 20 }), 0)
      assert.equal((await pool.run(0, { name: 'contextOf' }))[2], 2)
      await cancelled(pool, 'spin')
      assert.equal((await pool.run(0, { name: 'contextOf' }))[2], 3)
      await cancelled(pool, 'block')
      assert.equal((await pool.run(0, { name: 'contextOf' }))[2], 4)
    }),
  'a cancelled task that is blocked leaves no thread': () =>
    withPool({}, async (pool) => {
      if (process.platform !== 'linux') return note('only Linux tells how many threads there are')
      await cancelled(pool, 'block')
      const before = threads()
      for (const _ of numbers(3)) await cancelled(pool, 'block')
      for (let look = 0; look < 500 && threads() > before; look++) await later(10)
      assert.ok(threads() <= before, 'a thread is left')
    }),
  'timeout and deadline': () =>
    withPool({}, async (pool) => {
      const late = await failureOf(pool.run(sharedWords(), { name: 'deaf', timeout: 20 }))
      assert.deepStrictEqual([late.name, late.message], ['TimeoutError', 'No result within 20 ms of the run'])
      const alsoLate = await failureOf(pool.run(sharedWords(), { name: 'deaf', deadline: 20 }))
      assert.equal(alsoLate.message, 'No result within 20 ms of the call')
      const words = sharedWords()
      await failureOf(pool.run(words, { name: 'sleep', timeout: 20, graceMs: 60_000 }))
      assert.equal(words[STOP], 1)
      assert.equal(await pool.run(1), 2)
    }),
  'a worker that exits loses its task only, which can run again': () =>
    withPool({ maxThreads: 1 }, async (pool) => {
      const dying = failureOf(pool.run(3, { name: 'exit' }))
      const others = Promise.all(numbers(50).map((value) => pool.run(value)))
      const error = await dying
      assert.ok(isWorkerDiedError(error))
      assert.equal(error.exitCode, 3)
      assert.equal((await others)[49], 98)
      assert.equal(await pool.run(sharedWords(), { name: 'dieOnce', retries: 1 }), 2)
    }),
  'an error outside of any task ends the worker, and is the cause': () =>
    withPool({}, async (pool) => {
      const error = await failureOf(pool.run(0, { name: 'throwAside' }))
      assert.ok(isWorkerDiedError(error))
      assert.equal(error.cause?.message, 'aside')
      assert.equal(await pool.run(1), 2)
    }),
  'a module that cannot be loaded is a PoolLoadError with its cause': async () => {
    const thrown = await failureOf(runFrom(workerUrl('pool-broken.mjs'), 0))
    assert.ok(isPoolLoadError(thrown))
    assert.equal(thrown.cause.message, 'broken')
    assert.ok(isPoolLoadError(await failureOf(runFrom(workerUrl('nowhere.mjs'), 0))))
  },
  'workerData, env and argv reach the worker': () =>
    withPool({ workerData: { users: 3 }, env: { COLOUR: 'green' }, argv: ['one', 'two'] }, async (pool) => {
      assert.deepStrictEqual(await pool.run(0, { name: 'data' }), { users: 3 })
      assert.equal(await pool.run('COLOUR', { name: 'environment' }), 'green')
      assert.deepStrictEqual(await pool.run(0, { name: 'parameters' }), ['one', 'two'])
    }),
  'execArgv reaches the worker': () =>
    withPool({ execArgv: ['--no-warnings'] }, async (pool) => {
      assert.deepStrictEqual(await pool.run(0, { name: 'execArgv' }), ['--no-warnings'])
    }),
  'a worker with more memory than resourceLimits allow ends alone': () =>
    withPool({ resourceLimits: { maxOldGenerationSizeMb: 32 } }, async (pool) => {
      const error = await failureOf(pool.run(25_000, { name: 'allocate' }))
      assert.ok(isWorkerDiedError(error))
      assert.equal(error.cause.code, 'ERR_WORKER_OUT_OF_MEMORY')
      assert.equal(await pool.run(1), 2)
    }),
  'close waits for its tasks, destroy and clear do not': async () => {
    const pool = new Pool({ filename: workerUrl('pool-tasks.mjs'), maxThreads: 1 })
    const tasks = [pool.run(20, { name: 'wait' }), pool.run(4)]
    await pool.close()
    assert.deepStrictEqual(await Promise.all(tasks), [undefined, 8])
    assert.equal((await failureOf(pool.run(1))).name, 'ClosedError')
    await withPool({}, async (other) => {
      const words = sharedWords()
      const running = failureOf(other.run(words, { name: 'deaf' }))
      await until('the task', () => words[MADE] > 0)
      const waiting = failureOf(other.run(1))
      other.clear()
      assert.equal((await waiting).name, 'ClosedError')
      await other.destroy(new Error('destroyed'))
      assert.equal((await running).message, 'destroyed')
    })
  },
  'the face of Piscina, by import and by require': async () => {
    assert.equal(createRequire(import.meta.url)('@slipring/worker/piscina').Piscina, Piscina)
    const pool = new Piscina({ filename: workerUrl('pool-tasks.mjs').href, maxThreads: 1 })
    assert.equal(await pool.run(21), 42)
    const words = sharedWords()
    const controller = new AbortController()
    const failure = failureOf(pool.run(words, { name: 'deaf', signal: controller.signal }))
    await until('the task', () => words[MADE] > 0)
    controller.abort()
    assert.equal((await failure).name, 'AbortError')
    await pool.close()
  },
  'a pool that is idle holds no process: the end of this one shows it': async () => {
    const pool = new Pool({ filename: workerUrl('pool-tasks.mjs'), minThreads: 2, maxThreads: 2 })
    assert.equal(await pool.run(1), 2)
  },
})
