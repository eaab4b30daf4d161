/**
 * A thread that has one message in flight, and beside it serves HTTP and reads files, in a process of its own:
 * `node thread.ts <entry of the package, or nothing> <with|without>` other work. Prints, as JSON, how much of each it does in
 * a second.
 */

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker as NativeWorker } from 'node:worker_threads'

const WARM_UP_MS = 1000
const MEASURED_MS = 1500
const READERS = 2

const [entry = '', otherWork] = process.argv.slice(2)
const Worker = entry === '' ? NativeWorker : (await import(entry)).Worker
const counts = { echoes: 0, requests: 0, reads: 0 }
const message = { id: 1, x: 0.5, y: -0.5 }

const worker = new Worker(new URL('./echo.worker.ts', import.meta.url), { workerData: { entry } })
worker.on('message', () => {
  counts.echoes++
  worker.postMessage(message)
})
worker.postMessage(message)
const client = otherWork === 'with' ? await work() : undefined

await sleep(WARM_UP_MS)
const before = { ...counts, at: performance.now() }
await sleep(MEASURED_MS)
const seconds = (performance.now() - before.at) / 1000
const rates = (['echoes', 'requests', 'reads'] as const).map((name) => [
  name,
  Math.round((counts[name] - before[name]) / seconds),
])
console.log(JSON.stringify(Object.fromEntries(rates)))
if (client !== undefined) {
  // Its processor time is known only after its end, and is not that of strangers.
  const ended = once(client, 'exit')
  client.kill()
  await ended
}
process.exit()

async function work(): Promise<ChildProcess> {
  const server = createServer((_, response) => {
    counts.requests++
    response.end('ok')
  })
  await once(server.listen(0, 'localhost'), 'listening')
  for (let index = 0; index < READERS; index++) void read()
  return fork(new URL('./client.ts', import.meta.url), [String((server.address() as AddressInfo).port)])
}

async function read(): Promise<never> {
  for (;;) {
    await readFile(new URL(import.meta.url))
    counts.reads++
  }
}
