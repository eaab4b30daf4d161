/** One of the two threads that pass a word to and fro. */

import { parentPort } from 'node:worker_threads'
import type { PingTask } from './distance.ts'

/** The second finds this instead of its turn when the first has given up. */
const OVER = -1
/** Between two readings of the clock, which would be part of the trip. */
const LOOKS = 4096

parentPort?.on('message', (task: PingTask) => parentPort?.postMessage(task.isFirst ? lead(task) : follow(task)))

/** Microseconds a trip in the quickest batch, if one was done in time. */
function lead({ word, batches, trips, limitMs }: PingTask): number | null {
  const endAt = performance.now() + limitMs
  let best: number | null = null
  for (let batch = 0, turn = 0; batch < batches; batch++) {
    const startedAt = performance.now()
    for (let i = 0; i < trips; i++) {
      Atomics.store(word, 0, ++turn)
      turn++
      for (let looks = 1; Atomics.load(word, 0) !== turn; looks++) {
        if (looks % LOOKS === 0 && performance.now() > endAt) return giveUp(word, best)
      }
    }
    const micros = ((performance.now() - startedAt) * 1000) / trips
    if (best === null || micros < best) best = micros
  }
  return giveUp(word, best)
}

function follow({ word }: PingTask): null {
  for (let turn = 1; ; turn += 2) {
    for (;;) {
      const found = Atomics.load(word, 0)
      if (found === OVER) return null
      if (found === turn) break
    }
    Atomics.compareExchange(word, 0, turn, turn + 1)
  }
}

function giveUp(word: Int32Array, best: number | null): number | null {
  Atomics.store(word, 0, OVER)
  return best
}
