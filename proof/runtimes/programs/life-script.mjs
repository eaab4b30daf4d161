/** A process that is held by something of ours, or by nothing: named in the arguments. */

import { Worker as NativeWorker } from 'node:worker_threads'
import { connect, createChannel, Pool, Worker } from '@slipring/worker'

const url = (name) => new URL(`workers/${name}.mjs`, import.meta.url)
const echo = () => new Worker(url('echo'))

const openPool = (options) => new Pool({ filename: url('pool-tasks'), maxThreads: 1, ...options })

/** `held`: only the limit ends it. */
export const SCENARIOS = {
  'a worker that listens holds the process': {
    isHeld: true,
    run: () =>
      echo()
        .on('message', () => console.log('answered'))
        .postMessage(1),
    output: 'answered\n',
  },
  'a worker that listens holds the process though this side does not': {
    isHeld: true,
    run: () => echo().once('online', () => console.log('answered')),
    output: 'answered\n',
  },
  'an unreferenced worker does not hold it': {
    run: () => {
      const worker = echo()
      worker.once('message', () => {
        console.log('answered')
        worker.unref()
      })
      worker.postMessage(1)
    },
    output: 'answered\n',
  },
  'a pending receive() holds it for as long as it waits, though the worker does not': {
    run: async () => {
      const worker = echo()
      worker.unref()
      worker.postMessage(1)
      console.log('answered', await worker.port.receive())
    },
    output: 'answered 1\n',
  },
  'a worker that ends by itself does not hold it': {
    run: () => {
      const worker = new Worker(url('post-and-end'), { workerData: { count: 1, end: 'natural' } })
      worker.on('message', () => console.log('answered'))
    },
    output: 'answered\n',
  },
  'a worker that stops listening ends': {
    run: () => {
      const worker = new Worker(url('listens-once'))
      worker.on('message', () => console.log('answered'))
      worker.on('exit', (code) => console.log(`exit ${code}`))
      worker.postMessage(1)
    },
    output: 'answered\nexit 0\n',
  },
  'a terminated worker does not hold it': {
    run: () => {
      const worker = echo()
      worker.on('message', () => void worker.terminate().then(() => console.log('terminated')))
      worker.postMessage(1)
    },
    output: 'terminated\n',
  },
  'a channel to a worker that died does not hold it': {
    run: () => {
      const { port, offer, transfer } = createChannel()
      const worker = new NativeWorker(url('attach-echo'), { workerData: offer, transferList: [...transfer] })
      port.on('message', () => void worker.terminate())
      port.on('close', () => console.log('closed'))
      port.postMessage(1)
    },
    output: 'closed\n',
  },
  'a connection to a worker that died does not hold it': {
    run: () => {
      const worker = new NativeWorker(url('accept-alone'))
      const port = connect(worker)
      port.on('message', () => void worker.terminate())
      port.on('close', () => console.log('closed'))
      port.postMessage(1)
    },
    output: 'closed\n',
  },
  'a channel whose offer nobody took, and nobody listens to, does not hold it': {
    run: () => createChannel().port.postMessage(1),
    output: '',
  },
  'many channels opened and closed leave nothing': {
    run: async () => {
      for (let round = 0; round < 50; round++) {
        const { port, offer, transfer } = createChannel({ capacity: 4096 })
        const { port1, port2 } = new MessageChannel()
        port1.postMessage(offer, transfer)
        port.on('message', () => {})
        port.close()
        port1.close()
        port2.close()
      }
      console.log('closed')
    },
    output: 'closed\n',
  },
  'a message on the event loop of a process that is held by the port only': {
    run: () => {
      const worker = echo()
      let rounds = 0
      worker.on('message', () => {
        if (++rounds < 5) setTimeout(() => worker.postMessage(rounds), 30)
        else void worker.terminate().then(() => console.log('terminated'))
      })
      worker.postMessage(0)
    },
    output: 'terminated\n',
  },
  'a task of a pool holds it until it is done, and an idle pool does not': {
    run: () => {
      const pool = openPool()
      void pool.run(1).then((result) => {
        console.log('first', result)
        // Nothing else holds the process by now.
        void pool.run(100, { name: 'wait' }).then(() => console.log('last'))
      })
    },
    output: 'first 2\nlast\n',
  },
  'to wait for the workers of a pool holds it, and a stream that nobody reads does not': {
    run: async () => {
      const pool = openPool({ minThreads: 1, waitForWorkers: true })
      await pool.ready
      console.log('ready')
      const stream = pool.stream({ count: 1e9 }, { name: 'numbers' })
      console.log((await stream.next()).value)
    },
    output: 'ready\n0\n',
  },
}

const scenario = process.argv[2]
if (scenario !== undefined) {
  // Unreferenced: only what is tried here holds the process until then.
  setTimeout(
    () => {
      console.log('still held')
      process.exit(0)
    },
    SCENARIOS[scenario].isHeld ? 3000 : 5000,
  ).unref()
  await SCENARIOS[scenario].run()
}
