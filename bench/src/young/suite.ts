/** The young suite: how many messages a fresh pair has exchanged by an age. */

import type { Part, Suite } from '../suite.ts'
import { COUNTED } from './count.ts'
import { youngNotes } from './notes.ts'
import { AGES, agePart, BASELINE, CALLS, FIRST, FUNCTIONS, HOT, MODULES, READY, SOURCE } from './parts.ts'
import { FEW_WORKLOADS, WORKLOADS } from './workloads.ts'

const byAge = AGES.map((age): Part => ({ name: agePart(age), unit: 'messages', better: 'more', baseline: BASELINE }))
const start = { unit: 'ms', better: 'less', baseline: BASELINE } as const
const counted = { better: 'less', baseline: BASELINE, hasNoRatio: true } as const

export const youngSuite: Suite = {
  name: 'young',
  groups: [
    {
      repeats: 1,
      parts: [
        { name: READY, ...start },
        ...byAge,
        { name: HOT, unit: 'msg/s', better: 'more', baseline: BASELINE },
        // A note tells it: beside the ages it would be taken for one.
        { name: FIRST, ...start, hasNoRatio: true },
        { name: FUNCTIONS, unit: 'functions', ...counted },
        { name: CALLS, unit: 'calls', ...counted },
        { name: MODULES, unit: 'modules', ...counted },
        { name: SOURCE, unit: 'B', ...counted },
      ],
    },
  ],
  systems: [{ name: BASELINE }, { name: 'slipring' }],
  workloads: [...WORKLOADS, ...COUNTED],
  quickWorkloads: [...FEW_WORKLOADS, ...COUNTED],
  shortWorkloads: FEW_WORKLOADS,
  hasRuntimes: true,
  warmUpMs: 0,
  quickWarmUpMs: 0,
  notes: youngNotes,
  picture: {
    alt: 'How many times as many messages as by postMessage a fresh pair has exchanged by an age',
    // Loaded only when asked for: it takes longer to load than many a suite to start.
    draw: async (rows, theme) => (await import('./chart.ts')).youngSvg(rows, theme),
  },
  method: `Each turn is a fresh process with one worker, or a fresh page, by turns; nothing is warmed up. ready: from the first line of
the program to the worker's first message, with all that is loaded on both sides. 50 to 1,600 ms: how many messages were exchanged
by that time since then. hot: the rate from 1,600 to 3,200 ms. Every message is a new object with new texts, made in that time.
echo: one in flight. one way: bursts of 100, answered once. busy: two other processes want the cores. one core: under taskset -c 0. first message: from the first post to
its answer, of a burst where there are bursts. functions, calls: of our code, that each of a hundred messages { id, x, y } passes
from postMessage() to its return and from the ring to the listener, and that run from the last one's listener to the sleep, by the
coverage of the engine. source: letters of our scripts that an import of @slipring/worker loads. ratio: to postMessage in the same
round. Both systems load what is published: npm run build comes first.`,
}
