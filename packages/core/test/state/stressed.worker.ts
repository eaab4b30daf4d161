/** Reads a state until its end, blocking, and posts what it found. */

import { parentPort, workerData } from 'node:worker_threads'
import { attachState, type StateOffer } from '../../src/state/index.ts'
import { checksumOf, Stressed } from './stressed.ts'

const reader = attachState(Stressed, workerData as StateOffer)
const found = { seen: 0, torn: 0, old: 0, last: 0 }
while (reader.changedSync()) {
  const before = reader.previous()
  const state = reader.latest()!
  if (state.checksum !== checksumOf(state.tick, state.values.x)) found.torn++
  if (
    before !== undefined &&
    before.checksum !== checksumOf(before.tick, before.values.x) &&
    reader.previous() === before
  )
    found.torn++
  if (state.tick <= found.last) found.old++
  found.last = state.tick
  found.seen++
}
parentPort!.postMessage(found)
