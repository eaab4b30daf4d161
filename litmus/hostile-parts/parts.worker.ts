/** One side of a trial over the memory of a part: the program that uses it, or the thread that scribbles over it. */

import { parentPort } from 'node:worker_threads'
import { isRingCorruptError } from '@slipring/core'
import { randomOf } from '../lock-step.js'
import { parts } from './parts.ts'

export interface PartTrial {
  readonly part: string
  readonly memory: readonly SharedArrayBuffer[]
  readonly seed: number
  readonly ms: number
  readonly isHostile: boolean
}

export interface PartSight {
  readonly steps: number
  /** What ended it before its time, if that may be. */
  readonly error: string | undefined
  readonly fault: string | undefined
}

const STEPS_PER_LOOK = 32
/** Words of a control block, at most, that are scribbled over. */
const CONTROL_WORDS = 512

parentPort!.on('message', (trial: PartTrial) => {
  parentPort!.postMessage(trial.isHostile ? scribble(trial) : use(trial))
})

function use({ part, memory, seed, ms }: PartTrial): PartSight {
  const random = randomOf(seed)
  const end = performance.now() + ms
  let steps = 0
  try {
    const step = parts[part]!.open(memory, random)
    while (performance.now() < end)
      for (let left = STEPS_PER_LOOK; left > 0; left--) {
        step()
        steps++
      }
  } catch (error) {
    // An owner, or a header, may be spoiled before the part is opened.
    const mayBe =
      isRingCorruptError(error) || (steps === 0 && error instanceof Error && error.name === 'HandshakeError')
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return { steps, error: mayBe ? (error as Error).name : undefined, fault: mayBe ? undefined : text }
  }
  return { steps, error: undefined, fault: undefined }
}

/** Single bits, small numbers and anything at all, at random words; half of it is taken back a moment later. */
function scribble({ memory, seed, ms }: PartTrial): PartSight {
  const random = randomOf(seed + 1)
  const end = performance.now() + ms
  let steps = 0
  while (performance.now() < end) {
    const buffer = memory[random() % memory.length]!
    const words = new Int32Array(buffer)
    const at = random() % Math.min(words.length, random() % 4 === 0 ? words.length : CONTROL_WORDS)
    const before = Atomics.load(words, at)
    const values = [before ^ (1 << (random() % 32)), random() % 8, before + (random() % 3) - 1, random() | 0]
    Atomics.store(words, at, values[random() % values.length]!)
    if (random() % 2 === 0) {
      for (let spins = random() % 200; spins > 0; spins--) Atomics.load(words, at)
      Atomics.store(words, at, before)
    }
    // A moment in which all is well: what ends at the first step shows nothing.
    for (let spins = random() % 20_000; spins > 0; spins--) Atomics.load(words, 0)
    steps++
  }
  return { steps, error: undefined, fault: undefined }
}
