/** The cell of the pool suite: a pool with one kind of task, by turns with the pool of the baseline. */

import type { CellResult, CellTask, Meter, Reading } from '../cell.ts'
import { ownMicros } from '../process-time.ts'
import { measureByTurns, middleMs } from '../transport/by-turns.ts'
import type { Turn } from '../transport/traffic.ts'
import { EMPTY, poolCaseNamed } from './cases.ts'
import { DEPTH, wayOf } from './parts.ts'
import type { OpenPool } from './pool.ts'
import { poolNamed } from './systems.ts'
import { Tasks } from './tasks.ts'

const SETTLE_MS = 50
const IDLE_TIMES_THE_WINDOW = 2
const FIRST_MS = 1000
/** A window so short is a test of the suite. */
const SHORT_MS = 50

/** All parts of a cell are of the same number of workers. */
export async function runPoolCell(task: CellTask, meter: Meter): Promise<CellResult> {
  const { windowMs, warmUpMs, baselines } = task
  const { call, tasks } = poolCaseNamed(task.workload)
  const given = tasks()
  const leavesBuffers = ArrayBuffer.isView(given[0])
  const { workers } = wayOf(task.parts[0]!)
  const pools = new Map<string, OpenPool>()
  const poolOf = async (name: string): Promise<OpenPool> => {
    const pool = pools.get(name) ?? (await poolNamed(name).open(workers))
    pools.set(name, pool)
    return pool
  }
  const begin = async (name: string, depth: number): Promise<Tasks> => {
    const pool = await poolOf(name)
    const traffic = new Tasks((one) => pool.run(one, call), given, depth)
    await traffic.verify()
    await traffic.warmUp(warmUpMs)
    return traffic
  }
  const readings: Record<string, Reading> = {}
  let alters: string | undefined
  try {
    for (const part of task.parts) {
      const { way } = wayOf(part)
      if (way === 'idle') {
        // Another task leaves a pool no busier.
        if (task.workload !== EMPTY) continue
        await begin(task.system, DEPTH)
        readings[part] = await idleReading(windowMs * IDLE_TIMES_THE_WINDOW)
        continue
      }
      if (way === 'firstAlone' || way === 'firstMany') {
        const pool = await poolOf(task.system)
        const depth = way === 'firstAlone' ? 1 : DEPTH
        const traffic = new Tasks((one) => pool.run(one, call), given, depth)
        const { count, elapsedMs } = await firstTurn(traffic, windowMs < SHORT_MS ? windowMs : FIRST_MS)
        const value = way === 'firstAlone' ? (elapsedMs / count) * 1000 : (count / elapsedMs) * 1000
        readings[part] = { value, p50: null, p99: null, cpuMicros: null, bytes: null, count, ratio: null }
        await traffic.verify()
        alters ??= traffic.alters
        continue
      }
      const depth = way === 'alone' ? 1 : DEPTH
      const own = await begin(task.system, depth)
      alters ??= own.alters
      const baseline = baselines[part]
      const base = baseline === undefined ? undefined : await begin(baseline, depth)
      readings[part] = await measureByTurns(own, base, windowMs, meter, { leavesBuffers, msEach: middleMs })
    }
    return { isLossy: alters !== undefined, readings, ...(alters === undefined ? {} : { alters }) }
  } finally {
    for (const pool of pools.values()) await pool.close()
  }
}

/** From the first result on: all code is new. Its ratio is to the baseline of the same round, as one process is new only once. */
async function firstTurn(traffic: Tasks, ms: number): Promise<Turn> {
  await traffic.begin()
  return traffic.takeTurn(ms)
}

/** The share of a core that a pool with nothing to do takes, in percent. */
async function idleReading(ms: number): Promise<Reading> {
  // First let end all that the last task has left running.
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
  const since = performance.now()
  const before = ownMicros()
  await new Promise((resolve) => setTimeout(resolve, ms))
  const value = ((ownMicros() - before) / 1000 / (performance.now() - since)) * 100
  return { value, p50: null, p99: null, cpuMicros: null, bytes: null, count: 1, ratio: null }
}
