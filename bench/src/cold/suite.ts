/** The cold suite: what a program pays that has just started, and from how many messages on that pays back. */

import type { Part, Suite } from '../suite.ts'
import { breakEvenNotes } from './break-even.ts'
import { AGES, agePart, BASELINE, MARKS, markPart, NEXT_WORKER, READY } from './parts.ts'

const part = (name: string, unit: Part['unit']): Part => ({ name, unit, better: 'less', baseline: BASELINE })

export const coldSuite: Suite = {
  name: 'cold',
  groups: [
    {
      repeats: 2,
      parts: [READY, ...MARKS.map(markPart), NEXT_WORKER].map((name) => part(name, 'ms')),
    },
    { repeats: 1, parts: AGES.map((_, index) => part(agePart(index), 'µs')) },
  ],
  systems: [
    { name: BASELINE, isNodeOnly: true },
    { name: 'slipring', isNodeOnly: true },
  ],
  workloads: ['echo', 'one way'],
  quickWorkloads: ['echo', 'one way'],
  warmUpMs: 0,
  quickWarmUpMs: 0,
  isByPart: true,
  notes: breakEvenNotes,
  picture: {
    alt: 'How long a program takes, from its first line, until so many messages have come',
    // Loaded only when asked for: it takes longer to load than many a suite to start.
    draw: async (rows, theme) => (await import('./chart.ts')).coldSvg(rows, theme),
  },
  method: `Each turn is a fresh process with one worker, by turns; nothing is warmed up. ready: from the first line of the program to
the worker's first message, with all that is loaded on both sides. 1 to 100,000 messages: the time since then, until so many
have come back (echo: one in flight) or have come (one way: from the worker, 100 a turn). next worker: in the same process
after that, from new Worker() to its first answer; the median of eight. age: round trips without a pause in a process of its
own, by the time since the pair was ready; value and p50: their median. A message is { id, x, y, name, tags }. ratio: to
postMessage in the same round. Both systems load what is published: npm run build comes first.`,
}
