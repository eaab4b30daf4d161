/** The cell of the codec suite: encode, decode and both in a row. */

import { do_not_optimize } from 'mitata'
import type { CellResult, CellTask, Meter, Reading } from '../cell.ts'
import { isEqual } from '../equal.ts'
import { inputsOf } from '../workload.ts'
import { lookAt } from '../schema/looks.ts'
import { workloadNamed } from '../workloads.ts'
import type { Cloner, Codec } from './codec.ts'
import { Stream } from './stream.ts'
import { codecSystems, type CodecSystem } from './systems.ts'
import { type Duration, timeBatches, timeOwn } from './timing.ts'

const MEMORY_BYTES = 16 << 20

export function runCodecCell(task: CellTask, meter: Meter): Promise<CellResult> {
  return runCellAmong(codecSystems, task, meter)
}

export async function runCellAmong(systems: readonly CodecSystem[], task: CellTask, meter: Meter): Promise<CellResult> {
  const system = systemNamed(systems, task.system)
  const module = await system.load()
  const create = (area: SharedArrayBuffer): Codec | Cloner => module.create(area, task.workload)
  const memory = new SharedArrayBuffer(MEMORY_BYTES)
  const first = create(memory)
  // The description of a shape has the keys of its values, and with them their hidden class, in which engines keep what kinds
  // of values there were: while it lives, numbers are checked again and again. In a program it is gone before most values come.
  await meter.collectGarbage()
  const inputs = inputsOf(workloadNamed(task.workload))
  const isFaithful = isFaithfulAt(first, inputs, memory)
  if (!isFaithful && system.isLossy === undefined) throw new Error('a value came back different')
  const readings: Record<string, Reading> = {}
  for (const part of task.parts) {
    // New for every part: an encoder that nobody decoded would leave its decoder behind.
    const codec = create(memory)
    if ('encode' in codec) {
      if (part !== 'view' || codec.view !== undefined)
        readings[part] = await readingOf(part, codec, inputs, task, meter)
    } else if (part === 'round trip') readings[part] = await cloneReadingOf(codec, inputs, task, meter)
  }
  return { isLossy: !isFaithful, readings }
}

function systemNamed(systems: readonly CodecSystem[], name: string): CodecSystem {
  const system = systems.find((candidate) => candidate.name === name)
  if (system === undefined) throw new Error(`No codec is named ${name}`)
  return system
}

function isFaithfulAt(codec: Codec | Cloner, inputs: readonly unknown[], memory: SharedArrayBuffer): boolean {
  const copy = 'clone' in codec ? codec.clone : (input: unknown) => copyThrough(codec, input, memory)
  return inputs.every((input) => isEqual(copy(input), structuredClone(input)))
}

// The bytes are wiped before the value is looked at: a view of them would be a value that changes later.
function copyThrough(codec: Codec, input: unknown, memory: SharedArrayBuffer): unknown {
  const end = codec.encode(input, 0)
  const value = codec.decode(0, end)
  new Uint8Array(memory, 0, end).fill(0xff)
  return value
}

async function readingOf(
  part: string,
  codec: Codec,
  inputs: readonly unknown[],
  task: CellTask,
  meter: Meter,
): Promise<Reading> {
  const stream = new Stream(codec, inputs, MEMORY_BYTES)
  // Once through all inputs: from here on both ends know every shape, as on a line that has been open for a while.
  const bytes = stream.rehearse()
  if (part === 'encode') return { ...(await timeBatches(() => stream.encode(), task, meter)), bytes }
  if (part === 'round trip') return { ...(await timeBatches(() => stream.roundTrip(), task, meter)), bytes }
  const mostAtOnce = stream.batchWithin(bytes)
  const read = part === 'view' ? viewing(codec, task.workload) : codec.decode.bind(codec)
  return { ...(await timeOwn((count) => stream.timeReading(count, read), mostAtOnce, task, meter)), bytes }
}

function viewing(codec: Codec, workload: string): (offset: number, end: number) => unknown {
  const look = lookAt(workload)
  return (offset, end) => look(codec.view!(offset, end))
}

function cloneReadingOf(
  { clone }: Cloner,
  inputs: readonly unknown[],
  duration: Duration,
  meter: Meter,
): Promise<Reading> {
  let turn = 0
  const run = (): void => {
    turn = turn + 1 === inputs.length ? 0 : turn + 1
    do_not_optimize(clone(inputs[turn]))
  }
  return timeBatches(run, duration, meter)
}
