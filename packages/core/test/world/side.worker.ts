/** A writer, or a reader, of the world until it is told to stop: says that it is there, and what it found. */

import { parentPort, workerData } from 'node:worker_threads'
import { attachWorld, joinWorld } from '../../src/world/index.ts'
import { Judge, type Name, parts, type Start, sumOf } from './threads.ts'

const { offer, stop, tally, ratePerSecond, name } = workerData as Start
const judge = new Judge(tally)
const hasStopped = (): boolean => Atomics.load(stop, 0) !== 0
const WAIT_MS = 20

if (name === undefined) read()
else write(name)

function read(): void {
  const reader = attachWorld(parts, offer)
  parentPort!.postMessage({ place: reader.place })
  while (!hasStopped()) {
    if (!reader.changedSync({ timeout: WAIT_MS })) continue
    const frame = reader.latest()!
    judge.see(frame, reader.version, reader.late)
    // Once more, after a while: it stays as it is.
    if (judge.frames % 8 === 0) judge.see(frame, reader.version, reader.late)
  }
  const { overwritten } = reader
  reader.close()
  parentPort!.postMessage({ overwritten })
}

function write(own: Name): void {
  const writer = joinWorld(parts, offer, own)
  parentPort!.postMessage({ place: -1 })
  const startedAt = performance.now()
  let ticks = 0
  while (!hasStopped()) {
    const world = writer.latest()
    if (world !== undefined) judge.see(world, writer.version, writer.late)
    const hasEnded = writer.update((part) => {
      part.frame = writer.version + 1
      const { x } = part.cells
      for (let i = 0; i < x.length; i++) x[i] = Math.imul(part.frame, i + 7)
      part.sum = sumOf(part.frame, x)
    })
    if (hasEnded) ticks++
    writer.shownSync({ timeout: WAIT_MS })
    const early = startedAt + (ticks * 1000) / ratePerSecond - performance.now()
    if (early > 0) Atomics.wait(stop, 0, 0, early)
  }
  writer.close()
  parentPort!.postMessage({ ticks })
}
