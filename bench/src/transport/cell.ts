/** The cell of the transport suite: a fresh worker, values verified, one window measured by turns with the baseline's. */

import type { CellResult, CellTask, Cores, Meter, Placing } from '../cell.ts'
import type { Line, WorkerTask } from '../threads/line.ts'
import type { Rotation } from '../workload.ts'
import { workloadNamed } from '../workloads.ts'
import { measureByTurns } from './by-turns.ts'
import { carriedBy, KINDS } from './carries.ts'
import { Echoes } from './echoes.ts'
// The same once more: engines learn who calls a function, and two systems in one loop would slow each other.
import { Echoes as BaselineEchoes } from './echoes.ts?baseline'
import { Exchanges } from './exchanges.ts'
import { Returns } from './returns.ts'
import { Returns as BaselineReturns } from './returns.ts?baseline'
import { Series } from './series.ts'
import { Series as BaselineSeries } from './series.ts?baseline'
import { rotationOf } from './supply.ts'
import { transportNamed, type TransportSystem } from './systems.ts'
import type { Traffic } from './traffic.ts'

/** The traffic that makes the code hot: messages without pauses, thousands of sleeps after them, or nothing but pauses as measured. */
type WarmUp = 'lively' | 'sleeping' | 'none'

/** Round trips with so many in flight, or messages one way. */
interface Shape {
  readonly role: WorkerTask['role']
  readonly depth: number
  /** Before each message. */
  readonly pauseMs: number
  readonly warmUp: WarmUp
  /** Where its threads run once they are warm; else Linux decides. */
  readonly placing?: Placing | undefined
}

// Longer than anybody looks before it sleeps.
const PAUSE_MS = 3
/** The shortest time that a timer keeps. A side that looks counts the same time. */
const SLEEPING_PAUSE_MS = 1
/** A second makes less than a thousand sleeps, and it takes some thousands until an engine has compiled what is around one. */
const SLEEPING_TIMES_AS_LONG = 5

const echo = (depth: number): Shape => ({ role: 'echo', depth, pauseMs: 0, warmUp: 'lively' })
const parked = (warmUp: WarmUp, placing?: Placing): Shape => ({ ...echo(1), pauseMs: PAUSE_MS, warmUp, placing })
const oneWay = (role: Shape['role']): Shape => ({ role, depth: 0, pauseMs: 0, warmUp: 'lively' })
const sink = oneWay('sink')
const source = oneWay('source')

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
  parked: parked('sleeping'),
  'parked, same core': parked('sleeping', 'same core'),
  'parked, two cores': parked('sleeping', 'two cores'),
  'parked, newly': parked('lively'),
  'parked, fresh': parked('none'),
}

/** The loops that carry and count. */
interface Loops {
  readonly Echo: typeof Echoes
  readonly Sink: typeof Series
  readonly Source: typeof Returns
}

const OWN: Loops = { Echo: Echoes, Sink: Series, Source: Returns }
const BASELINE: Loops = { Echo: BaselineEchoes, Sink: BaselineSeries, Source: BaselineReturns }

/** Not how fast, but what. */
const CARRIES = 'carries'
const CARRIES_WITH = 'tiny'

export async function runTransportCell(task: CellTask, meter: Meter): Promise<CellResult> {
  const { workload, windowMs, baselines } = task
  const [part = ''] = task.parts
  const system = transportNamed(task.system)
  if (system.isBrowserOnly === true && !('document' in globalThis))
    return { isLossy: false, readings: {}, cannot: 'it runs in browsers only: --browser chromium' }
  if (part === CARRIES) return runCarriesCell(system, workload)
  const shape = SHAPES[part]
  if (shape === undefined) throw new Error(`No part is named ${part}`)
  if (!mayTakePart(system, workload, shape)) return { isLossy: false, readings: {} }
  const lines: Line[] = []
  const keepThreads = shape.placing && coresOf(meter).noteThreads(shape.placing)
  const begin = async ({ name, load }: TransportSystem, loops: Loops): Promise<Begun> => {
    const { transport } = await load()
    const line = transport.connect({ system: name, workload, role: shape.role })
    lines.push(line)
    return Promise.race([line.failed, warmedUp(line, shape, loops, task)])
  }
  try {
    const own = await begin(system, OWN)
    if (!own.isFaithful && system.isLossy === undefined) throw new Error('a value came back different')
    const baseline = baselines[part]
    const base = baseline === undefined ? undefined : await begin(transportNamed(baseline), BASELINE)
    keepThreads?.()
    const leavesBuffers = workloadNamed(workload).isKept === true
    const reading = measureByTurns(own.traffic, base?.traffic, windowMs, meter, { leavesBuffers })
    return {
      isLossy: !own.isFaithful,
      readings: { [part]: await Promise.race([...lines.map(({ failed }) => failed), reading]) },
    }
  } finally {
    for (const line of lines) await line.close()
  }
}

/** It is the same whatever a workload is, so one of them stands for all. */
async function runCarriesCell({ name, load }: TransportSystem, workload: string): Promise<CellResult> {
  if (workload !== CARRIES_WITH) return { isLossy: false, readings: {} }
  const { transport } = await load()
  const { count, alters } = await carriedBy(() => transport.connect({ system: name, workload, role: 'echo' }))
  const reading = {
    value: count,
    p50: null,
    p99: null,
    cpuMicros: null,
    bytes: null,
    count: KINDS.length,
    ratio: null,
  }
  return {
    isLossy: alters !== undefined,
    readings: { [CARRIES]: reading },
    ...(alters === undefined ? {} : { alters }),
  }
}

function coresOf({ cores }: Meter): Cores {
  if (cores === undefined) throw new Error('Threads cannot be told here on which core to run')
  return cores
}

function mayTakePart({ isOfCalls, isApart, workloads }: TransportSystem, workload: string, shape: Shape): boolean {
  if (workloads !== undefined && !workloads.includes(workload)) return false
  // Its threads answer each message before they take the next.
  if (isApart === true) return shape.depth === 1
  return !(isOfCalls === true && shape.role === 'source')
}

interface Begun {
  readonly traffic: Traffic
  readonly isFaithful: boolean
}

async function warmedUp(line: Line, shape: Shape, loops: Loops, { workload, warmUpMs }: CellTask): Promise<Begun> {
  const traffic = trafficOver(line, rotationOf(workload), shape, loops)
  await line.ready
  const isFaithful = await traffic.verify()
  line.check?.()
  const { warmUp, pauseMs } = shape
  await traffic.warmUp(warmUpMs, warmUp === 'none' ? pauseMs : 0)
  if (warmUp === 'sleeping') await traffic.warmUp(warmUpMs * SLEEPING_TIMES_AS_LONG, SLEEPING_PAUSE_MS)
  return { traffic, isFaithful }
}

function trafficOver(line: Line, inputs: Rotation, shape: Shape, { Echo, Sink, Source }: Loops): Traffic {
  const { role, depth, pauseMs } = shape
  if (line.exchange !== undefined) return new Exchanges(line.exchange, inputs, pauseMs)
  if (role === 'echo') return new Echo(line, inputs, depth, pauseMs)
  return role === 'sink' ? new Sink(line, inputs) : new Source(line, inputs)
}
