/** Writes 1,000 states a second until the port ends, and tells what that took. */

import { parentPort } from '@slipring/worker'
import { workerData } from 'node:worker_threads'
import { Garbage } from './garbage.ts'
import { ENTITIES, sumOf, wordsOf, World } from './world.ts'

const { ratePerSecond, warmUpMs } = workerData as { ratePerSecond: number; warmUpMs: number }
/** After a pause of the thread the states that it owes come at once, but not all of them. */
const MOST_AT_ONCE = 20
const MOST_OWED_MS = 200

const { writer } = parentPort!.state(World)
const garbage = new Garbage()
const startedAt = performance.now()
let written = 0
let owedSince = startedAt

const update = (): void => writer.update(fill)

function fill(world: Parameters<Parameters<typeof writer.update>[0]>[0]): void {
  const { entities } = world
  const tick = ++world.tick
  const [x, y] = [wordsOf(entities.x), wordsOf(entities.y)]
  for (let i = 0; i < ENTITIES; i++) {
    x[i] = Math.imul(tick, 0x9e37_79b1) + i
    y[i] = x[i]! ^ tick
  }
  entities.heat[tick % ENTITIES]!++
  entities.kind[(tick * 7) % ENTITIES]!++
  world.sum = sumOf(tick, entities)
}

const timer = setInterval(() => {
  const now = performance.now()
  const owed = Math.min(MOST_AT_ONCE, Math.floor(((now - owedSince) * ratePerSecond) / 1000))
  if (owed === 0) return
  owedSince = Math.max(owedSince + (owed * 1000) / ratePerSecond, now - MOST_OWED_MS)
  for (let left = owed; left > 0; left--) {
    if (now - startedAt < warmUpMs) update()
    else garbage.of(update)
    written++
  }
}, 1)

parentPort!.once('message', () => {
  clearInterval(timer)
  writer.close()
  parentPort!.postMessage({ written, garbage: garbage.median })
})
