/** The cell of the state suite: a thread that draws, and one that computes, each at its own rate. */

import { createChannel, MessageChannel, startWriter, threadMicros } from '#state-threads'
import { lineTo } from '#threads'
import type { StateOffer } from '@slipring/core/state'
import type { CellResult, CellTask, Reading } from '../cell.ts'
import type { Line } from '../threads/line.ts'
import type { Reader } from './asked.ts'
import { Allocations } from './cost.ts'
import { stateSystemNamed } from './systems.ts'
import type { ThreadMicros } from './threads.ts'
import type { Spent, WriterTask } from './worker.ts'
import { sharedNow } from './world.ts'

const STEP_MS = 4
const FRAME_MS = 8
/** Code is hot after some hundreds of calls, and they come faster so. */
const WARM_UP_MS = 1
/** Frames take longer than what other suites measure. */
const TIMES_THE_WINDOW = 6

const NO_HEAP = 'only Chromium tells a page how large its heap is, and no browser tells a worker'
const NO_THREADS = 'only Linux tells how long a thread of another process has run'

export async function runStateCell({ system, workload, windowMs, warmUpMs }: CellTask): Promise<CellResult> {
  const { port1: native, port2 } = new MessageChannel()
  const { port: rings, offer: ring, transfer } = createChannel()
  const line = lineTo(startWriter())
  await Promise.race([line.ready, line.failed])
  const ask = askOver(line)
  try {
    const task: WriterTask = { system, workload, opening: { native: port2, rings: ring } }
    const offer = (await ask(task, [port2, ...transfer] as never)) as StateOffer | undefined
    const reader = stateSystemNamed(system).read(workload, { native, rings }, offer)
    const run = (ms: number, stepMs: number, frameMs: number): Promise<Found> =>
      windowOf({ reader, ask, ms: ms * TIMES_THE_WINDOW, stepMs, frameMs })
    await run(warmUpMs, WARM_UP_MS, WARM_UP_MS)
    const found = await run(windowMs, STEP_MS, FRAME_MS)
    reader.close()
    return { isLossy: false, readings: readingsOf(found), unread: unreadOf(found) }
  } finally {
    native.close()
    rings.close()
    await line.close()
  }
}

type Ask = (message: unknown, transfer?: Transferable[]) => Promise<unknown>

/** Posts a message, and gives the answer to it. */
function askOver(line: Line): Ask {
  let answer: ((message: unknown) => void) | undefined
  line.receive((message) => answer?.(message))
  return (message, transfer) => {
    const answered = new Promise((resolve) => (answer = resolve))
    line.post(message, transfer)
    return Promise.race([line.failed, answered])
  }
}

interface Window {
  readonly reader: Reader
  readonly ask: Ask
  readonly ms: number
  readonly stepMs: number
  readonly frameMs: number
}

interface Found {
  readonly frames: number
  /** Of both threads; undefined where nobody tells. */
  readonly micros: ThreadMicros | undefined
  /** Of the frames that had a new world. */
  readonly frameMicros: readonly number[]
  /** Undefined where nobody tells. */
  readonly bytes: number | undefined
  readonly ages: readonly number[]
  readonly writer: Spent
}

async function windowOf({ reader, ask, ms, stepMs, frameMs }: Window): Promise<Found> {
  const ages: number[] = []
  const frameMicros: number[] = []
  await ask(stepMs)
  const since = await threadMicros()
  const allocations = new Allocations()
  let frames = 0
  const end = performance.now() + ms
  while (performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, frameMs))
    const before = performance.now()
    const seen = reader.frame()
    const micros = (performance.now() - before) * 1000 + (reader.outsideMicros?.() ?? 0)
    if (seen !== undefined) frameMicros.push(micros)
    frames++
    if (seen !== undefined) ages.push((sharedNow() - seen.time) * 1000)
    allocations.look()
  }
  const until = await threadMicros()
  const writer = (await ask(0)) as Spent
  const micros =
    since === null || until === null
      ? undefined
      : { reader: until.reader - since.reader, writer: writer.micros + until.writer - since.writer }
  return { frames, micros, frameMicros, bytes: allocations.bytes, ages, writer }
}

function readingsOf({ frames, micros, frameMicros, bytes, ages, writer }: Found): CellResult['readings'] {
  const { steps } = writer
  return {
    ...(frameMicros.length === 0 ? {} : { frame: reading(middleMean(frameMicros), frameMicros.length) }),
    ...(micros === undefined
      ? {}
      : { reader: reading(micros.reader / frames, frames), writer: reading(micros.writer / steps, steps) }),
    ...(bytes === undefined ? {} : { garbage: reading(bytes / frames, frames) }),
    ...(writer.bytes === undefined ? {} : { 'writer garbage': reading(writer.bytes / steps, steps) }),
    ...(ages.length === 0 ? {} : { age: reading(middleMean(ages), ages.length) }),
  }
}

function unreadOf({ micros, bytes, writer }: Found): Record<string, string> {
  return {
    ...(micros === undefined ? { reader: NO_THREADS, writer: NO_THREADS } : {}),
    ...(bytes === undefined ? { garbage: NO_HEAP } : {}),
    ...(writer.bytes === undefined ? { 'writer garbage': NO_HEAP } : {}),
  }
}

/** The mean of the middle half: clocks of browsers make steps, and a median would be one of them. */
function middleMean(values: readonly number[]): number {
  const ascending = values.toSorted((a, b) => a - b)
  const cut = Math.floor(ascending.length / 4)
  const middle = ascending.slice(cut, ascending.length - cut)
  return middle.reduce((sum, value) => sum + value, 0) / middle.length
}

function reading(value: number, count: number): Reading {
  return { value, p50: null, p99: null, cpuMicros: null, bytes: null, count, ratio: null }
}
