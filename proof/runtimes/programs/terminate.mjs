/** Does terminate() end a worker in every state, with its events, and leave nothing? */

import assert from 'node:assert/strict'
import { Worker as NativeWorker } from 'node:worker_threads'
import { createChannel, Worker } from '@slipring/worker'
import { check, exitOf, messagesOf, within } from './check.mjs'

const url = (name) => new URL(`workers/${name}.mjs`, import.meta.url)
const later = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

const STATES = {
  idle: { script: 'echo', waitMs: 50 },
  'just started': { script: 'echo', waitMs: -1 },
  busy: { script: 'busy', waitMs: 50 },
  'blocked in receiveMessageSync': { script: 'sync-echo', waitMs: 50 },
  'flooding us': { script: 'flood', waitMs: 5 },
}

const checks = {}
for (const [state, { script, waitMs }] of Object.entries(STATES))
  checks[`a worker that is ${state}`] = async () => {
    const worker = new Worker(url(script), { workerData: null })
    const closes = []
    worker.port.on('close', () => closes.push('close'))
    if (waitMs >= 0) {
      const first = messagesOf(worker, 1)
      if (script !== 'sync-echo') worker.postMessage(0)
      await first
      await later(waitMs)
    }
    const exit = exitOf(worker)
    const code = await within(5000, 'terminate()', worker.terminate())
    assert.equal(code, await exit())
    // One that has not begun to run may end with either.
    if (waitMs >= 0) assert.equal(code, 1)
    const { reason } = await within(1000, 'end of the port', worker.port.closed)
    await later(20)
    assert.deepStrictEqual([reason, closes], [code === 0 ? 'peer-closed' : 'peer-died', ['close']])
    worker.postMessage('to nobody')
  }

await check({
  ...checks,
  'a blocked worker on a channel: the port closes': async () => {
    const { port, offer, transfer } = createChannel()
    const worker = new NativeWorker(url('sync-echo'), { workerData: offer, transferList: [...transfer] })
    const first = messagesOf(port, 1)
    port.postMessage(0)
    await first
    await worker.terminate()
    await within(2000, 'end of the port', port.closed)
  },
  'many workers at once': async () => {
    const scripts = [...Array(4).fill('echo'), ...Array(4).fill('sync-echo')]
    const workers = scripts.map((script) => new Worker(url(script), { workerData: null }))
    const firsts = workers.map((worker) => messagesOf(worker, 1))
    for (const worker of workers) worker.postMessage(0)
    await Promise.all(firsts)
    await Promise.all(workers.map((worker) => worker.terminate()))
    for (const worker of workers) await within(1000, 'end of the port', worker.port.closed)
  },
})
