/** The sleep of a blocked thread. It hears no event, so it asks now and then whether the other side is still there. */

import type { Receiver } from '../channel/receiver.ts'
import { CONSUMER_GATE } from '../memory/layout.ts'
import { parkSync } from '../signal/gate.ts'
import type { Clock } from '../signal/wait-strategy.ts'

const PROBE_MS = 50
/** After so many questions they become rare: the other side's event loop may never take them. */
const OFTEN = 100
const RARE_PROBE_MS = 1000

/** Parks until there may be news or `timeoutMs` have passed; false when the other side is gone. */
export function parkBlocked(words: Int32Array, receiver: Receiver, timeoutMs: number, now: Clock): boolean {
  const end = now() + timeoutMs
  for (let probes = 0; ; probes++) {
    const left = end - now()
    const probeMs = !receiver.mayProbe ? Infinity : probes < OFTEN ? PROBE_MS : RARE_PROBE_MS
    if (parkSync(words, CONSUMER_GATE, receiver, Math.min(left, probeMs)) || left <= probeMs) return true
    if (!receiver.probe()) return false
  }
}
