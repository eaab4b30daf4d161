/** The cell of the transport suite: a fresh worker, values verified, one window measured. */

import type { CellResult, CellTask, Meter, Reading } from '../cell.ts'
import type { Line, WorkerTask } from '../threads/line.ts'
import { inputsOf } from '../workload.ts'
import { workloadNamed } from '../workloads.ts'
import { Echoes } from './echoes.ts'
import { Exchanges } from './exchanges.ts'
import { Returns } from './returns.ts'
import { Series } from './series.ts'
import { transportNamed, type TransportSystem } from './systems.ts'

/** Round trips with so many in flight, or messages one way. */
interface Shape {
  readonly role: WorkerTask['role']
  readonly depth: number
  /** Before each message. */
  readonly pauseMs: number
  readonly warmUpPauseMs: number
}

const echo = (depth: number, pauseMs = 0, warmUpPauseMs = 0): Shape => ({ role: 'echo', depth, pauseMs, warmUpPauseMs })
const oneWay = (role: Shape['role']): Shape => ({ role, depth: 0, pauseMs: 0, warmUpPauseMs: 0 })
const sink = oneWay('sink')
const source = oneWay('source')

// Longer than anybody looks before it sleeps.
const PAUSE_MS = 3

const SHAPES: Readonly<Record<string, Shape>> = {
  'echo 1': echo(1),
  'echo 100': echo(100),
  'one way': sink,
  'one way back': source,
  awake: echo(1),
  'awake, 100': echo(100),
  'awake, one way': sink,
  'one core': echo(1),
  'one core, 100': echo(100),
  'one core, one way': sink,
  parked: echo(1, PAUSE_MS),
  'parked, fresh': echo(1, PAUSE_MS, PAUSE_MS),
}

export async function runTransportCell(task: CellTask, meter: Meter): Promise<CellResult> {
  const { system: name, workload } = task
  const [part = ''] = task.parts
  const shape = SHAPES[part]
  if (shape === undefined) throw new Error(`No part is named ${part}`)
  const system = transportNamed(name)
  if (!mayTakePart(system, workload, shape)) return { isLossy: false, readings: {} }
  const { transport } = await system.load()
  const inputs = inputsOf(workloadNamed(workload))
  const line = transport.connect({ system: name, workload, role: shape.role })
  try {
    const traffic = trafficOver(line, inputs, shape)
    const { isFaithful, reading } = await Promise.race([line.failed, measure(traffic, line, shape, task, meter)])
    if (!isFaithful && system.isLossy === undefined) throw new Error('a value came back different')
    return { isLossy: !isFaithful, readings: { [part]: reading } }
  } finally {
    await line.close()
  }
}

function mayTakePart({ isOfCalls, isApart, workloads }: TransportSystem, workload: string, shape: Shape): boolean {
  if (workloads !== undefined && !workloads.includes(workload)) return false
  // Its threads answer each message before they take the next.
  if (isApart === true) return shape.depth === 1
  return !(isOfCalls === true && shape.role === 'source')
}

function trafficOver(line: Line, inputs: readonly unknown[], { role, depth, pauseMs }: Shape): Traffic {
  if (line.exchange !== undefined) return new Exchanges(line.exchange, inputs, pauseMs)
  if (role === 'echo') return new Echoes(line, inputs, depth, pauseMs)
  return role === 'sink' ? new Series(line, inputs) : new Returns(line, inputs)
}

/** One kind of traffic over a line. */
export interface Traffic {
  /** Sends inputs and compares what comes back with their structured clones. */
  verify(): Promise<boolean>
  /** Runs for some time without looking at the clock's result: the code gets hot. */
  warmUp(ms: number, pauseMs: number): Promise<void>
  run(ms: number, meter: Meter): Promise<Reading>
}

async function measure(
  traffic: Traffic,
  line: Line,
  { warmUpPauseMs }: Shape,
  { warmUpMs, windowMs }: CellTask,
  meter: Meter,
): Promise<{ isFaithful: boolean; reading: Reading }> {
  await line.ready
  const isFaithful = await traffic.verify()
  line.check?.()
  await traffic.warmUp(warmUpMs, warmUpPauseMs)
  await meter.collectGarbage()
  return { isFaithful, reading: await traffic.run(windowMs, meter) }
}
