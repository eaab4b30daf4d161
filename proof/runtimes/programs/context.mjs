/** Are listeners called in the context in which their port was made, asleep and awake, whichever lane a message takes? */

import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { attach, createChannel, Worker } from '@slipring/worker'
import { check, numbers, within } from './check.mjs'

const script = new URL('workers/context.mjs', import.meta.url)
const context = new AsyncLocalStorage()
const ROUNDS = 3
/** Longer than anybody looks before it sleeps. */
const UNTIL_ASLEEP_MS = 20

/** The values that listeners of `target` see when it is sent two messages, and those that `post` sends beside them, again and again. */
async function heardBy(target, post, count) {
  const heard = []
  let heardAll
  context.run('listener', () =>
    target.on('message', (message) => {
      heard.push([message, context.getStore()])
      if (heard.length % count === 0) heardAll()
    }),
  )
  for (const round of numbers(ROUNDS)) {
    await context.run('waiter', () => sleep(UNTIL_ASLEEP_MS))
    const all = new Promise((resolve) => (heardAll = resolve))
    context.run(`sender ${round}`, post)
    await within(5000, `${count} messages`, all)
  }
  return heard
}

await check({
  'of a Worker, and none in the worker': async () => {
    const worker = context.run('maker', () => new Worker(script))
    const post = () => {
      const buffer = new ArrayBuffer(8)
      worker.postMessage(1)
      worker.postMessage(buffer, [buffer])
      worker.postMessage(2)
    }
    const heard = await heardBy(worker, post, 3)
    assert.deepStrictEqual(
      heard,
      numbers(3 * ROUNDS).map(() => [{ seen: undefined }, 'maker']),
    )
    await worker.terminate()
  },
  'of both ends of a channel': async () => {
    const [port, other] = context.run('maker', () => {
      const channel = createChannel()
      return [channel.port, attach(channel.offer)]
    })
    for (const [target, source] of [
      [port, other],
      [other, port],
    ]) {
      const post = () => [1, 2].forEach((number) => source.postMessage(number))
      assert.deepStrictEqual(
        await heardBy(target, post, 2),
        numbers(ROUNDS).flatMap(() => [
          [1, 'maker'],
          [2, 'maker'],
        ]),
      )
    }
    port.close()
  },
})
