/** Do bytes go both ways written and read where they lie, in order with messages, and do leases keep them as they are? */

import assert from 'node:assert/strict'
import { Worker as NativeWorker } from 'node:worker_threads'
import { attach, createChannel, receiveLeaseOnPort, receiveMessageOnPort, Worker } from '@slipring/worker'
import { check, exitOf, numbers, within } from './check.mjs'

const script = new URL('workers/lease-sum.mjs', import.meta.url)
const LENGTHS = [0, 1, 63, 64, 1000, 5000, 100_000, 300_000, ...numbers(200)]

async function exchange(port) {
  for (const length of LENGTHS) {
    port.postBytes(length, (bytes) => {
      for (let index = 0; index < length; index++) bytes[index] = index
    })
    let sum = 0
    for (let index = 0; index < length; index++) sum += index & 0xff
    assert.deepStrictEqual(await within(5000, 'the sum', port.receive()), { sum })
    const lease = await within(5000, 'a lease', port.receiveLease())
    assert.equal(lease.bytes.length, length)
    assert.ok(lease.bytes.every((byte) => byte === (length & 0xff)))
    lease.release()
    assert.throws(() => lease.bytes, TypeError)
  }
  port.postMessage({ text: 'no bytes' })
  const refused = { refused: 'TypeError', next: { text: 'no bytes' } }
  assert.deepStrictEqual(await within(5000, 'a refusal', port.receive()), refused)
}

await check({
  'with the drop-in worker': async () => {
    const worker = new Worker(script, { workerData: null })
    await exchange(worker.port)
    await worker.terminate()
  },
  'over a channel whose ring grows': async () => {
    const { port, offer, transfer } = createChannel({ capacity: 4096 })
    const worker = new NativeWorker(script, { workerData: offer, transferList: [...transfer] })
    const exit = exitOf(worker)
    await exchange(port)
    port.close()
    await exit()
  },
  'what is held stays as it is while more comes, whatever is given back first': () => {
    const { port, offer } = createChannel({ capacity: 4096 })
    const other = attach(offer)
    const held = numbers(50).map((number) => {
      port.postBytes(900, (bytes) => bytes.fill(number))
      port.postMessage({ number })
      const lease = receiveLeaseOnPort(other)
      assert.deepStrictEqual(receiveMessageOnPort(other), { message: { number } })
      return lease
    })
    for (const number of numbers(50).toReversed()) {
      for (const earlier of numbers(number + 1)) assert.ok(held[earlier].bytes.every((byte) => byte === earlier))
      held[number].release()
    }
    assert.equal(port.bufferedAmount, 0)
    port.close()
    other.close()
  },
})
