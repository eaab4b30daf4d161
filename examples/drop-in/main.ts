/**
 * Drop-in: a program for `node:worker_threads` of which two imports have changed, here and in worker.ts. The main thread
 * sends 10,000 real flights, one message each. The worker answers each with the mean delay on that route so far.
 */

import { Worker } from '@slipring/worker' // was: 'node:worker_threads'
import { readDataset } from '../dataset.ts'
import type { Route } from './worker.ts'

const flights = readDataset('flights-10k.json')
const worker = new Worker(new URL('worker.ts', import.meta.url))
const routes = new Map<string, Route>()

console.log(`Sending ${flights.length} flights to a worker, one message each.`)
const since = performance.now()
let answers = 0
worker.on('message', (route: Route) => {
  routes.set(route.name, route)
  if (++answers === flights.length) report()
})
for (const flight of flights) worker.postMessage(flight)

function report(): void {
  const ms = performance.now() - since
  const busy = [...routes.values()].filter(({ flights: count }) => count >= 5)
  const [worst] = busy.toSorted((a, b) => b.meanDelay - a.meanDelay)
  console.log(
    `Got ${answers} answers about ${routes.size} routes in ${ms.toFixed(0)} ms, the start of the worker included.`,
  )
  console.log(`The latest of the ${busy.length} routes with five flights or more is ${worst!.name}.`)
  console.log(`Its ${worst!.flights} flights were ${worst!.meanDelay.toFixed(1)} minutes late on average.`)
  console.log(`port.mode is "${worker.port.mode}": messages cross in shared memory.`)
  void worker.terminate()
}
