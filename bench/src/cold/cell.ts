/** A cell of the cold suite: a fresh process with one worker. */

import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { CellResult, CellTask, Reading } from '../cell.ts'
import { outputOf } from '../output.ts'
import { median, percentile } from '../statistics.ts'
import { AGES, agePart, MARKS, markPart, NEXT_WORKER, READY } from './parts.ts'

const SCRIPT = fileURLToPath(new URL('./pair.mjs', import.meta.url))
const LIMIT_MS = 60_000
const NEXT_WORKERS = 8

/** The process prints this: milliseconds, and for each stretch of round trips their microseconds. */
interface Measured {
  readonly ready: number
  readonly times: readonly number[]
  readonly nextWorkers: readonly number[]
  readonly stretches: readonly (readonly number[])[]
}

export async function runColdCell({ system, workload, parts }: CellTask): Promise<CellResult> {
  const marks = MARKS.filter((count) => parts.includes(markPart(count)))
  const ages = AGES.filter((_, index) => parts.includes(agePart(index)))
  // By age there are round trips only.
  if (ages.length > 0 && workload !== 'echo') return { isLossy: false, readings: {} }
  const workers = parts.includes(NEXT_WORKER) ? NEXT_WORKERS : 0
  const measured = await runPair({ system, way: workload, marks, workers, ages })
  const readings: Record<string, Reading> = {}
  if (parts.includes(READY)) readings[READY] = readingOf([measured.ready])
  for (const [index, count] of marks.entries()) readings[markPart(count)] = readingOf([measured.times[index]!], count)
  if (workers > 0) readings[NEXT_WORKER] = readingOf(measured.nextWorkers)
  for (const [index, age] of ages.entries()) {
    const micros = measured.stretches[index]!
    // A round trip may be longer than the stretch.
    if (micros.length > 0) readings[agePart(AGES.indexOf(age))] = { ...readingOf(micros), ...percentilesOf(micros) }
  }
  return { isLossy: false, readings }
}

function readingOf(values: readonly number[], count = values.length): Reading {
  return { value: median(values), p50: null, p99: null, cpuMicros: null, bytes: null, count, ratio: null }
}

function percentilesOf(values: readonly number[]): Pick<Reading, 'p50' | 'p99'> {
  const ascending = values.toSorted((a, b) => a - b)
  return { p50: percentile(ascending, 0.5), p99: percentile(ascending, 0.99) }
}

async function runPair(task: object): Promise<Measured> {
  const child = spawn(process.execPath, [...process.execArgv, SCRIPT, JSON.stringify(task)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: LIMIT_MS,
  })
  return JSON.parse(await outputOf(child, 'the fresh process')) as Measured
}
