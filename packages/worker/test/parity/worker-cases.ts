/** Small programs for a `Worker`, native or ours, each with what runs in `worker-case.worker.ts`. */

import { once } from 'node:events'
import { inspect } from 'node:util'
import { MessageChannel } from 'node:worker_threads'
import { context, delay, settled } from './cases.ts'

interface WorkerStage {
  /** Starts the thread's half of the case. */
  readonly start: (options?: object) => any
  readonly log: (...line: unknown[]) => void
}

export type WorkerCase = (stage: WorkerStage) => Promise<void>

/** Logs all that a worker tells, until it has ended. */
function follow(worker: any, log: WorkerStage['log']): Promise<void> {
  worker.on('message', (value: unknown) => log('message', inspect(value)))
  worker.on('messageerror', () => log('messageerror'))
  worker.on('error', (error: Error) => log('error', error.message))
  return new Promise((resolve) => {
    worker.on('exit', (code: number) => {
      log('exit', code)
      resolve()
    })
  })
}

const toItsEnd: WorkerCase = ({ start, log }) => follow(start(), log)

/** Messages and the news of an error come by different ways: each in order, but not to each other. */
const toItsError: WorkerCase = async ({ start, log }) => {
  const lines: string[] = []
  await follow(start(), (...line) => lines.push(line.join(' ')))
  for (const line of lines.toSorted()) log(line)
}

/** Of a worker that has posted and waits for that, or its end might come first. */
function letGo(shared: Int32Array): void {
  Atomics.store(shared, 1, 1)
  Atomics.notify(shared, 1)
}

export const workerCases: Record<string, WorkerCase> = {
  'Worker: echoes, and ends when told to': async ({ start, log }) => {
    const worker = start()
    const ended = follow(worker, log)
    for (const value of [1, 'two', { three: new Map([[3, 4n]]) }, undefined]) worker.postMessage(value)
    const buffer = new ArrayBuffer(4)
    worker.postMessage(buffer, [buffer])
    log('detached', buffer.byteLength)
    worker.postMessage('close')
    await ended
  },
  'Worker: its listeners are called in the context in which it was made': async ({ start, log }) => {
    const worker = context.run('maker', () => start())
    const told = (value: unknown): void => log(value, String(context.getStore()))
    context.run('a listener', () => {
      worker.on('message', told)
      worker.on('exit', told)
    })
    // From now on: it may come in one breath with the last message.
    const ended = once(worker, 'exit')
    for (const value of ['first', 'second', 'close']) {
      context.run('a sender', () => worker.postMessage(value))
      await once(worker, 'message')
    }
    await ended
  },
  'Worker: ports sent before it listens come with their messages': async ({ start, log }) => {
    const worker = start()
    const ended = follow(worker, log)
    const channels = Array.from({ length: 3 }, () => new MessageChannel())
    for (const [index, { port2 }] of channels.entries()) worker.postMessage(index === 0 ? { port2 } : index, [port2])
    // The ports of the last two are in no value: only their events have them.
    const heard: unknown[] = []
    for (const { port1 } of channels) heard.push(...(await once(port1, 'message')))
    for (const { port1 } of channels) port1.close()
    worker.postMessage('close')
    await ended
    log(heard)
  },
  'Worker: posts and ends by itself': toItsEnd,
  'Worker: posts and calls process.exit': toItsEnd,
  'Worker: posts and throws': toItsError,
  'Worker: posts in its exit handler': toItsEnd,
  'Worker: rejects without a handler': toItsError,
  'Worker: messages that come while nobody listens are lost': async ({ start, log }) => {
    const shared = new Int32Array(new SharedArrayBuffer(4))
    const worker = start({ shared })
    while (Atomics.load(shared, 0) === 0) await delay(5)
    await settled()
    worker.on('message', (value: unknown) => log('too late', value))
    await settled()
    worker.removeAllListeners('message')
    worker.postMessage('more')
    await settled()
    await settled()
    const ended = follow(worker, log)
    worker.postMessage('close')
    await ended
  },
  'Worker: terminated while it waits': async ({ start, log }) => {
    const worker = start()
    const ended = follow(worker, log)
    await new Promise((resolve) => worker.once('message', resolve))
    log('terminate', await worker.terminate())
    await ended
    worker.postMessage('after')
    log(await worker.terminate(), worker.threadId)
  },
  'Worker: its workerData, env and argv are the program’s': async ({ start, log }) => {
    await follow(start({ argv: ['one'], env: { ONE: '1' }, name: 'mine' }), log)
  },
  'Worker: a listener that throws': async ({ start, log }) => {
    const worker = start()
    process.once('uncaughtException', (error) => log('uncaught', error.message))
    worker.once('message', () => {
      throw new Error('as told')
    })
    // Not at once: the platform may put the news of the end before what is left after such an error.
    worker.on('message', (value: unknown) => value === 3 && worker.postMessage('close'))
    await follow(worker, log)
  },
  'Worker: an error of a listener comes before the next message': async ({ start, log }) => {
    const worker = start()
    process.once('uncaughtException', (error) => log('uncaught', error.message))
    worker.on('message', (value: unknown) => {
      // All three are here when it goes on.
      if (value === 1) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50)
      if (value === 3) worker.postMessage('close')
      log('message', value)
      if (value === 2) throw new Error('as told')
    })
    await new Promise((resolve) => worker.on('exit', resolve))
  },
  'Worker: methods of an EventEmitter': async ({ start, log }) => {
    const worker = start()
    log(worker.listenerCount('message'), worker.listenerCount('exit'))
    worker.on('message', (value: unknown) => log('on', value))
    worker.prependListener('message', (value: unknown) => log('before all', value))
    log(worker.listenerCount('message'), worker.emit('own', 1), worker.eventNames().includes('message'))
    await new Promise((resolve) => worker.on('exit', resolve))
  },
  'Worker: events that Node and Slipring listen for themselves': async ({ start, log }) => {
    const worker = start()
    log(worker.listenerCount('newListener'), worker.listenerCount('removeListener'))
    await new Promise((resolve) => worker.on('exit', resolve))
  },
  'Worker: messages from while the thread was blocked come before an immediate': async ({ start, log }) => {
    const shared = new Int32Array(new SharedArrayBuffer(8))
    const worker = start({ shared })
    worker.on('online', () => {
      log('online')
      void Promise.resolve().then(() => log('what its promises lead to'))
    })
    const ended = follow(worker, log)
    Atomics.wait(shared, 0, 0)
    setImmediate(() => {
      log('immediate')
      letGo(shared)
    })
    await ended
  },
  'Worker: nor does a listener that comes later wait for an immediate': async ({ start, log }) => {
    const shared = new Int32Array(new SharedArrayBuffer(8))
    const worker = start({ shared })
    Atomics.wait(shared, 0, 0)
    setImmediate(() => {
      log('immediate')
      letGo(shared)
    })
    await follow(worker, log)
  },
}
