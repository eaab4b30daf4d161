/**
 * Blocking request: code that cannot wait for a promise asks another thread, and has the answer when the call returns. Here it
 * is the callback of `String.replace` in a worker. The main thread stays free, and may take its time for an answer.
 */

import { readFile } from 'node:fs/promises'
import { Worker } from '@slipring/worker'

export interface Airport {
  readonly city: string
  readonly state: string
}

interface Report {
  readonly text: string
  readonly milliseconds: number
}

const ROUNDS = 1000
const template = 'From {SFO} by way of {ORD} to {JFK}'
let airports: Promise<Map<string, Airport>> | undefined
let answers = 0

const worker = new Worker(new URL('worker.ts', import.meta.url), { workerData: { template, rounds: ROUNDS } })
worker.on('message', async (message: string | Report) => {
  if (typeof message !== 'string') return report(message)
  const airport = await find(message)
  worker.postMessage(airport)
  answers++
})

/** The first question makes this thread read a file. The worker sleeps until that is done. */
async function find(code: string): Promise<Airport> {
  airports ??= readAirports()
  return (await airports).get(code) ?? { city: code, state: 'unknown' }
}

async function readAirports(): Promise<Map<string, Airport>> {
  const text = await readFile(new URL('../data/airports.csv', import.meta.resolve('vega-datasets')), 'utf8')
  const rows = text.split('\n').map((line) => line.split(','))
  return new Map(rows.map(([code, , city, state]) => [code!, { city: city!, state: state! }]))
}

function report({ text, milliseconds }: Report): void {
  console.log(text)
  const micros = (milliseconds * 1000) / (3 * ROUNDS)
  console.log(`${answers} questions were answered. Each took ${micros.toFixed(0)} µs, there and back.`)
  console.log(`port.mode is "${worker.port.mode}": a thread can block only in shared memory.`)
  void worker.terminate()
}
