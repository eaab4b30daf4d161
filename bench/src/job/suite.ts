/** The job suite: many small documents through two workers, as a program that is started for it. */

import type { Suite } from '../suite.ts'
import { BASELINE, DOCUMENTS, ROUNDS, SYSTEMS, WHOLE, WORKLOADS } from './parts.ts'

export const jobSuite: Suite = {
  name: 'job',
  subject: 'Pool',
  groups: [{ repeats: 1, parts: [{ name: WHOLE, unit: 'ms', better: 'less', baseline: BASELINE }] }],
  systems: SYSTEMS.map((name) => ({ name, isNodeOnly: true })),
  workloads: WORKLOADS,
  quickWorkloads: WORKLOADS,
  warmUpMs: 0,
  quickWarmUpMs: 0,
  method: `Each turn is a fresh process, from its start to its exit, with two workers. ${DOCUMENTS.toLocaleString('en')} JSON documents of 400 to 900
characters are parsed and hashed, ${ROUNDS} times. one by one: each is a task; all of a round are asked for at once. own workers: two of
node:worker_threads, which get all tasks of a round at once, by turns, and keep no order, limit or error of a task. Piscina registered: unchanged,
started with --import @slipring/worker/register. All print the same hash of all results. What is built is measured: npm run build comes first.`,
}
