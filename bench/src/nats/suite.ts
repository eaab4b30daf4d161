/** The NATS suite: tasks for another process, by way of a `nats-server`. */

import { EMPTY, POOL_CASES } from '../pool/cases.ts'
import { DEPTH, poolPart } from '../pool/parts.ts'
import type { Suite } from '../suite.ts'
import { natsSystems } from './systems.ts'

const BASELINE = 'NATS, msgpackr'

export const natsSuite: Suite = {
  name: 'nats',
  headline: poolPart('many', 1),
  subject: 'remotePool',
  groups: [
    {
      repeats: 1,
      parts: [
        { name: poolPart('alone', 1), unit: 'µs', better: 'less', baseline: BASELINE },
        { name: poolPart('many', 1), unit: 'tasks/s', better: 'more', baseline: BASELINE },
      ],
    },
  ],
  systems: [...natsSystems.map(({ name }) => name), 'Pool'].map((name) => ({ name, isNodeOnly: true as const })),
  workloads: POOL_CASES.map(({ name }) => name),
  quickWorkloads: [EMPTY, 'small object'],
  warmUpMs: 1000,
  quickWarmUpMs: 300,
  method: `Every cell has a nats-server and a process that answers, both on this machine; the process has one thread for tasks.
NATS, JSON and NATS, msgpackr: the client's own request and a subscription that answers, without a pool behind it.
NATS, msgpackr, pool: the same with a local pool of one thread behind it, which unpacks and packs. remotePool: a server with a
local pool of one thread. durable: by a stream on disk. Pool: the local pool alone, without NATS. alone: one task after the
other; value: the median (p50). ${DEPTH} at once: so many tasks are always under way.`,
}
