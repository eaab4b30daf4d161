/** Do limits hold: here, and at the worker's own end, whose options come with the worker? */

import assert from 'node:assert/strict'
import { BufferFullError, createChannel, Worker } from '@slipring/worker'
import { Worker as NativeWorker } from 'node:worker_threads'
import { check, exitOf, messagesOf, numbers, within } from './check.mjs'

const url = (name) => new URL(`workers/${name}.mjs`, import.meta.url)
const TEXT = 'x'.repeat(500)

/** The numbers that a worker posts until it is refused, or so many, and then what it says of its port. */
async function flooded(count, parentPort) {
  const worker = new Worker(url('pressed'), { workerData: count, capacity: 4096, parentPort })
  const got = []
  const said = await within(
    12_000,
    'the worker’s last word',
    new Promise((resolve) => {
      worker.on('message', (message) => {
        if (message.number === undefined) resolve(message)
        else got.push(message.number)
      })
    }),
  )
  await worker.terminate()
  return { got, said }
}

await check({
  'a worker whose end blocks keeps to its ring': async () => {
    const { got, said } = await flooded(2000, { whenFull: 'block', highWaterMark: 1000 })
    assert.deepStrictEqual(got, numbers(2000))
    assert.deepStrictEqual(said, { error: null, growths: 0, highWaterMark: 1000 })
  },
  'a worker whose end throws is refused, and what it had posted arrives': async () => {
    const { got, said } = await flooded(100_000, { maxBufferedBytes: 50_000 })
    assert.equal(said.error, 'BufferFullError')
    assert.deepStrictEqual(got, numbers(got.length))
    assert.ok(got.length > 80, `only ${got.length} messages`)
  },
  'a worker without limits floods': async () => {
    const { got, said } = await flooded(20_000, undefined)
    assert.equal(said.error, null)
    assert.deepStrictEqual(got, numbers(20_000))
  },
  'this thread is held up where its end blocks': async () => {
    const { port, offer, transfer } = createChannel({ capacity: 4096, whenFull: 'block' })
    const counter = new Int32Array(new SharedArrayBuffer(8))
    const worker = new NativeWorker(url('count'), { workerData: { counter, offer }, transferList: [...transfer] })
    for (const number of numbers(5000)) port.postMessage(number)
    assert.equal(port.stats().growths, 0)
    const end = Date.now() + 8000
    for (let seen; (seen = Atomics.load(counter, 0)) !== 5000 && Date.now() < end;)
      Atomics.wait(counter, 0, seen, end - Date.now())
    assert.deepStrictEqual([...counter], [5000, 0])
    const exit = exitOf(worker)
    port.close()
    await worker.terminate()
    await exit()
  },
  'this thread is refused, told when there is room, and goes on': async () => {
    const { port, offer, transfer } = createChannel({ capacity: 4096, maxBufferedBytes: 20_000, highWaterMark: 4000 })
    let count = 0
    const post = () => port.postMessage({ number: count++, text: TEXT })
    assert.throws(() => {
      for (;;) post()
    }, BufferFullError)
    // The one that was refused has a number too.
    const posted = --count
    assert.ok(posted > 30 && port.bufferedAmount > 10_000, `${posted} messages, ${port.bufferedAmount} bytes`)
    const worker = new NativeWorker(url('attach-echo'), { workerData: offer, transferList: [...transfer] })
    const echoes = messagesOf(port, posted + 10)
    await within(5000, 'room', port.ready)
    for (let more = 0; more < 10; more++) {
      await within(5000, 'room', port.ready)
      post()
    }
    assert.deepStrictEqual(
      (await echoes).map(({ number }) => number),
      numbers(posted + 10),
    )
    port.close()
    await worker.terminate()
  },
})
