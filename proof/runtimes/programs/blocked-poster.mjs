/** Does a posted message arrive although the poster blocks for ever right after? */

import assert from 'node:assert/strict'
import { Worker as NativeWorker } from 'node:worker_threads'
import { createChannel, Worker } from '@slipring/worker'
import { check, messagesOf, numbers } from './check.mjs'

const LIMIT_MS = 8000
const url = (name) => new URL(`workers/${name}.mjs`, import.meta.url)

/** A worker on the drop-in port or on a channel, and that port. */
function start(script, way, data) {
  if (way === 'drop-in') {
    const worker = new Worker(url(script), { capacity: 4096, workerData: data })
    return { worker, port: worker }
  }
  const { port, offer, transfer } = createChannel({ capacity: 4096 })
  const worker = new NativeWorker(url(script), { workerData: { ...data, offer }, transferList: [...transfer] })
  return { worker, port }
}

const checks = {}
for (const way of ['drop-in', 'channel']) {
  for (const block of ['wait', 'loop'])
    for (const count of [1, 20_000])
      checks[`${way}: a worker posts ${count} and then blocks in a ${block}`] = async () => {
        const { worker, port } = start('post-and-block', way, { count, block })
        assert.deepStrictEqual(await messagesOf(port, count), numbers(count))
        port.close?.()
        await worker.terminate()
      }
  for (const state of ['parked', 'still starting'])
    for (const count of [1, 20_000])
      checks[`${way}: this thread posts ${count} to a worker that is ${state} and then blocks`] = async () => {
        const counter = new Int32Array(new SharedArrayBuffer(8))
        const { worker, port } = start('count', way, { counter })
        let posted = 0
        if (state === 'parked') {
          port.postMessage(posted++)
          for (let tries = 0; Atomics.load(counter, 0) === 0 && tries < 300; tries++)
            await new Promise((resolve) => setTimeout(resolve, 10))
          await new Promise((resolve) => setTimeout(resolve, 20))
        }
        for (let number = 0; number < count; number++) port.postMessage(posted++)
        const end = Date.now() + LIMIT_MS
        for (let seen; (seen = Atomics.load(counter, 0)) !== posted && Date.now() < end;)
          Atomics.wait(counter, 0, seen, end - Date.now())
        assert.deepStrictEqual([...counter], [posted, 0])
        port.close?.()
        await worker.terminate()
      }
}

await check(checks)
