/**
 * A main thread that hears of its worker's last messages and of its end in one task, and whose listeners fail. Prints what it
 * sees; which `Worker` and what happens are its arguments. The worker is this file too.
 */

import { once } from 'node:events'
import { writeSync } from 'node:fs'
import { isMainThread, parentPort as nativeParentPort, Worker as NativeWorker, workerData } from 'node:worker_threads'
import { parentPort as ourParentPort, Worker as OurWorker } from '@slipring/worker'

const say = (line: string): void => void writeSync(1, `${line}\n`)
const block = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

/** In each case `count` messages come, and the listener does this with each. With `dies` the worker itself ends by an error. */
const cases: Record<string, { count: number; listen: (number: number) => unknown; dies?: true; isHandled?: true }> = {
  'the only one': {
    count: 1,
    listen: () => {
      throw new Error('listener')
    },
  },
  'one of many': {
    count: 50,
    listen: (number) => {
      if (number === 20) throw new Error('listener')
    },
  },
  'the worker': { count: 1, listen: () => {}, dies: true },
  'handled, the only one': {
    count: 1,
    isHandled: true,
    listen: () => {
      throw new Error('listener')
    },
  },
  'handled, some of many': {
    count: 50,
    isHandled: true,
    listen: (number) => {
      if (number % 20 === 0) throw new Error(`listener ${number}`)
    },
  },
  'handled, the worker': { count: 1, listen: () => {}, dies: true, isHandled: true },
}

if (isMainThread) {
  const [which, name] = process.argv.slice(2)
  const { listen, isHandled } = cases[name!]!
  const Class = which === 'native' ? NativeWorker : OurWorker
  const worker = new Class(new URL(import.meta.url), { workerData: { which, name } })
  if (isHandled) process.on('uncaughtException', (error) => say(`handled ${error.message}`))
  process.on('exit', (code) => say(`process ${code}`))
  worker.on('message', (number: number) => {
    say(`message ${number}`)
    return listen(number)
  })
  worker.on('exit', (code) => {
    say(`exit ${code}`)
    process.exit(0)
  })
  await once(worker, 'online')
  block(1000)
} else {
  const { which, name } = workerData as { which: string; name: string }
  const port = (which === 'native' ? nativeParentPort : ourParentPort)!
  const { count, dies } = cases[name]!
  for (let number = 0; number < count; number++) port.postMessage(number)
  if (dies) throw new Error('worker')
}
