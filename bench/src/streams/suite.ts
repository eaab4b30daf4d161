/** The streams suite: many values from a worker, asked for one after the other. */

import type { Suite } from '../suite.ts'
import { PORT, streamSystems } from './systems.ts'

export const streamsSuite: Suite = {
  name: 'streams',
  subject: 'Pool.stream',
  groups: [{ repeats: 1, parts: [{ name: 'one way', unit: 'msg/s', better: 'more', baseline: PORT }] }],
  systems: streamSystems.map(({ name }) => ({ name, isNodeOnly: true })),
  workloads: ['point', 'User', 'bytes 4K'],
  quickWorkloads: ['point'],
  warmUpMs: 2000,
  quickWarmUpMs: 1000,
  method: `Every cell is a process of its own. A worker gives values, and this thread awaits each of them: of Pool.stream by a
loop over its iterator, 16 ahead by default. one way: values a second. port, one way: a Worker of Slipring posts all at once,
and a listener counts them: nobody asks, and nobody waits. Pool.run of a source: the other way, from an async generator of this thread
to a function that reads it. TransformStream: of the platform; its readable end moved to this thread.`,
}
