/** Reads a table that grows until the end, blocking or on its event loop, and posts what it found. */

import { parentPort, workerData } from 'node:worker_threads'
import { attachState, type StateOffer } from '../../src/state/index.ts'
import { GrowingWorld } from './growing-table.ts'
import { follow, modelOf } from './table-plan.ts'

const { offer, blocks } = workerData as { offer: StateOffer; blocks: boolean }
const reader = attachState(GrowingWorld, offer)
parentPort!.postMessage('attached')
const faults: string[] = []
const copy: { id: number; value: number }[] = []
let [last, since] = [0, 0]
while (blocks ? reader.changedSync() : await reader.changed()) {
  const { tick, rows } = reader.latest()!
  const before = reader.previous()
  // Each state has one row more, and its number is that of the state.
  const places = Array.from({ length: tick }, (_, index) => rows.columns.value[index])
  if (rows.size !== tick || places.some((value, index) => value !== index + 1)) faults.push(`torn: ${tick}`)
  if (modelOf(rows).size !== tick) faults.push(`rows are lost: ${tick}`)
  if (before !== undefined && modelOf(before.rows).size !== before.tick) faults.push(`before ${tick}`)
  if (tick <= last) faults.push(`older: ${tick} after ${last}`)
  last = tick
  follow(rows, since, copy)
  since = rows.clock
}
parentPort!.postMessage({ faults, last, followed: copy.length })
