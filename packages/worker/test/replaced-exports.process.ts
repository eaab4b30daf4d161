/**
 * Puts this package in the place of `node:worker_threads`, as a program may do for all of its modules, and what must not be
 * called in the place of other functions of Node. Then it uses ports in this thread and in its workers, and prints what came.
 */

import asyncHooks from 'node:async_hooks'
import events from 'node:events'
import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers'
import threads from 'node:worker_threads'
import * as ours from '@slipring/worker'

const { isMainThread, MessageChannel, Worker: NativeWorker } = threads
const file = new URL(import.meta.url)

const refused = (name: string) =>
  function (): never {
    throw new Error(`${name} was called after the package was loaded`)
  }
const replaced = {
  ...Object.fromEntries(Object.keys(threads).map((name) => [name, refused(name)])),
  Worker: ours.Worker,
  parentPort: ours.parentPort,
  receiveMessageOnPort: ours.receiveMessageOnPort,
}
Object.assign(threads, replaced)
const others: [object, string[]][] = [
  [timers, ['clearTimeout', 'setImmediate', 'setTimeout']],
  [asyncHooks, ['AsyncLocalStorage']],
  [events, ['EventEmitter']],
]
for (const [module, names] of others)
  for (const name of names) Object.defineProperty(module, name, { value: refused(name) })
syncBuiltinESMExports()

if (!isMainThread) await serve()
else await run()

async function serve(): Promise<void> {
  const { parentPort, receiveMessageOnPort } = await import('node:worker_threads')
  if (parentPort !== (ours.parentPort as unknown)) throw new Error('the built-in module has not been replaced')
  const port = (await ours.accept()) as any
  port.on('message', (message: unknown) => {
    const next = receiveMessageOnPort(port)
    port.postMessage([message, next?.message])
    port.close()
  })
}

async function run(): Promise<void> {
  const { port, offer } = ours.createChannel()
  const other = ours.attach(offer)
  port.postMessage('taken')
  print(ours.receiveMessageOnPort(other))
  const buffer = new ArrayBuffer(4)
  port.postMessage(buffer, [buffer])
  print(ours.receiveMessageOnPort(other)?.message.byteLength, ours.receiveMessageOnPort(other))
  const heard = new Promise((resolve) => other.once('message', resolve))
  port.postMessage('heard')
  print(await heard)
  port.close()
  await other.closed
  const { port1, port2 } = new MessageChannel()
  port1.postMessage('native')
  print(ours.receiveMessageOnPort(port2))
  port1.close()

  for (const worker of [new ours.Worker(file), new NativeWorker(file)]) {
    const ended = new Promise((resolve) => worker.once('exit', resolve))
    const end = ours.connect(worker)
    const answer = end.receive()
    end.postMessage('asked')
    end.postMessage('and behind it')
    print(await answer)
    if (end !== (worker as ours.Worker).port) await worker.terminate()
    await ended
  }
}

function print(...values: unknown[]): void {
  console.log(JSON.stringify(values))
}
