/** The thread of requests by hand with a pool behind them: it takes packed tasks and gives packed results. */

import echoOf, { compute as computeFor } from '../pool/workers/tasks.mjs'
import { formats } from './formats.ts'

const { encode, decode } = formats.msgpackr

export const echo = (packed: Uint8Array): Uint8Array => encode(echoOf(decode(packed)))
export const compute = (packed: Uint8Array): Uint8Array => encode(computeFor(decode(packed)))
