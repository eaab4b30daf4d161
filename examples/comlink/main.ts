/**
 * Comlink: the calls of a worker's object, awaited as if the object were here. A Slipring port is an endpoint of Comlink as it
 * is, without the adapter that Node's own ports need.
 */

import { Worker } from '@slipring/worker'
import { proxy, wrap } from 'comlink'
import type { Library } from './worker.ts'

const worker = new Worker(new URL('worker.ts', import.meta.url))
const library = wrap<Library>(worker.port)

console.log(`The worker has a library of ${await library.count()} movies.`)

const { genre, movies } = await library.best('Horror', 3)
console.log(`Its best of the genre ${genre}:`)
for (const { title, rating } of movies) console.log(`  ${rating.toFixed(1)}  ${title}`)

// A callback is called here, from there.
let calls = 0
const genres = await library.eachGenre(proxy(() => void calls++))
console.log(`It has ${genres} genres, and called back ${calls} times.`)

const since = performance.now()
const rounds = 1000
let total = 0
for (let round = 0; round < rounds; round++) total += await library.ratingOf(movies[round % movies.length]!.title)
const micros = ((performance.now() - since) * 1000) / rounds
console.log(
  `${rounds} calls, one after the other, took ${micros.toFixed(0)} µs each (mean rating ${(total / rounds).toFixed(2)}).`,
)

await library.ratingOf('No such movie').catch((error: Error) => console.log(`What it throws arrives: ${error.message}`))

console.log(`port.mode is "${worker.port.mode}": calls and answers cross in shared memory.`)
await worker.terminate()
