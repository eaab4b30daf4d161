/** The transport suite: values from one thread to another, there and back or one way. */

import type { Suite } from '../suite.ts'
import { transportSystems } from './systems.ts'

const baseline = 'postMessage'

export const transportSuite: Suite = {
  name: 'transport',
  headline: 'echo 100',
  groups: [
    { repeats: 1, parts: [{ name: 'echo 1', unit: 'µs', better: 'less', baseline }] },
    { repeats: 1, parts: [{ name: 'echo 100', unit: 'msg/s', better: 'more', baseline }] },
    { repeats: 1, parts: [{ name: 'one way back', unit: 'msg/s', better: 'more', baseline }] },
    { repeats: 1, parts: [{ name: 'one way', unit: 'msg/s', better: 'more', baseline }] },
  ],
  systems: transportSystems.filter(({ isApart }) => isApart === undefined),
  workloads: ['tiny', 'point', 'Ticker', 'User', 'Book', 'tick 1000', 'text 1000', 'optional', 'bytes 64K', 'bytes 1M'],
  quickWorkloads: ['tiny', 'User', 'Book'],
  // Until then both ends still wait for the compiler, whose threads want the same cores.
  warmUpMs: 1000,
  quickWarmUpMs: 150,
  method: `echo 1: there and back, one in flight; value: the mean, p50 and p99: of the round trips. echo 100: the same with a
hundred in flight, the next one sent from the handler of the last. one way: all in one loop, until the worker has said how
many it got. one way back: the same from the worker. receiveInto: the worker takes bytes into one buffer of its own. lease: written by postBytes() and read by receiveLease() where they lie, of each message the
first and the last byte, in rings with room for all that a series has in flight; filled: every byte written. typed: a channel of the workload's schema,
each record decoded; view: each read in place, every number of a Ticker, every level of a Book, every position of a tick, of
bytes the first and the last (in echoes decoded, as with typed). Every cell has a fresh worker (and in Node a fresh thread that makes it, in a browser a fresh page), beside it one of the
baseline, with which it takes turns. Before that both carry every input once, compared deeply with its structured clone, and run for a second. Comlink and Piscina
answer every one-way message too, because they know nothing else. ratio: to postMessage.`,
}
