/** One of the writers: each reads the last tick of the others where it lies. */

import { workerData } from 'node:worker_threads'
import { joinWorld, type WorldOffer } from '@slipring/core/world'
import { BODIES, parts } from './parts.ts'

const { offer, name } = workerData as { offer: WorldOffer; name: keyof typeof parts }
const TICK_MS = 2
const ticks = { physics, ai, animation }
ticks[name]()

function physics(): void {
  const writer = joinWorld(parts, offer, 'physics')
  setInterval(() => {
    writer.update((part, world) => {
      part.tick++
      const { x, vx } = part.at
      const wish = world?.ai.wish.x
      for (let i = 0; i < BODIES; i++) {
        if (wish !== undefined) vx[i] = 0.9 * vx[i]! + 0.01 * (wish[i]! - x[i]!)
        x[i]! += vx[i]!
      }
    })
  }, TICK_MS)
}

function ai(): void {
  const writer = joinWorld(parts, offer, 'ai')
  setInterval(() => {
    writer.update((part, world) => {
      part.tick++
      // A few of them think at each tick.
      for (let i = part.tick % 50; i < BODIES; i += 50) part.wish.x[i] = 100 * Math.sin(i + part.tick / 300)
      if (world !== undefined && world.physics.at.x[0]! > 99) part.wish.x[0] = 0
    })
  }, TICK_MS)
}

function animation(): void {
  const writer = joinWorld(parts, offer, 'animation')
  setInterval(() => {
    writer.update((part, world) => {
      part.tick++
      if (world === undefined) return
      const { vx } = world.physics.at
      for (let i = 0; i < BODIES; i++) part.pose.angle[i]! += vx[i]!
    })
  }, TICK_MS)
}
