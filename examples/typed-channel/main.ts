/**
 * Typed channel: both threads know a schema, so records cross as a few bytes without names or types, and no object is made
 * for them on the way. Ordinary messages go between them, in one order.
 */

import { once } from 'node:events'
import { Worker } from '@slipring/worker'
import { readDataset } from '../dataset.ts'
import { Airport, Flight } from './schemas.ts'

const data = readDataset('flights-10k.json')
const worker = new Worker(new URL('worker.ts', import.meta.url))
const flights = worker.port.channel(Flight, { name: 'flights' })
const airports = worker.port.channel(Airport, { name: 'airports' })
// Rejects, with the field that differs, when the worker has another schema.
await flights.opened

let bytes = 0
for (const { origin, destination, delay } of data) {
  const flight = { origin, destination, delay }
  bytes += Flight.encode(flight).length
  flights.send(flight)
}
const text = JSON.stringify(data.map(({ origin, destination, delay }) => ({ origin, destination, delay })))
console.log(`Sent ${data.length} flights in ${bytes} bytes. As JSON they have ${text.length}.`)

const done = once(worker, 'message') as Promise<[count: number]>
worker.postMessage('all sent')
const [count] = await done

const known: { name: string; flights: number; meanDelay: number }[] = []
while (known.length < count) known.push(await airports.receive())
const large = known.filter((airport) => airport.flights >= 100).toSorted((a, b) => b.meanDelay - a.meanDelay)
const total = known.reduce((sum, airport) => sum + airport.flights, 0)
console.log(`The worker counted ${total} flights from ${count} airports.`)
console.log('The latest of the large airports:')
for (const airport of large.slice(0, 3))
  console.log(`  ${airport.name}  ${airport.meanDelay.toFixed(1)} minutes late on average`)

const wrong = { origin: 'OAK', destination: 'LAX', delay: 'late' } as unknown as {
  origin: string
  destination: string
  delay: number
}
try {
  flights.send(wrong)
} catch (error) {
  console.log(`What does not fit is refused before it is sent: ${(error as Error).message}`)
}

console.log(`port.mode is "${worker.port.mode}": records cross in shared memory.`)
await worker.terminate()
