/** Talks to a worker, falls silent for two seconds, and prints the CPU time that all threads took meanwhile. */

import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from '@slipring/worker'

const worker = new Worker(new URL('echo.worker.ts', import.meta.url))
await new Promise<void>((resolve) => {
  let rounds = 0
  worker.on('message', () => (++rounds < 5000 ? worker.postMessage(rounds) : resolve()))
  worker.postMessage(0)
})
await delay(200)
const before = process.cpuUsage()
const started = performance.now()
await delay(2000)
const { user, system } = process.cpuUsage(before)
console.log(`idle CPU ${((user + system) / 10 / (performance.now() - started)).toFixed(3)} %`)
worker.unref()
