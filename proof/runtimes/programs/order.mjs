/** Do 50,000 messages both ways through a small ring arrive once each and in order? */

import assert from 'node:assert/strict'
import { Worker as NativeWorker } from 'node:worker_threads'
import { createChannel, Worker } from '@slipring/worker'
import { check, within } from './check.mjs'
import { exchange } from './exchange.mjs'

const COUNT = 50_000
const script = new URL('workers/order.mjs', import.meta.url)

const LIMITS = {
  'that grows': {},
  'that spills into the native port': { maxCapacity: 4096 },
  'one task a message': { delivery: 'task' },
  'woken by waitAsync': { wakeBy: 'waitAsync' },
  'woken by the native port': { wakeBy: 'port' },
}

const checks = {}
for (const [limit, options] of Object.entries(LIMITS))
  checks[`through a channel with a ring of 4 KiB ${limit}`] = async () => {
    const { port, offer, transfer } = createChannel({ capacity: 4096, ...options })
    const worker = new NativeWorker(script, {
      workerData: { offer, options, count: COUNT },
      transferList: [...transfer],
    })
    const verdict = new Promise((resolve) => worker.once('message', resolve))
    assert.equal(await within(14_000, 'all messages', exchange(port, COUNT)), COUNT)
    assert.equal(await verdict, COUNT)
    await within(3000, 'end of the port', port.closed)
  }

await check({
  ...checks,
  'through the drop-in Worker with a ring of 4 KiB': async () => {
    const worker = new Worker(script, { capacity: 4096, workerData: { count: COUNT } })
    assert.equal(await within(14_000, 'all messages', exchange(worker, COUNT)), COUNT)
    assert.equal((await within(3000, 'end of the port', worker.port.closed)).reason, 'peer-closed')
  },
})
