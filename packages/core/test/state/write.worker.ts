/** Writes `values` numbered values as fast as it can, each in every cell of its slot, and closes. */

import { workerData } from 'node:worker_threads'
import { openStateRegion } from '../../src/memory/state-region.ts'
import { PinWriter } from '../../src/state/pinned-slots.ts'

const { buffer, values } = workerData as { buffer: SharedArrayBuffer; values: number }
const region = openStateRegion(buffer)
const writer = new PinWriter(region)
for (let n = 1; n <= values; n++) {
  const cell = writer.claim() >> 2
  region.data.fill(n, cell, cell + region.slotBytes / 4)
  writer.publish()
}
writer.close()
