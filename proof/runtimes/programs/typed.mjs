/** Do typed channels carry records by the rules of their port: once each, in one order with its messages? */

import assert from 'node:assert/strict'
import { Worker as NativeWorker } from 'node:worker_threads'
import { createChannel, Worker } from '@slipring/worker'
import { check, messagesOf, numbers, within } from './check.mjs'
import { counted, Counted, New, numberIn, Old, Small } from './typed-schemas.mjs'

const script = new URL('workers/typed.mjs', import.meta.url)
const COUNT = 3000
const LIMITS = {
  'a ring of 1 MiB': {},
  'a ring of 4 KiB that grows': { capacity: 4096 },
  'a ring of 4 KiB that spills into the native port': { capacity: 4096, maxCapacity: 4096 },
}

function sendAll(port) {
  const all = port.channel(Counted, { name: 'counted' })
  const small = port.channel(Small)
  for (const number of numbers(COUNT)) {
    if (number % 3 === 0) port.postMessage({ number })
    else if (number % 3 === 1) all.send(counted(number))
    else small.send({ number, half: number / 2 })
  }
}

/** Resolves when all have come. */
function receiveAll(port) {
  const seen = []
  const all = new Promise((resolve) => {
    const see = (number) => {
      if (seen.push(number) === COUNT) resolve(seen)
    }
    port.channel(Counted, { name: 'counted' }).onrecord = (record) => see(numberIn(record))
    port.channel(Small).onrecord = ({ number, half }) => see(half === number / 2 ? number : -1)
    port.on('message', (message) => see(message.number))
  })
  return within(12_000, `${COUNT} records and messages`, all)
}

const checks = {}
for (const [limit, options] of Object.entries(LIMITS)) {
  checks[`records and messages to a Worker keep one order through ${limit}`] = async () => {
    const worker = new Worker(script, { ...options, workerData: { does: 'tell', count: COUNT } })
    const seen = messagesOf(worker, 1)
    sendAll(worker.port)
    assert.deepStrictEqual(await seen, [numbers(COUNT)])
    await worker.terminate()
  }
  checks[`records and messages from a Worker keep one order through ${limit}`] = async () => {
    const worker = new Worker(script, { ...options, workerData: { does: 'send', count: COUNT } })
    assert.deepStrictEqual(await receiveAll(worker.port), numbers(COUNT))
    await worker.terminate()
  }
}

await check({
  ...checks,
  'records of a channel in workerData, to a native worker': async () => {
    const { port, offer, transfer } = createChannel({ capacity: 4096 })
    const workerData = { does: 'tell', count: COUNT, offer, options: {} }
    const worker = new NativeWorker(script, { workerData, transferList: [...transfer] })
    const seen = messagesOf(port, 1)
    sendAll(port)
    assert.deepStrictEqual(await seen, [numbers(COUNT)])
    await within(3000, 'end of the port', port.closed)
    await worker.terminate()
  },
  'receive(), a loop and a listener take one record after another': async () => {
    const worker = new Worker(script, { workerData: { does: 'send', count: 300 } })
    const small = worker.port.channel(Small)
    assert.deepStrictEqual(await within(5000, 'record', small.receive()), { number: 2, half: 1 })
    const looped = []
    for await (const { number } of small) if (looped.push(number) === 9) break
    assert.deepStrictEqual(looped, [5, 8, 11, 14, 17, 20, 23, 26, 29])
    const listened = []
    const last = new Promise((resolve) => {
      small.onrecord = ({ number }) => {
        if (listened.push(number) === 90) resolve()
      }
    })
    await within(5000, '90 records', last)
    assert.deepStrictEqual([listened[0], listened.at(-1)], [32, 299])
    await worker.terminate()
  },
  'a view ends with the call of the listener, and its copy stays': async () => {
    const worker = new Worker(script, { workerData: { does: 'send', count: 3 } })
    const all = worker.port.channel(Counted, { name: 'counted' })
    const [view, copy] = await within(
      5000,
      'record',
      new Promise((resolve) => (all.onrecord = (record) => resolve([record, record.copy()]))),
    )
    assert.throws(() => view.text, { name: 'TypeError', message: /record that has been released/ })
    assert.deepStrictEqual(copy, counted(1))
    await worker.terminate()
  },
  'versions read one another, and what does not fit is a HandshakeError on both sides, of that channel alone':
    async () => {
      const worker = new Worker(script, { workerData: { does: 'differ' } })
      const told = messagesOf(worker, 1)
      const foreign = worker.port.channel(Old, { name: 'foreign' })
      const versions = worker.port.channel(New, { name: 'version' })
      await assert.rejects(within(5000, 'opening', foreign.opened), {
        name: 'HandshakeError',
        message: 'Cannot use channel "foreign": the schemas of its sides differ, bids[].p is f64 here and f32 there',
      })
      assert.deepStrictEqual(await told, [
        {
          name: 'HandshakeError',
          message: 'Cannot use channel "foreign": the schemas of its sides differ, bids[].p is f32 here and f64 there',
        },
      ])
      assert.throws(() => foreign.send({ symbol: 'A', bids: [] }), { name: 'HandshakeError' })
      await within(5000, 'opening', versions.opened)
      versions.send({ symbol: 'A', bids: [{ p: 1, q: 2 }], note: 'unknown there' })
      assert.deepStrictEqual(await within(5000, 'record', versions.receive()), {
        symbol: 'A',
        bids: [{ p: 1, q: 1.5 }],
      })
      await worker.terminate()
    },
  'an older side keeps a newer one’s defaults out, and gets nothing it does not know': async () => {
    const worker = new Worker(script, { workerData: { does: 'echo new' } })
    const versions = worker.port.channel(Old, { name: 'version' })
    versions.send({ symbol: 'A', bids: [{ p: 1 }] })
    assert.deepStrictEqual(await within(5000, 'record', versions.receive()), { symbol: 'A', bids: [{ p: 1 }] })
    await worker.terminate()
  },
  'records of a schema that generates no code are the same': async () => {
    const worker = new Worker(script, { workerData: { does: 'echo new' } })
    const versions = worker.port.channel(New.with({ codegen: 'never' }), { name: 'version' })
    const sent = { symbol: '漢', bids: numbers(50).map((p) => ({ p, q: -p })), note: 'é' }
    versions.send(sent)
    assert.deepStrictEqual(await within(5000, 'record', versions.receive()), sent)
    await worker.terminate()
  },
  'channel() throws when the other side’s schema is known already': async () => {
    const worker = new Worker(script, { workerData: { does: 'differ' } })
    // Behind the openings of both channels there.
    const versions = worker.port.channel(New, { name: 'version' })
    versions.send({ symbol: 'A', bids: [] })
    await within(5000, 'record', versions.receive())
    assert.throws(() => worker.port.channel(Old, { name: 'foreign' }), { name: 'HandshakeError' })
    await worker.terminate()
  },
})
