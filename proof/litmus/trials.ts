/** How many trials a program of this folder runs, as its command line says. */

import { parseArgs } from 'node:util'
import { amountOf, wholeOf } from '../../tools/amount.mjs'

export interface Trials {
  /** They end after this time, or this number. */
  readonly ms: number
  readonly most: number
  readonly firstSeed: number
}

export function trialsOf(usualSeconds: number): Trials {
  const { values } = parseArgs({
    options: { seconds: { type: 'string' }, count: { type: 'string' }, seed: { type: 'string' } },
  })
  return {
    ms: amountOf('seconds', values.seconds, usualSeconds) * 1000,
    most: amountOf('count', values.count, Infinity),
    firstSeed: wholeOf('seed', values.seed),
  }
}
