/** The pool suite: tasks for a pool of workers. */

import type { Group, Suite } from '../suite.ts'
import { EMPTY, POOL_CASES } from './cases.ts'
import { BASELINE, DEPTH, poolPart, WORKERS } from './parts.ts'
import { poolSystems } from './systems.ts'

const groupOf = (workers: number): Group => ({
  repeats: 1,
  parts: [
    // First: the pool of a baseline would be idle beside it.
    { name: poolPart('idle', workers), unit: '% of a core', better: 'less', baseline: BASELINE, hasNoRatio: true },
    { name: poolPart('alone', workers), unit: 'µs', better: 'less', baseline: BASELINE },
    { name: poolPart('many', workers), unit: 'tasks/s', better: 'more', baseline: BASELINE },
  ],
})

/** A process of its own for each. */
const firstOf = (workers: number): Group[] => [
  {
    repeats: 1,
    parts: [{ name: poolPart('firstAlone', workers), unit: 'µs', better: 'less', baseline: BASELINE }],
  },
  {
    repeats: 1,
    parts: [{ name: poolPart('firstMany', workers), unit: 'tasks/s', better: 'more', baseline: BASELINE }],
  },
]

export const poolSuite: Suite = {
  name: 'pool',
  headline: poolPart('alone', 1),
  subject: 'Pool',
  isByPart: true,
  groups: WORKERS.flatMap((workers) => [groupOf(workers), ...firstOf(workers)]),
  systems: poolSystems.map(({ name }) => ({ name, isNodeOnly: true })),
  workloads: POOL_CASES.map(({ name }) => name),
  quickWorkloads: [EMPTY, 'small object'],
  // The threads compile what they run for seconds, and with four workers they share the cores meanwhile.
  warmUpMs: 3000,
  quickWarmUpMs: 1000,
  method: `Every cell is a process of its own; its pool has its defaults but for the number of workers. A task returns what it is
given. alone: one task after the other; value: the median (p50), and the ratio is that of the medians. ${DEPTH} at once: so many
tasks are always under way. CPU: processor time of all threads, a task. idle: what the threads take of a core while there is
no task. first second: in a process that has done nothing else, from the first result on; alone: the mean, not the median. Its ratios are to
the baseline of the same round, in another process. empty: a task without a value. work: a worker computes for so long. Piscina: its three settings of atomics; sync is
the default. registered: Piscina unchanged, started with --import @slipring/worker/register; its ratios are to the baseline of
the same round, in another process. Comlink is no pool: its workers take turns.`,
}
