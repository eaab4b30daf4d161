/** The thread that computes the world. */

import { announce, lineOver, parentPort } from '#threads'
import { writerMicros } from '#state-threads'
import { Allocations } from './cost.ts'
import { endsOf, type Opening, stateSystemNamed } from './systems.ts'

/** The first message to it. */
export interface WriterTask {
  readonly system: string
  readonly workload: string
  readonly opening: Opening
}

/** Costs of this thread since the message before. */
export interface Spent {
  readonly steps: number
  /** Of the processor; 0 where the other thread asks for it from outside. */
  readonly micros: number
  /** Bytes of new objects; undefined where nobody tells. */
  readonly bytes: number | undefined
}

const line = lineOver(parentPort)
let step = (): void => {}
let steps = 0
let since = writerMicros()
let allocations = new Allocations()
let timer: ReturnType<typeof setInterval> | undefined

// The first message brings the ports, and the answer to it the offer. Then each number of milliseconds begins a window with so
// much time from step to step, and 0 ends it.
line.receive((message) => {
  if (typeof message === 'object') return open(message as WriterTask)
  clearInterval(timer)
  line.post({ steps, micros: writerMicros() - since, bytes: allocations.bytes } satisfies Spent)
  steps = 0
  since = writerMicros()
  allocations = new Allocations()
  if (message === 0) return
  timer = setInterval(() => {
    step()
    steps++
    allocations.look()
  }, message as number)
})
announce()

function open(task: WriterTask): void {
  const { writer, offer } = stateSystemNamed(task.system).write(task.workload, endsOf(task.opening))
  step = () => writer.step()
  line.post(offer)
}
