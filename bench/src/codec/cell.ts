/** The cell of the codec suite: encode, decode and both in a row. */

import type { CellResult, CellTask, Meter, Reading } from '../cell.ts'
import { differenceBetween } from '../difference.ts'
import { inputsOf, Rotation } from '../workload.ts'
import { workloadNamed } from '../workloads.ts'
import type { Cloner, Codec } from './codec.ts'
import { lookAt } from '../schema/looks.ts'
import { cloning, Stream } from './stream.ts'
// The same once more: engines learn who calls a function, and two systems in one loop would slow each other.
import { lookAt as lookAtBaseline } from '../schema/looks.ts?baseline'
import { Stream as BaselineStream } from './stream.ts?baseline'
import { codecSystems, type CodecSystem } from './systems.ts'
import { type Timed, timeByTurns } from './timing.ts'

/** The code that runs a system: its loops, and the look at a view. */
interface Loops {
  readonly Messages: typeof Stream
  readonly look: typeof lookAt
}

const OWN: Loops = { Messages: Stream, look: lookAt }
const BASELINE: Loops = { Messages: BaselineStream, look: lookAtBaseline }
const MEMORY_BYTES = 16 << 20
/** As many as a batch of a millisecond has, as a rule. */
const SUPPLY = { messages: 1_024, bytes: 4 << 20 }

export function runCodecCell(task: CellTask, meter: Meter): Promise<CellResult> {
  return runCellAmong(codecSystems, task, meter)
}

export async function runCellAmong(systems: readonly CodecSystem[], task: CellTask, meter: Meter): Promise<CellResult> {
  const { system, workload, baselines } = task
  const { isLossy, cannot, workloads } = systemNamed(systems, system)
  if (cannot !== undefined) return { isLossy: false, readings: {}, cannot }
  if (workloads !== undefined && !workloads.includes(workload)) return { isLossy: false, readings: {} }
  const create = await creatorOf(systems, system, workload)
  const first = create()
  // The description of a shape has the keys of its values, and with them their hidden class, in which engines keep what kinds
  // of values there were: while it lives, numbers are checked again and again. In a program it is gone before most values come.
  await meter.collectGarbage()
  const inputs = inputsOf(workloadNamed(workload))
  const { alters, refusal } = carried(first, inputs)
  if (isLossy === undefined && alters !== undefined) throw new Error(`a value came back different: ${alters}`)
  if (isLossy === undefined && refusal !== undefined) throw refusal
  if (refusal !== undefined) return { isLossy: false, readings: {}, cannot: `does not carry this: ${refusal.message}` }
  const rotation = (): Rotation => new Rotation(workloadNamed(workload), inputs, SUPPLY)
  const readings: Record<string, Reading> = {}
  const creators = new Map<string, (() => Endpoint) | undefined>()
  for (const part of task.parts) {
    const own = timedOf(create(), OWN, part, rotation(), workload)
    if (own === undefined) continue
    const baseline = baselines[part]
    if (baseline !== undefined && !creators.has(baseline)) {
      const creator = await creatorOf(systems, baseline, workload)
      // A baseline that refuses these values has no time, so the system has no ratio.
      creators.set(baseline, carried(creator(), inputs).refusal === undefined ? creator : undefined)
    }
    const createBaseline = baseline === undefined ? undefined : creators.get(baseline)
    const base = createBaseline && timedOf(createBaseline(), BASELINE, part, rotation(), workload)?.timed
    readings[part] = { ...(await timeByTurns(own.timed, base, task, meter)), bytes: own.bytes }
  }
  return { isLossy: alters !== undefined, readings, ...(alters === undefined ? {} : { alters }) }
}

/** A codec or cloner with the memory it writes to. */
interface Endpoint {
  readonly codec: Codec | Cloner
  readonly memory: SharedArrayBuffer
}

/** A function that makes a system anew, with memory of its own: an encoder that nobody decoded would leave its decoder behind. */
async function creatorOf(systems: readonly CodecSystem[], name: string, workload: string): Promise<() => Endpoint> {
  const module = await systemNamed(systems, name).load!()
  const memory = new SharedArrayBuffer(MEMORY_BYTES)
  return () => ({ codec: module.create(memory, workload), memory })
}

function systemNamed(systems: readonly CodecSystem[], name: string): CodecSystem {
  const system = systems.find((candidate) => candidate.name === name)
  if (system === undefined) throw new Error(`No codec is named ${name}`)
  return system
}

interface Carried {
  /** The first thing that came back different. */
  readonly alters?: string
  /** Why a value did not come back at all. */
  readonly refusal?: Error
}

function carried({ codec, memory }: Endpoint, inputs: readonly unknown[]): Carried {
  const copy = 'clone' in codec ? codec.clone : (input: unknown) => copyThrough(codec, input, memory)
  try {
    for (const input of inputs) {
      const alters = differenceBetween(copy(input), structuredClone(input))
      if (alters !== undefined) return { alters }
    }
    return {}
  } catch (error) {
    return { refusal: error as Error }
  }
}

// The bytes are wiped before the value is looked at: a view of them would be a value that changes later.
function copyThrough(codec: Codec, input: unknown, memory: SharedArrayBuffer): unknown {
  const end = codec.encode(input, 0)
  const value = codec.decode(0, end)
  new Uint8Array(memory, 0, end).fill(0xff)
  return value
}

interface TimedPart {
  readonly timed: Timed
  readonly bytes: number | null
}

/** Undefined where a system has no such part. */
function timedOf(
  { codec }: Endpoint,
  { Messages, look }: Loops,
  part: string,
  inputs: Rotation,
  workload: string,
): TimedPart | undefined {
  if ('clone' in codec) return part === 'round trip' ? { timed: cloning(codec, inputs), bytes: null } : undefined
  if (part === 'view' && codec.view === undefined) return undefined
  const stream = new Messages(codec, inputs, MEMORY_BYTES)
  // Once through all inputs: from here on both ends know every shape, as on a line that has been open for a while.
  const bytes = stream.rehearse()
  if (part === 'encode') return { timed: stream.encoding(), bytes }
  if (part === 'round trip') return { timed: stream.roundTrip(bytes), bytes }
  const read = part === 'view' ? viewing(codec, look(workload)) : codec.decode.bind(codec)
  return { timed: stream.decoding(bytes, read), bytes }
}

function viewing(codec: Codec, look: ReturnType<typeof lookAt>): (offset: number, end: number) => unknown {
  return (offset, end) => look(codec.view!(offset, end))
}
