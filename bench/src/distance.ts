/** How far two cores are from each other: what a word takes there and back, which changes under a virtual machine. */

import { Worker } from 'node:worker_threads'
import { ask } from './ask.ts'
import { scriptBeside } from './script-beside.ts'

// Many, of which the quickest counts: a core may be taken away in between, and both threads may share one at first.
const BATCHES = 20
const TRIPS = 200
/** No more than this, in milliseconds: where both threads go on sharing one core, a trip takes as long as a turn on it. */
const LIMIT = 200

/** The part of one of two threads that pass a word to and fro. */
export interface PingTask {
  /** One 32-bit word of shared memory. */
  readonly word: Int32Array
  /** The one that begins also keeps the time. */
  readonly isFirst: boolean
  readonly batches: number
  /** There and back, in a batch. */
  readonly trips: number
  readonly limitMs: number
}

export class Distance {
  readonly #threads = [startThread(), startThread()] as const

  /** Microseconds there and back; null where both threads shared one core all the time. */
  async measure(): Promise<number | null> {
    const task = { word: new Int32Array(new SharedArrayBuffer(64)), batches: BATCHES, trips: TRIPS, limitMs: LIMIT }
    const [first, second] = this.#threads
    const [micros] = await Promise.all([
      ask<number | null>(first, { ...task, isFirst: true } satisfies PingTask),
      ask<null>(second, { ...task, isFirst: false } satisfies PingTask),
    ])
    return micros
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.terminate()))
  }
}

function startThread(): Worker {
  return new Worker(scriptBeside(import.meta.url, 'distance-worker'))
}
