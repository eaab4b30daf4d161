/** Do classes of the program, and Buffers, arrive as what they were? */

import assert from 'node:assert/strict'
import { Worker as NativeWorker } from 'node:worker_threads'
import { attach, connect, createChannel, receiveMessageOnPort, Worker } from '@slipring/worker'
import { check, messagesOf, numbers } from './check.mjs'
import { codec, Money, nameOf, Refusal, Unlucky } from './classes.mjs'

const script = new URL('workers/classes.mjs', import.meta.url)
const values = numbers(100).flatMap((number) => [
  new Money(number),
  new Refusal('refused', new Money(number)),
  Buffer.from(`bytes ${number}`),
])

async function converse(target) {
  const echoes = messagesOf(target, values.length)
  for (const value of values) target.postMessage(value)
  const messages = await echoes
  const names = values.map(nameOf)
  assert.deepStrictEqual(
    messages.map(({ seen }) => seen),
    names,
  )
  assert.deepStrictEqual(
    messages.map(({ value }) => nameOf(value)),
    names,
  )
}

await check({
  'in a Worker, from the first message on and in its ring': async () => {
    const worker = new Worker(script, { codec })
    await converse(worker)
    await converse(worker)
    assert.ok(worker.port.stats().spills <= values.length)
    await worker.terminate()
  },
  'in a worker that somebody else made': async () => {
    const worker = new NativeWorker(script, { workerData: 'accept' })
    await converse(connect(worker, { codec }))
    await worker.terminate()
  },
  'an instance that cannot be made is a messageerror, and the next message comes': async () => {
    const worker = new Worker(script, { codec })
    await converse(worker)
    const answers = messagesOf(worker, 2)
    worker.postMessage([new Unlucky()])
    worker.postMessage(new Money(1))
    const [first, second] = await answers
    assert.equal(first.error, 'Cannot make an instance of "Unlucky": its from() threw no 13th here')
    assert.equal(second.seen, 'Money 1')
    await worker.terminate()
  },
  'beside the ring: transferred, shared, larger than any ring': () => {
    const { port, offer } = createChannel({ codec, capacity: 4096, maxCapacity: 4096 })
    const other = attach(offer, { codec })
    const { buffer } = Uint8Array.of(1, 2, 3)
    const shared = Buffer.from(new SharedArrayBuffer(8))
    port.postMessage(new Refusal('transferred', buffer), [buffer])
    port.postMessage(new Refusal('shared', shared))
    port.postMessage(new Refusal('large', Buffer.alloc(100_000, 'x')))
    assert.equal(buffer.byteLength, 0)
    const [transferred, sharing, large] = numbers(3).map(() => receiveMessageOnPort(other).message)
    assert.deepStrictEqual(new Uint8Array(transferred.of), Uint8Array.of(1, 2, 3))
    assert.ok(Buffer.isBuffer(sharing.of))
    sharing.of[3] = 7
    assert.equal(shared[3], 7)
    assert.equal(large.of.toString(), 'x'.repeat(100_000))
    port.close()
    other.close()
  },
})
