/** Three ways to send an object to another thread and back: what carries it, and what it is made of meanwhile. */

import { once } from 'node:events'
import { bench, baseline, exchange, suite } from '@slipring/bench'
import { accept, connect } from '@slipring/worker'

const order = { id: 9_876_543_210, symbol: 'BTC-USD', side: 'buy', price: 67_500.5, quantity: 0.125, tags: ['a', 'b'] }

suite('a copy, on one thread', () => {
  baseline('structuredClone', () => structuredClone(order))
  bench('JSON', () => JSON.parse(JSON.stringify(order)) as unknown)
})

suite('to a worker and back', () => {
  exchange('postMessage', {
    main: (worker) => async () => {
      worker.postMessage(order)
      return once(worker, 'message')
    },
    worker: (parentPort) => parentPort.on('message', (value) => parentPort.postMessage(value)),
  }).baseline()

  exchange('JSON by postMessage', {
    main: (worker) => async () => {
      worker.postMessage(JSON.stringify(order))
      const [text] = await once(worker, 'message')
      return JSON.parse(text as string) as unknown
    },
    worker: (parentPort) =>
      parentPort.on('message', (text) => parentPort.postMessage(JSON.stringify(JSON.parse(text as string)))),
  })

  exchange('Slipring', {
    async main(worker) {
      const port = await connect(worker)
      const run = (): Promise<unknown> => {
        port.postMessage(order)
        return port.receive()
      }
      // Bytes, parks and nudges of this side.
      return { run, stats: () => port.stats() }
    },
    async worker() {
      const port = await accept()
      port.on('message', (value) => port.postMessage(value))
    },
  })
})
