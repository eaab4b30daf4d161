/** The thread of a case in Node. Its answers go over Slipring. */

import { workerData } from 'node:worker_threads'
import { parentPort } from '@slipring/worker'
import { ownMicros } from '../process-time.ts'
import { runCase } from './case-run.ts'
import type { CaseTask } from './case-task.ts'
import { newHeapWatch } from './heap-watch.ts'
import { importFile } from './import-file.ts'

// Far more than a step of the clock of Node.
const SAMPLE_NANOS = 20_000

await runCase(workerData as CaseTask, {
  clock: { cpuMicros: ownMicros, heap: newHeapWatch(), sampleNanos: SAMPLE_NANOS },
  load: importFile,
  answer: (message) => parentPort!.postMessage(message),
})
