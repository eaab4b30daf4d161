/** Adds, changes and removes rows as fast as it can, from a seed, and ends. */

import { workerData, parentPort } from 'node:worker_threads'
import { createState } from '../../src/state/index.ts'
import { type Model, take, World } from './table-plan.ts'

const { writer, offer } = createState(World)
parentPort!.postMessage(offer)

let random = workerData.seed as number
const next = (below: number): number => {
  random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((random / 2 ** 32) * below)
}
const DOES = ['add', 'add', 'remove', 'set', 'column', 'set', 'column', 'all'] as const
const model: Model = new Map()
parentPort!.once('message', () => {
  for (let version = 0; version < workerData.versions; version++) {
    writer.update((world) => {
      world.tick++
      for (let steps = next(4); steps > 0; steps--)
        take({ does: DOES[next(DOES.length)]!, which: next(1000) }, world.rows, model)
    })
  }
  writer.close()
  parentPort!.postMessage(model)
})
