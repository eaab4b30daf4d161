/** Does connect give a port to a worker that somebody else made? */

import assert from 'node:assert/strict'
import { Worker as NativeWorker } from 'node:worker_threads'
import { connect, Worker } from '@slipring/worker'
import { check, messagesOf, numbers, within } from './check.mjs'

async function converse(port) {
  const echoes = messagesOf(port, 1000)
  for (const number of numbers(1000)) port.postMessage(number)
  assert.deepStrictEqual(await echoes, numbers(1000))
}

const cases = {}
for (const way of ['async', 'sync'])
  cases[`a native worker that accepts (${way}) has both: our port and its own`] = async () => {
    const worker = new NativeWorker(new URL('workers/accept.mjs', import.meta.url), { workerData: way })
    const port = connect(worker)
    await converse(port)
    const echo = messagesOf(worker, 1)
    worker.postMessage('native')
    assert.deepStrictEqual(await echo, ['native'])
    assert.equal(port.mode, 'shared')
    await worker.terminate()
    const { reason } = await within(3000, 'end of the port', port.closed)
    assert.match(reason, /^peer-(died|closed)$/)
  }

await check({
  ...cases,
  'a worker of ours has one port, which both calls give': async () => {
    const worker = new Worker(new URL('workers/accept-alone.mjs', import.meta.url))
    assert.equal(connect(worker), worker.port)
    await converse(connect(worker))
    await worker.terminate()
  },
  'several connections to several workers': async () => {
    const workers = numbers(3).map(() => new NativeWorker(new URL('workers/accept-alone.mjs', import.meta.url)))
    await Promise.all(workers.map((worker) => converse(connect(worker))))
    await Promise.all(workers.map((worker) => worker.terminate()))
  },
})
