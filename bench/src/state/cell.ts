/** The cell of the state suite: a thread that draws, and one that computes, each at its own rate. */

import { once } from 'node:events'
import { MessageChannel, Worker } from 'node:worker_threads'
import type { StateOffer } from '@slipring/core/state'
import type { CellResult, CellTask, Reading } from '../cell.ts'
import { median } from '../statistics.ts'
import { Allocations, threadMicros } from './cost.ts'
import { createChannel, type Reader, stateSystemNamed } from './systems.ts'
import type { Spent } from './worker.ts'
import { sharedNow } from './world.ts'

const STEP_MS = 4
const FRAME_MS = 8
/** Frames take longer than what other suites measure. */
const TIMES_THE_WINDOW = 6

export async function runStateCell({ system, workload, windowMs, warmUpMs }: CellTask): Promise<CellResult> {
  const { port1: native, port2 } = new MessageChannel()
  const { port: rings, offer: ring, transfer } = createChannel()
  const worker = new Worker(new URL('worker.ts', import.meta.url), {
    workerData: { system, workload, opening: { native: port2, rings: ring }, stepMs: STEP_MS },
    transferList: [port2, ...(transfer as (typeof port2)[])],
  })
  try {
    const [offer] = (await once(worker, 'message')) as [StateOffer | undefined]
    const reader = stateSystemNamed(system).read(workload, { native, rings }, offer)
    await windowOf(worker, reader, warmUpMs * TIMES_THE_WINDOW)
    const found = await windowOf(worker, reader, windowMs * TIMES_THE_WINDOW)
    reader.close()
    return { isLossy: false, readings: readingsOf(found) }
  } finally {
    native.close()
    rings.close()
    await worker.terminate()
  }
}

interface Found {
  readonly frames: number
  readonly readerMicros: number
  /** Of the frames that had a new world. */
  readonly frameMicros: readonly number[]
  readonly garbage: number
  readonly ages: readonly number[]
  readonly writer: Spent
}

async function windowOf(worker: Worker, reader: Reader, ms: number): Promise<Found> {
  const ages: number[] = []
  const frameMicros: number[] = []
  await tell(worker, true)
  const allocations = new Allocations()
  const since = threadMicros()
  let frames = 0
  const end = performance.now() + ms
  while (performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, FRAME_MS))
    const before = performance.now()
    const seen = reader.frame()
    if (seen !== undefined) frameMicros.push((performance.now() - before) * 1000)
    frames++
    if (seen !== undefined) ages.push((sharedNow() - seen.time) * 1000)
    allocations.look()
  }
  const readerMicros = threadMicros() - since
  return { frames, readerMicros, frameMicros, garbage: allocations.bytes, ages, writer: await tell(worker, false) }
}

async function tell(worker: Worker, isMeasured: boolean): Promise<Spent> {
  worker.postMessage(isMeasured)
  const [spent] = (await once(worker, 'message')) as [Spent]
  return spent
}

function readingsOf({ frames, readerMicros, frameMicros, garbage, ages, writer }: Found): CellResult['readings'] {
  return {
    ...(frameMicros.length === 0 ? {} : { frame: reading(median(frameMicros), frameMicros.length) }),
    reader: reading(readerMicros / frames, frames),
    writer: reading(writer.cpuMicros / writer.steps, writer.steps),
    garbage: reading(garbage / frames, frames),
    ...(ages.length === 0 ? {} : { age: reading(median(ages), ages.length) }),
  }
}

function reading(value: number, count: number): Reading {
  return { value, p50: null, p99: null, cpuMicros: null, bytes: null, count, ratio: null }
}
