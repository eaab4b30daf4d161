/** One of the writers whose cost is measured: moves its share of the bodies at each tick, and tells how long that takes. */

import { parentPort, workerData } from 'node:worker_threads'
import { joinWorld, type WorldOffer } from '@slipring/core/world'
import { type Measured, median, partsFor } from './cost-parts.ts'

/** Until engines have compiled it. */
const WARM_TICKS = 50

const { offer, name, writers, rows, stop } = workerData as {
  offer: WorldOffer
  name: string
  writers: number
  rows: number
  stop: Int32Array
}
const writer = joinWorld(partsFor(writers, rows), offer, name)
const work: number[] = []
const frames: number[] = []
let ticks = 0
let last = performance.now()
while (Atomics.load(stop, 0) === 0) {
  const startedAt = performance.now()
  let isShown = writer.writeInPlace((next, latest) => {
    // Outside the loop: a view looks where it is at each time that it is asked for a column.
    const { x: nextX, vx: nextVx } = next
    const { x, vx } = latest ?? next
    for (let i = 0; i < nextX.length; i++) {
      const speed = 0.99 * vx[i]! + 0.01 * Math.sin(x[i]! + i)
      nextVx[i] = speed
      nextX[i] = x[i]! + speed
    }
  })
  const endedAt = performance.now()
  isShown &&= writer.shownSync({ timeout: 100 })
  const now = performance.now()
  if (isShown && ++ticks === WARM_TICKS) parentPort!.postMessage('warm')
  if (isShown && ticks > WARM_TICKS) {
    work.push(endedAt - startedAt)
    frames.push(now - last)
  }
  last = now
}
writer.close()
parentPort!.postMessage({ work: median(work), frame: median(frames) } satisfies Measured)
