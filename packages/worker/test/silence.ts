/** How often the event loop of this thread turns. */

import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'

/** Begins after 200 ms, in which garbage collection and compilation come to rest. */
export async function turnsDuring(ms: number): Promise<number> {
  await delay(200)
  const before = turns()
  await delay(ms)
  return turns() - before
}

function turns(): number {
  return performance.nodeTiming.uvMetricsInfo.loopCount
}
