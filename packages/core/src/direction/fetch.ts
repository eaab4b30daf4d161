/** F1: native messages taken one by one, where the platform can. */

import { RingCorruptError } from '../errors.ts'
import type { Polled } from '../host.ts'
import type { PolledLane } from './receiver-options.ts'

/** The most native messages that are taken at once, which takes a second or two. */
export const MOST_FETCHED: number = 1 << 20

/** The next native message that is no nudge; undefined when none is here. `position`: the number expected next. */
export function fetchFrom(lane: PolledLane, token: string, position: number): Polled | undefined {
  if (lane.poll === undefined) return undefined
  // An honest sender nudges once for each park. A thread that parks without a turn of the event loop finds all nudges here.
  for (let nudges = 0; nudges < MOST_FETCHED; nudges++) {
    const polled = lane.poll()
    if (polled?.message !== token) return polled
  }
  throw new RingCorruptError('nudges', MOST_FETCHED, position, 'and an honest sender sends one a park')
}
