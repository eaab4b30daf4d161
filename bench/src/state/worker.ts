/** The thread that computes the world. */

import { parentPort, workerData } from 'node:worker_threads'
import { threadMicros } from './cost.ts'
import { endsOf, type Opening, stateSystemNamed } from './systems.ts'

/** The cost of the writer's thread, when it is told to stop. */
export interface Spent {
  readonly steps: number
  readonly cpuMicros: number
}

const { system, workload, opening, stepMs } = workerData as {
  system: string
  workload: string
  opening: Opening
  stepMs: number
}
const { writer, offer } = stateSystemNamed(system).write(workload, endsOf(opening))
parentPort!.postMessage(offer)

let steps = 0
let since = threadMicros()
let timer: NodeJS.Timeout | undefined

// A message begins a window, and the next ends it.
parentPort!.on('message', (isMeasured: boolean) => {
  const spent: Spent = { steps, cpuMicros: threadMicros() - since }
  parentPort!.postMessage(spent)
  steps = 0
  since = threadMicros()
  clearInterval(timer)
  if (!isMeasured) return
  timer = setInterval(() => {
    writer.step()
    steps++
  }, stepMs)
})
