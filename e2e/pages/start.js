/** Workers of the cases, by the name of their script. */

import { Worker } from '@slipring/browser'

/**
 * @param {string} name
 * @param {import('@slipring/browser').WorkerOptions} [options]
 */
export function start(name, options) {
  return new Worker(urlOf(name), { type: 'module', ...options })
}

/** @param {string} name */
export function startNative(name) {
  return new globalThis.Worker(urlOf(name), { type: 'module' })
}

/** @param {string} name */
function urlOf(name) {
  return new URL(`workers/${name}.js`, import.meta.url)
}
