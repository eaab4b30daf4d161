import { once } from 'node:events'
import { contend, exchange } from '@slipring/bench'

const setup = () => new Int32Array(new SharedArrayBuffer(4))
const echo = (parentPort: import('node:worker_threads').MessagePort) =>
  parentPort.on('message', (value) => parentPort.postMessage(value))

contend('adds in two threads', {
  setup,
  run: (words) => Atomics.add(words, 0, 1),
  teardown(words, calls) {
    if (words[0] !== calls) throw new Error(`${calls} calls, and ${words[0]} counted`)
  },
})

contend('loses counts', {
  setup,
  run: (words, index) => (index === 0 ? Atomics.add(words, 0, 1) : 0),
  teardown(words, calls) {
    if (words[0] !== calls) throw new Error('some calls are lost')
  },
})

contend('throws in a thread', {
  setup,
  run(_, index) {
    if (index === 1) throw new RangeError('the second thread')
  },
})

contend('ends a thread', {
  setup,
  run(_, index) {
    if (index === 1) process.exit(7)
  },
})

contend('is async', { setup, run: async (words) => Atomics.add(words, 0, 1) })

exchange('there and back', {
  main: (worker) => async () => {
    worker.postMessage(1)
    await once(worker, 'message')
  },
  worker: echo,
})

exchange('counts', {
  main: (worker) => {
    let sent = 0
    const run = async () => {
      sent += 3
      worker.postMessage(1)
      await once(worker, 'message')
    }
    return { run, stats: () => ({ sent, name: 'no number' }) }
  },
  worker: echo,
})

exchange('gives no function', { main: () => ({ run: 1 }) as never, worker: echo })

exchange('a series of 100', {
  operations: 100,
  main: (worker) => async () => {
    for (let count = 1; count < 100; count++) worker.postMessage(0)
    worker.postMessage('end')
    await once(worker, 'message')
  },
  worker: (parentPort) => parentPort.on('message', (value) => value === 'end' && parentPort.postMessage(value)),
})

exchange('its worker throws', {
  main: () => () => 1,
  worker() {
    throw new RangeError('in the worker')
  },
})

exchange('its worker ends', {
  main: (worker) => () => once(worker, 'message'),
  worker: () => setTimeout(() => process.exit(3), 20),
})

exchange('its worker is never ready', {
  main: () => () => 1,
  worker: () => new Promise(() => setInterval(() => {}, 1000)),
})

exchange('its worker rejects unheard', {
  main: () => () => 1,
  worker: () => void Promise.reject(new RangeError('nobody hears it')),
})
