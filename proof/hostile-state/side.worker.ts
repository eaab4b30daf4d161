/** One side of a trial over the memory of a state: the program that uses it, or the thread that scribbles over it. */

import { parentPort } from 'node:worker_threads'
import { isRingCorruptError } from '@slipring/core'
import { randomOf } from '../litmus/lock-step.js'
import { open } from './program.ts'

export interface Trial {
  readonly memory: SharedArrayBuffer
  readonly seed: number
  readonly ms: number
  readonly isHostile: boolean
}

export interface Sight {
  readonly steps: number
  /** The error that ended it before its time, if that may be. */
  readonly error: string | undefined
  readonly fault: string | undefined
}

const STEPS_PER_LOOK = 32
/** Words of the control blocks: the first few of each zone, where the layout has its words. */
const ZONES = 16
const ZONE_WORDS = 32
const USED_WORDS = 4

parentPort!.on('message', (trial: Trial) => {
  parentPort!.postMessage(trial.isHostile ? scribble(trial) : use(trial))
})

function use({ memory, seed, ms }: Trial): Sight {
  const random = randomOf(seed)
  const end = performance.now() + ms
  let steps = 0
  let mayBe = isRefusal
  try {
    const step = open(memory, random)
    mayBe = isRingCorruptError
    while (performance.now() < end)
      for (let left = STEPS_PER_LOOK; left > 0; left--) {
        step()
        steps++
      }
  } catch (error) {
    if (mayBe(error)) return { steps, error: (error as Error).name, fault: undefined }
    return { steps, error: undefined, fault: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
  return { steps, error: undefined, fault: undefined }
}

/** A memory that was spoiled before it was opened is corrupt, or no state, or one of another size. */
function isRefusal(error: unknown): boolean {
  return isRingCorruptError(error) || (error instanceof Error && error.message.startsWith('Cannot '))
}

/** Single bits, small numbers and anything at all, mostly at words in use; half of it is taken back a moment later. */
function scribble({ memory, seed, ms }: Trial): Sight {
  const random = randomOf(seed + 1)
  const end = performance.now() + ms
  const words = new Int32Array(memory)
  let steps = 0
  while (performance.now() < end) {
    const word = random() % 4 === 0 ? random() : (random() % ZONES) * ZONE_WORDS + (random() % USED_WORDS)
    const at = word % words.length
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
