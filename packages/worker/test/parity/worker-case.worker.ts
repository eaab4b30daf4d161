/** The thread's half of the cases of `worker-cases.ts`. */

import { parentPort as native, workerData } from 'node:worker_threads'
import { parentPort as ours } from '@slipring/worker'
import { context } from './cases.ts'

const port: any = workerData.kind === 'native' ? native : ours

const halves: Record<string, () => void> = {
  'echoes, and ends when told to': () => {
    port.on('message', (value: unknown) => {
      port.postMessage(value)
      if (value === 'close') port.close()
    })
  },
  'its listeners are called in the context in which it was made': () => {
    context.run('a listener', () => {
      port.on('message', (value: unknown) => {
        port.postMessage([value, context.getStore()])
        if (value === 'close') port.close()
      })
    })
  },
  'ports sent before it listens come with their messages': () => {
    let count = 0
    port.onmessage = ({ data, ports }: { data: unknown; ports: MessagePort[] }) => {
      if (data === 'close') return port.close()
      port.postMessage(ports.length)
      ports[0]?.postMessage(`hello ${count++}`)
      ports[0]?.close()
    }
  },
  'posts and ends by itself': post,
  'posts and calls process.exit': () => {
    post()
    process.exit(7)
  },
  'posts and throws': () => {
    post()
    throw new RangeError('as told')
  },
  'posts in its exit handler': () => {
    post()
    process.on('exit', () => port.postMessage('last words'))
  },
  'rejects without a handler': () => {
    post()
    void Promise.reject(new RangeError('as told'))
  },
  'messages that come while nobody listens are lost': () => {
    post()
    Atomics.store(workerData.shared as Int32Array, 0, 1)
    port.on('message', (value: unknown) => (value === 'close' ? port.close() : port.postMessage(value)))
  },
  'terminated while it waits': () => {
    port.on('message', () => {})
    port.postMessage('here')
  },
  'its workerData, env and argv are the program’s': () => {
    const { argv, env } = process
    port.postMessage([Object.keys(workerData), env['ONE'], argv.slice(2), Object.keys(env).length])
  },
  'a listener that throws': () => {
    post()
    port.on('message', () => port.close())
  },
  'an error of a listener comes before the next message': () => {
    post()
    port.on('message', () => port.close())
  },
  'messages from while the thread was blocked come before an immediate': postAndWake,
  'nor does a listener that comes later wait for an immediate': postAndWake,
  'methods of an EventEmitter': post,
  'events that Node and Slipring listen for themselves': post,
}

function post(): void {
  for (const value of [1, 2, 3]) port.postMessage(value)
}

function postAndWake(): void {
  post()
  const buffer = new ArrayBuffer(4)
  port.postMessage(buffer, [buffer])
  post()
  const { shared } = workerData
  Atomics.store(shared, 0, 1)
  Atomics.notify(shared, 0)
  Atomics.wait(shared, 1, 0, 4000)
}

halves[workerData.name]!()
