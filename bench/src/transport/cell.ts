/** The cell of the transport suite: a fresh worker, values verified, one window measured. */

import type { CellResult, CellTask, Meter, Reading } from '../cell.ts'
import type { Line } from '../threads/line.ts'
import { inputsOf } from '../workload.ts'
import { workloadNamed } from '../workloads.ts'
import { Echoes } from './echoes.ts'
import { Series } from './series.ts'
import { transportNamed } from './systems.ts'

const DEPTHS: Readonly<Record<string, number>> = { 'echo 1': 1, 'echo 100': 100 }

export async function runTransportCell(task: CellTask, meter: Meter): Promise<CellResult> {
  const system = transportNamed(task.system)
  const { transport } = await system.load()
  const inputs = inputsOf(workloadNamed(task.workload))
  const [part = ''] = task.parts
  const depth = DEPTHS[part] ?? 0
  const line = transport.connect({ system: task.system, role: depth > 0 ? 'echo' : 'sink' })
  try {
    const traffic = depth > 0 ? new Echoes(line, inputs, depth) : new Series(line, inputs)
    const { isFaithful, reading } = await Promise.race([line.failed, measure(traffic, line, task, meter)])
    if (!isFaithful && system.isLossy === undefined) throw new Error('a value came back different')
    return { isLossy: !isFaithful, readings: { [part]: reading } }
  } finally {
    await line.close()
  }
}

/** One kind of traffic over a line. */
export interface Traffic {
  /** Sends inputs and compares what comes back with their structured clones. */
  verify(): Promise<boolean>
  /** Runs for some time without looking at the clock's result: the code gets hot. */
  warmUp(ms: number): Promise<void>
  run(ms: number, meter: Meter): Promise<Reading>
}

async function measure(
  traffic: Traffic,
  line: Line,
  { warmUpMs, windowMs }: CellTask,
  meter: Meter,
): Promise<{ isFaithful: boolean; reading: Reading }> {
  await line.ready
  const isFaithful = await traffic.verify()
  line.check?.()
  await traffic.warmUp(warmUpMs)
  await meter.collectGarbage()
  return { isFaithful, reading: await traffic.run(windowMs, meter) }
}
