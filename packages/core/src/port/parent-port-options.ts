/** Options of a worker's own end. Its maker chooses them, so the end has them before the worker's first line runs. */

import { requireOptions } from '../errors.ts'
import { requireParentPortNames } from './option-names.ts'
import { type EndOptions, requirePortOptions } from './options.ts'

/** Options of a worker's `parentPort`, without `codec`: classes cannot be sent to a worker. It calls `parentPort.useCodec`. */
export type ParentPortOptions = Omit<EndOptions, 'codec'>

/** The options as plain data, also fit for JSON. Throws `RangeError` or `TypeError` for options that are not valid. */
export function parentPortOptionsOf(options: ParentPortOptions = {}): ParentPortOptions {
  requireOptions('make a parentPort', options, '{ maxBufferedBytes: 2 ** 24 }')
  if ('codec' in options && options.codec !== undefined)
    throw new TypeError('Cannot give a parentPort its codec from here: use parentPort.useCodec() in the worker')
  requireParentPortNames(options)
  // True even in a thread that may not block: a worker may.
  requirePortOptions(options, true)
  const { delivery, waitStrategy, wakeBy, whenFull, measure, maxCapacity, highWaterMark, maxBufferedBytes } = options
  return {
    delivery,
    waitStrategy,
    wakeBy,
    whenFull,
    measure,
    maxCapacity: finite(maxCapacity),
    highWaterMark: finite(highWaterMark),
    // The default, which a port knows to be no limit.
    maxBufferedBytes: maxBufferedBytes === Infinity ? undefined : maxBufferedBytes,
  }
}

function finite(bytes: number | undefined): number | undefined {
  return bytes === Infinity ? Number.MAX_SAFE_INTEGER : bytes
}
