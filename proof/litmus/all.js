/** Every litmus test of the engine, one after the other, for a platform. */

import { tests } from './engine/index.js'
import { runTest } from './run.js'

const suite = new URL('engine/index.js', import.meta.url).href

/**
 * @param {import('./run.js').StartThread} start
 * @param {number} ms for each test
 * @param {number} seed
 * @returns {Promise<Record<string, import('./lock-step.js').Counts>>} by the name of the test
 */
export async function runAll(start, ms, seed) {
  /** @type {Record<string, import('./lock-step.js').Counts>} */
  const counts = {}
  for (const test of tests) counts[test.name] = await runTest(test, { start, suite, seed, ms })
  return counts
}
