/** Tasks of a worker that may end at any time. */

import { workerData } from 'node:worker_threads'

/** How often each task has begun, and last whether workers are to live on. */
const begun = workerData as Int32Array
/** Milliseconds. */
const LONGEST_LIFE = 400

/** How a task or its worker comes to its end. */
export type Fate = 'result' | 'later' | 'throw' | 'exit' | 'stuck'

// However busy or idle it is, in a task or between two.
setTimeout(() => {
  if (Atomics.load(begun, begun.length - 1) !== 0) return
  if (Math.random() < 0.5) process.exit(4)
  throw new RangeError('The time of this worker is over')
}, Math.random() * LONGEST_LIFE)

export default function run([index, fate]: [index: number, fate: Fate]): number | Promise<number> {
  if (Atomics.add(begun, index, 1) > 0) throw new Error(`Task ${index} has begun twice`)
  if (fate === 'throw') throw new TypeError(`Task ${index}`)
  if (fate === 'exit') process.exit(3)
  if (fate === 'stuck') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  return fate === 'later' ? Promise.resolve(index) : index
}
