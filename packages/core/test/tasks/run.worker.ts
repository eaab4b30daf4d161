/** Runs tasks until the board is closed: each is a number, its result that number and one, squared. */

import { workerData } from 'node:worker_threads'
import { RECORD_MESSAGE } from '../../src/memory/layout.ts'
import { openProducer } from '../../src/ring/ring.ts'
import { CLOSED, NONE, openBoard, TaskClaimer } from '../../src/tasks/index.ts'

const { buffer, worker, ring } = workerData as { buffer: SharedArrayBuffer; worker: number; ring: SharedArrayBuffer }
const board = openBoard(buffer)
const claimer = new TaskClaimer(board, worker)
const lane = openProducer(ring)
for (let slot = claimer.claim(); slot !== CLOSED; slot = claimer.claim()) {
  if (slot === NONE) {
    claimer.parkUntilTask()
    continue
  }
  const task = board.data[(slot * board.taskBytes) >> 2]!
  // There is always room: the lane holds a result for every slot.
  lane.region.data[lane.tryClaim(8) >> 2] = Math.imul(task + 1, task + 1)
  lane.commit(8, RECORD_MESSAGE, slot)
  lane.publish()
}
lane.close()
