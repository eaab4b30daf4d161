/** The functions that both pools run as tasks. None of them knows which pool runs it. */

import { getPriority } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { parentPort, threadId, workerData } from 'node:worker_threads'

/** @param {{ a: number, b: number }} task */
export default ({ a, b }) => a + b

/** @param {unknown} value */
export const echo = (value) => value

/** @param {number} ms */
export const wait = async (ms) => {
  await delay(ms)
  return ms
}

/** @param {string} message */
export const fail = (message) => {
  throw new RangeError(message)
}

export const thread = () => threadId

export const data = () => workerData

export const priority = () => getPriority()

/** @param {Int32Array} words the second, if there is one, tells that it has begun */
export const block = (words) => {
  if (words.length > 1) Atomics.store(words, 1, 1)
  Atomics.wait(words, 0, 0)
  return 'unblocked'
}

/** @param {number} code */
export const exit = (code) => process.exit(code)

export const throwAside = async () => {
  process.nextTick(() => {
    throw new RangeError('aside')
  })
  await delay(60_000)
}

/** @param {unknown} message */
export const say = (message) => parentPort?.postMessage(message)

export const allocate = () => {
  const kept = []
  for (;;) kept.push(Array.from({ length: 100_000 }, (_, index) => index))
}
