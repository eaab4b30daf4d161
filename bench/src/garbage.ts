/** Collects garbage at once. */

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

export const collectGarbage: () => void = collectorHere()

function collectorHere(): () => void {
  const { Bun } = globalThis as { Bun?: { gc(isNow: boolean): void } }
  if (Bun !== undefined) return () => Bun.gc(true)
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as () => void
}
