/** The regimes suite: what a round trip costs depends most of all on who sleeps where, so each case is apart. */

import type { Part, Suite } from '../suite.ts'

const baseline = 'postMessage'
const part = (name: string, unit: Part['unit']): Part => ({
  name,
  unit,
  better: unit === 'µs' ? 'less' : 'more',
  baseline,
})

export const regimesSuite: Suite = {
  name: 'regimes',
  headline: 'awake',
  groups: [
    { repeats: 3, parts: [part('awake', 'µs')] },
    { repeats: 3, parts: [part('one core', 'µs')] },
    { repeats: 3, parts: [part('parked', 'µs')] },
    { repeats: 3, parts: [part('parked, same core', 'µs')] },
    { repeats: 3, parts: [part('parked, two cores', 'µs')] },
    { repeats: 3, parts: [part('parked, newly', 'µs')] },
    { repeats: 3, parts: [part('parked, fresh', 'µs')] },
    { repeats: 1, parts: [part('awake, 100', 'msg/s')] },
    { repeats: 1, parts: [part('one core, 100', 'msg/s')] },
    { repeats: 1, parts: [part('awake, one way', 'msg/s')] },
    { repeats: 1, parts: [part('one core, one way', 'msg/s')] },
  ],
  systems: [
    { name: 'postMessage', isNodeOnly: true },
    { name: 'slipring', isNodeOnly: true },
    { name: 'slipring blocking', isNodeOnly: true },
  ],
  workloads: ['point'],
  quickWorkloads: ['point'],
  warmUpMs: 1000,
  quickWarmUpMs: 150,
  method: `Round trips of one message in flight; value: the mean, p50 and p99: of the round trips; CPU: of both threads.
awake: one after the other, so that who looks a while before it sleeps finds the answer. one core: the same in a process
that may use one core only (taskset -c 0). parked: 3 ms pause before each, so that both threads sleep; the CPU time is that
of pause and timer too. It is mostly up to where Linux lets them run: same core, and two cores: each thread is told so
(taskset) once its code is hot. What is around a sleep is hot after thousands of them, so these three sleep in their warm-up
too, five times as long as it lasts without pauses. newly: as in a program that falls quiet, only that one, as all other rows.
fresh: with these pauses from the beginning, after all values have been carried once. 100: a hundred in flight. one way: as in
the transport suite. blocking: neither thread returns to its event loop; one way and with many in flight that is no other
case. Every cell has a fresh worker. ratio: to postMessage.`,
}
