/** Reads states of any size until the end, blocking or on its event loop, and posts what it found. */

import { parentPort, workerData } from 'node:worker_threads'
import { attachState, type StateOffer } from '../../src/state/index.ts'
import { Growing, isWhole } from './growing.ts'

const { offer, blocks } = workerData as { offer: StateOffer; blocks: boolean }
const reader = attachState(Growing, offer)
parentPort!.postMessage('attached')
const found = { seen: 0, torn: 0, old: 0, last: 0, sizes: 0 }
let [smallest, largest] = [Infinity, 0]
while (blocks ? reader.changedSync() : await reader.changed()) {
  const state = reader.latest()!
  const before = reader.previous()
  if (!isWhole(state) || (before !== undefined && !isWhole(before))) found.torn++
  if (state.tick <= found.last) found.old++
  found.last = state.tick
  found.seen++
  smallest = Math.min(smallest, state.cells.length)
  largest = Math.max(largest, state.cells.length)
}
found.sizes = largest / smallest
parentPort!.postMessage(found)
