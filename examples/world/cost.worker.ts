/** One of the writers whose cost is measured: moves its share of the bodies at each tick. */

import { workerData } from 'node:worker_threads'
import { joinWorld, type WorldOffer } from '@slipring/core/world'
import { partsFor } from './cost-parts.ts'

const { offer, name, writers, rows, stop } = workerData as {
  offer: WorldOffer
  name: string
  writers: number
  rows: number
  stop: Int32Array
}
const writer = joinWorld(partsFor(writers, rows), offer, name)
while (Atomics.load(stop, 0) === 0) {
  writer.writeInPlace((next, latest) => {
    const x = latest?.x ?? next.x
    const vx = latest?.vx ?? next.vx
    for (let i = 0; i < next.x.length; i++) {
      const force = Math.sin(x[i]! + i)
      next.vx[i] = 0.99 * vx[i]! + 0.01 * force
      next.x[i] = x[i]! + next.vx[i]!
    }
  })
  writer.shownSync({ timeout: 100 })
}
writer.close()
