/** Litmus tests of the engine: what docs/MEMORY-MODEL.md takes for granted of `Atomics`. */

import { copies } from './copies.js'
import { orders } from './orders.js'
import { waits } from './waits.js'

/** @type {readonly import('../lock-step.js').LitmusTest[]} */
export const tests = [...orders, ...copies, ...waits]
