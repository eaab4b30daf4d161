/** Streams and sources of a pool: are they in order, no further ahead than they may be, and ended from both sides? */

import assert from 'node:assert/strict'
import { isWorkerDiedError } from '@slipring/worker'
import { check, numbers } from './check.mjs'
import { failureOf, later, sharedWords, until, valuesOf, withPool } from './open-pool.mjs'

const [MADE, ENDED] = [0, 1]

await check({
  'a stream gives all values in their order': () =>
    withPool({}, async (pool) => {
      assert.deepStrictEqual(await valuesOf(pool.stream({ count: 1000 }, { name: 'numbers' })), numbers(1000))
      assert.deepStrictEqual(await valuesOf(pool.stream(2, { name: 'slowly' })), ['part 0', 'part 1'])
    }),
  'its worker is at most highWaterMark values ahead': () =>
    withPool({}, async (pool) => {
      const words = sharedWords()
      const stream = pool.stream({ count: 1000, words }, { name: 'numbers', highWaterMark: 4 })
      await stream.next()
      await later(50)
      assert.ok(words[MADE] >= 4 && words[MADE] <= 8, `${words[MADE]} values`)
      await stream.return()
    }),
  'leaving the loop runs the finally of the generator, and frees its worker': () =>
    withPool({}, async (pool) => {
      const words = sharedWords()
      for await (const number of pool.stream({ count: 1e9, words }, { name: 'numbers' })) if (number === 20) break
      assert.equal(words[ENDED], 1)
      assert.equal((await pool.run(0, { name: 'contextOf' }))[2], 1)
    }),
  'a signal and a time-out end it': () =>
    withPool({}, async (pool) => {
      const words = sharedWords()
      const controller = new AbortController()
      const stream = pool.stream({ count: 1e9, words }, { name: 'numbers', signal: controller.signal })
      await stream.next()
      controller.abort(new Error('enough'))
      assert.equal((await failureOf(valuesOf(stream))).message, 'enough')
      await until('its end', () => words[ENDED] === 1)
      assert.equal((await failureOf(valuesOf(pool.stream(1e9, { name: 'slowly', timeout: 30 })))).name, 'TimeoutError')
      assert.equal(await pool.run(1), 2)
    }),
  'an error comes after the values before it, and so does the death of the worker': () =>
    withPool({}, async (pool) => {
      const stream = pool.stream(3, { name: 'slowly' })
      for (const number of numbers(3)) assert.equal((await stream.next()).value, `part ${number}`)
      assert.equal((await failureOf(stream.next())).message, 'no more')
      const mortal = pool.stream(0, { name: 'mortal' })
      assert.ok(isWorkerDiedError(await failureOf(valuesOf(mortal))))
      assert.equal(await pool.run(1), 2)
    }),
  'a task reads async iterables and streams of the program, a stream of another pool among them': () =>
    withPool({ concurrentTasksPerWorker: 3 }, async (pool) => {
      const source = new ReadableStream({
        start(controller) {
          for (const number of numbers(100)) controller.enqueue(number)
          controller.close()
        },
      })
      assert.equal(await pool.run({ source }, { name: 'total' }), 4950)
      const squares = pool.stream(pool.stream({ count: 100 }, { name: 'numbers' }), { name: 'squares' })
      assert.equal(await pool.run({ source: squares }, { name: 'total' }), 328_350)
    }),
  'a function that leaves its source ends it': () =>
    withPool({}, async (pool) => {
      let isEnded = false
      async function* endless() {
        try {
          for (;;) yield 'value'
        } finally {
          isEnded = true
        }
      }
      assert.equal(await pool.run([endless()], { name: 'first' }), 'value')
      await until('the end of the source', () => isEnded)
    }),
})
