/** Do messages arrive that were posted before process.exit, before close(), or before a worker ended by itself? */

import assert from 'node:assert/strict'
import { Worker as NativeWorker } from 'node:worker_threads'
import { connect, createChannel, Worker } from '@slipring/worker'
import { check, numbers, within } from './check.mjs'

const script = new URL('workers/post-and-end.mjs', import.meta.url)
const CODES = { natural: 0, close: 0, 'exit 0': 0, 'exit 7': 7, throw: 1 }

const checks = {}
for (const [end, expected] of Object.entries(CODES))
  for (const count of [10, 20_000]) {
    checks[`drop-in: ${count} messages before the end (${end}), then exit`] = async () => {
      const worker = new Worker(script, { capacity: 4096, workerData: { count, end } })
      const seen = []
      const errors = []
      worker.on('message', (message) => seen.push(message))
      worker.on('error', (error) => errors.push(error.message))
      let seenAtExit = -1
      const exit = new Promise((resolve) =>
        worker.once('exit', (code) => {
          seenAtExit = seen.length
          resolve(code)
        }),
      )
      const code = await within(8000, 'exit', exit)
      const { reason } = await within(1000, 'end of the port', worker.port.closed)
      assert.deepStrictEqual(seen, numbers(count))
      assert.equal(seenAtExit, count, 'messages before the exit event')
      assert.deepStrictEqual([code, errors], [expected, end === 'throw' ? ['on purpose'] : []])
      assert.equal(reason, expected === 0 ? 'peer-closed' : 'peer-died')
    }
    checks[`channel: ${count} messages before the end (${end}), then close`] = async () => {
      const { port, offer, transfer } = createChannel({ capacity: 4096 })
      const workerData = { count, end, offer }
      const worker = new NativeWorker(script, { workerData, transferList: [...transfer] })
      worker.on('error', () => {})
      const seen = []
      port.on('message', (message) => seen.push(message))
      await within(8000, 'end of the port', port.closed)
      assert.deepStrictEqual(seen, numbers(count))
    }
  }

await check({
  ...checks,
  'connect: a terminated worker ends its port': async () => {
    const worker = new NativeWorker(new URL('workers/accept-alone.mjs', import.meta.url))
    const port = connect(worker)
    port.on('message', () => worker.terminate())
    port.postMessage(1)
    await within(5000, 'end of the port', port.closed)
  },
})
