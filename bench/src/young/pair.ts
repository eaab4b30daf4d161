/**
 * A young pair in a process of its own: `node pair.ts <entry of the package> <listen|block> <free|shared> <wait strategy>`.
 * Prints for each stretch the median and the mean round trip in microseconds, and how often a side slept or woke the other,
 * as JSON. `shared`: all threads of the process share one core, although the package has seen more.
 */

import { execFileSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { NodePort, PortOptions } from '@slipring/worker'

const STRETCH_MS = 100
const STRETCH_ECHOES = 10_000
const STRETCHES = 10

const [entry = '', kind, place, waitStrategy] = process.argv.slice(2)
const packageOfPair: typeof import('@slipring/worker') = await import(entry)
const { createChannel, receiveMessageSync, Worker } = packageOfPair
if (place === 'shared') execFileSync('taskset', ['-a', '-c', '-p', '0', String(process.pid)])
const file = new URL('./echo.worker.ts', import.meta.url)
const options = { waitStrategy: waitStrategy as PortOptions['waitStrategy'] }
const message = { id: 1, x: 0.5, y: -0.5 }
/** Room for every trip of a stretch. */
const trips = new Float64Array(1_000_000)
const medians: number[] = []
const means: number[] = []

const measured = await (kind === 'block' ? block() : listen())
const { parks, nudges } = measured.stats()
console.log(JSON.stringify({ medians, means, parks, nudges }))
process.exit()

/** Ends a stretch of `count` trips. */
function note(count: number): void {
  const taken = trips.subarray(0, count).toSorted()
  medians.push(taken[count >> 1]!)
  means.push(taken.reduce((sum, micros) => sum + micros, 0) / count)
}

function listen(): Promise<NodePort> {
  const { promise, resolve } = Promise.withResolvers<NodePort>()
  const worker = new Worker(file, { workerData: { entry }, ...options, parentPort: options })
  let count = 0
  let sentAt = 0
  let endsAt = 0
  worker.on('message', () => {
    const now = performance.now()
    // The first echo waits for the worker to load.
    if (endsAt === 0) endsAt = now + STRETCH_MS
    else trips[count++] = (now - sentAt) * 1000
    if (now > endsAt) {
      note(count)
      if (medians.length === STRETCHES) return resolve(worker.port)
      count = 0
      endsAt = performance.now() + STRETCH_MS
    }
    sentAt = performance.now()
    worker.postMessage(message)
  })
  worker.postMessage(message)
  return promise
}

async function block(): Promise<NodePort> {
  const { port, offer, transfer } = createChannel(options)
  const worker = new Worker(file, { workerData: { entry, offer, options }, transferList: [...transfer] })
  worker.on('error', (error: unknown) => console.error(error))
  // The worker loads meanwhile. The first echo waits for the rest of that.
  await sleep(200)
  for (let count = -1; medians.length < STRETCHES; count++) {
    const sentAt = performance.now()
    port.postMessage(message)
    receiveMessageSync(port)
    if (count >= 0) trips[count] = (performance.now() - sentAt) * 1000
    if (count === STRETCH_ECHOES - 1) {
      note(STRETCH_ECHOES)
      count = -1
    }
  }
  return port
}
