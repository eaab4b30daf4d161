/** The face of a `Worker` besides its messages: of the platform's, and of ours. */

import { Worker } from '@slipring/browser'
import { collect, pause } from '../collect.js'
import { refusal } from '../refusal.js'
import { start, startNative } from '../start.js'

export default async function () {
  return {
    native: await logOf(startNative('native-echo'), globalThis.Worker),
    ours: await logOf(start('echo'), Worker),
  }
}

/**
 * @param {globalThis.Worker} worker
 * @param {typeof globalThis.Worker} Class
 */
async function logOf(worker, Class) {
  /** @type {unknown[]} */
  const log = [Object.keys(worker).join()]
  const type = /** @type {any} */ ({ toString: () => 'message' })
  const listener = (/** @type {MessageEvent} */ { data }) => log.push(data)
  worker.addEventListener(type, listener)
  const first = collect(worker, 2)
  worker.postMessage('one')
  worker.postMessage('two')
  await first
  worker.removeEventListener(type, listener)
  const second = collect(worker, 1)
  worker.postMessage('three')
  await second
  await pause(40)
  log.push(refusal(() => new Class('none.js', { name: /** @type {any} */ (Symbol('name')) })))
  worker.terminate()
  return log
}
