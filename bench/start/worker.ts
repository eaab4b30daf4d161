/** The worker of every window: sends all records when told to, or echoes what it gets. */

import { workerData } from 'node:worker_threads'
import { evenSample, loadRecords } from './dataset.ts'
import { systemNamed, type Line } from './systems.ts'
import { READY, type Task, WARM_UP, WARM_UP_MESSAGES } from './task.ts'

const { system, step } = workerData as Task
const { adapter } = await systemNamed(system).load()
const connected = adapter.accept()
if (step === 0) echo(connected)
else sendAll(connected, loadRecords(step))
connected.post(READY)

function echo(line: Line): void {
  line.receive((value) => line.post(value))
}

// Any other message is the start: only the main thread's GO ever comes.
function sendAll(line: Line, records: readonly unknown[]): void {
  const warmUp = evenSample(records, WARM_UP_MESSAGES)
  line.receive((message) => {
    for (const record of message === WARM_UP ? warmUp : records) line.post(record)
  })
}
