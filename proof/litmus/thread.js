/** A thread of a litmus test, on any platform. */

import { race } from './lock-step.js'

/**
 * @param {import('./lock-step.js').Task} task
 * @returns {Promise<import('./lock-step.js').Counts | undefined>}
 */
export async function runThread(task) {
  /** @type {{ tests: readonly import('./lock-step.js').LitmusTest[] }} */
  const { tests } = await import(task.suite)
  const test = tests.find(({ name }) => name === task.test)
  if (test === undefined) throw new Error(`${task.suite} has no test ${task.test}`)
  return race(test, task)
}
