/**
 * World: three threads write one world at the same time. A frame shows when all have ended their tick, so its parts are never
 * mixed. One of them is killed: frames go on with its last part, until another takes its place.
 */

import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { attachWorld, createWorld, freeWorldWriter } from '@slipring/core/world'
import { parts } from './parts.ts'

const { offer } = createWorld(parts, { patienceMs: 500 })
const reader = attachWorld(parts, offer)
type Name = keyof typeof parts
const start = (name: Name): Worker =>
  new Worker(new URL('writer.worker.ts', import.meta.url), { workerData: { offer, name } })
const workers: Record<Name, Worker> = { physics: start('physics'), ai: start('ai'), animation: start('animation') }

/** Sees frames until one is what we wait for. */
async function framesUntil(isEnough: () => boolean): Promise<number> {
  let mixed = 0
  while (await reader.changed()) {
    const { physics, ai, animation } = reader.latest()!
    const isOfOneTick = physics.tick === ai.tick && ai.tick === animation.tick
    if (!isOfOneTick && reader.late.length === 0 && !hasRestarted) mixed++
    if (isEnough()) break
  }
  return mixed
}

let hasRestarted = false
const mixed = await framesUntil(() => reader.version >= 100)
console.log(`Of the first frames of three writers ${mixed} were mixed.`)

const left = once(workers.ai, 'exit')
await workers.ai.terminate()
await left
// The thread that hears of a death tells the others, who then go on at once.
freeWorldWriter(offer, 'ai')
await framesUntil(() => reader.late.includes('ai'))
console.log(`Without ${reader.late.join()} frames go on with its last part.`)

hasRestarted = true
const { tick } = reader.latest()!.ai
workers.ai = start('ai')
await framesUntil(() => reader.late.length === 0 && reader.latest()!.ai.tick > tick)
console.log('Another ai went on where the first had ended.')
await Promise.all(Object.values(workers).map((worker) => worker.terminate()))
