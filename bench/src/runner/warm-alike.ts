/** Warms up those that are compared in one thread, of which one may have run before and another never. */

import { percentile } from '../statistics.ts'
import type { Contender } from './contender.ts'
import { rotated } from './rotated.ts'

/** Shorter windows see too few calls to tell whether code still becomes quicker. */
const LEAST_MS = 25
const MOST_WINDOWS = 20
/** Less than this part is no gain. */
const GAIN = 0.03
/** So many windows without a gain: one alone may be disturbed. */
const STEADY_WINDOWS = 2

/** All take turns of `ms` until none becomes quicker any more: what is compared then is the code, not how often it ran. */
export async function warmAlike(contenders: readonly Contender[], ms: number): Promise<void> {
  for (const contender of contenders) await contender.warmUp(1)
  const best = new Map(contenders.map((contender) => [contender, Infinity]))
  let steady = 0
  for (let window = 0; window < MOST_WINDOWS && steady < STEADY_WINDOWS; window++) {
    steady++
    for (const contender of rotated(contenders, window)) {
      const { samples } = await contender.takeTurn(Math.max(ms, LEAST_MS))
      // Of a disturbed window the quick calls are still as quick.
      const quick = percentile(samples, 0.1)
      if (quick < best.get(contender)! * (1 - GAIN)) steady = 0
      best.set(contender, Math.min(best.get(contender)!, quick))
    }
  }
  for (const contender of contenders) await contender.hearFailures()
}
