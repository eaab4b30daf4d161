/** Runs one litmus test: starts its threads, waits for the counts, and ends them if they do not end. */

import { CONTROL_BYTES } from './lock-step.js'

/**
 * Starts one thread on a task; the promise settles with what `runThread` gave, or with its error.
 * @typedef {(task: import('./lock-step.js').Task) => { counts: Promise<import('./lock-step.js').Counts | undefined>, end: () => unknown }} StartThread
 *
 * @typedef {object} Run
 * @property {StartThread} start
 * @property {() => { ports: readonly unknown[] }} [connect] a channel between threads 0 and 1
 * @property {string} suite
 * @property {number} seed
 * @property {number} ms
 */

const PATIENCE = 8
const HUNG_AFTER_MS = 60_000

/**
 * @param {import('./lock-step.js').LitmusTest} test
 * @param {Run} run
 * @returns {Promise<import('./lock-step.js').Counts>}
 */
export async function runTest(test, { start, connect, suite, seed, ms }) {
  const patienceMs = ms * PATIENCE
  const control = new SharedArrayBuffer(CONTROL_BYTES)
  const results = new SharedArrayBuffer(test.threads * test.instances * 4)
  const shared = test.share()
  const ports = connect?.().ports ?? []
  const started = Array.from({ length: test.threads }, (_, thread) =>
    start({ suite, test: test.name, thread, control, results, shared, seed, ms, patienceMs, port: ports[thread] }),
  )
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer
  const hung = new Promise((_, reject) => {
    const limit = patienceMs + HUNG_AFTER_MS
    timer = setTimeout(() => reject(new Error(`${test.name}: its threads have not ended after ${limit} ms`)), limit)
  })
  try {
    const all = await Promise.race([Promise.all(started.map(({ counts }) => counts)), hung])
    const counts = /** @type {(import('./lock-step.js').Counts | undefined)[]} */ (all)[0]
    if (counts === undefined) throw new Error(`${test.name}: its first thread has counted nothing`)
    return counts
  } finally {
    clearTimeout(timer)
    await Promise.all(started.map(({ end }) => end()))
  }
}
