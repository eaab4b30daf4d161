/** Reads a state until its end, blocking, and posts what it found. */

import { parentPort, workerData } from 'node:worker_threads'
import type { InferView } from '../../src/schema/index.ts'
import { attachState, type StateOffer } from '../../src/state/index.ts'
import { checksumOf, Stressed } from './stressed.ts'

const reader = attachState(Stressed, workerData as StateOffer)
parentPort!.postMessage('attached')
const found = { seen: 0, torn: 0, old: 0, last: 0 }
const isWhole = ({ tick, checksum, values }: InferView<typeof Stressed>): boolean =>
  checksum === checksumOf(tick, values.x)
while (reader.changedSync()) {
  const state = reader.latest()!
  const before = reader.previous()
  if (!isWhole(state) || (before !== undefined && !isWhole(before))) found.torn++
  if (state.tick <= found.last || (before?.tick ?? 0) !== found.last) found.old++
  found.last = state.tick
  found.seen++
}
parentPort!.postMessage(found)
