/**
 * WebAssembly: a few lines of C move 10,000 bodies in a worker. The state lies in the program's own memory, so C writes it and
 * this thread reads it there: nothing is copied or encoded in between.
 */

import { attachState, type StateOffer } from '@slipring/core/state'
import { Worker } from '@slipring/worker'
import { Bodies, COUNT } from './bodies.ts'

const worker = new Worker(new URL('worker.ts', import.meta.url))
const reader = attachState(Bodies, (await worker.port.receive({ timeout: 10_000 })) as StateOffer)

let energyAtFirst: number | undefined
let read = 0
let outside = 0
let wrongEnergy = 0
while (await reader.changed({ timeout: 10_000 })) {
  const { x, y, vx, vy } = reader.latest()!.bodies
  read++
  let energy = 0
  for (let body = 0; body < COUNT; body++) {
    if (x[body]! < 0 || x[body]! > 1 || y[body]! < 0 || y[body]! > 1) outside++
    energy += vx[body]! ** 2 + vy[body]! ** 2
  }
  energyAtFirst ??= energy
  if (energy !== energyAtFirst) wrongEnergy++
}

console.log(
  `C wrote ${reader.version} states of ${COUNT} bodies. This thread read ${read} of them, the last one included.`,
)
console.log(`Bodies outside of the box: ${outside}. States with another energy: ${wrongEnergy}.`)
console.log(`reader.mode is "${reader.mode}": the state lies in the memory of the WebAssembly program.`)
reader.close()
await worker.terminate()
