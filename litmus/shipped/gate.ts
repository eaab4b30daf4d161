/** A race of the shipped gate: one sleeper and two wakers, each with news of its own. */

import { load, store } from '../../packages/core/src/atomics.ts'
import { AsyncGate, PARK_PORT, wake } from '../../packages/core/src/signal/gate.ts'
import { variables } from '../engine/variables.js'
import type { LitmusTest } from '../lock-step.js'

const GATE = 0
const NEWS = [1, 2]

const twoWakers: LitmusTest = {
  name: 'gate: two wakers',
  leansOn: 'one signal a park',
  threads: 3,
  stride: 64,
  jitter: 200,
  ...variables(512, 3, (words, at) => {
    const waker = (news: number) => (i: number) => {
      let nudges = 0
      store(words, at(i, news), 1)
      wake(words, at(i, GATE), () => nudges++)
      return nudges
    }
    return [
      (i) => {
        const gate = new AsyncGate(words, at(i, GATE), PARK_PORT, () => {})
        return gate.park({ hasNews: () => NEWS.some((news) => load(words, at(i, news)) === 1) }) ? 1 : 0
      },
      waker(NEWS[0]!),
      waker(NEWS[1]!),
    ]
  }),
  outcomes: [
    { result: [0, 0, 0], name: 'did not park', verdict: 'interesting', explained: 'C2 after some P1, no P2 saw PARK' },
    { result: [1, 1, 0], name: 'parked, the first woke it', verdict: 'interesting', explained: 'its P3 was first' },
    { result: [1, 0, 1], name: 'parked, the second woke it', verdict: 'interesting', explained: 'its P3 was first' },
    { result: [0, 1, 0], name: 'awake, signalled', verdict: 'allowed', explained: 'C1, P1 to P3 of the first, C2' },
    { result: [0, 0, 1], name: 'awake, signalled', verdict: 'allowed', explained: 'C1, P1 to P3 of the second, C2' },
    { result: [1, 0, 0], name: 'parked, nobody woke it', verdict: 'forbidden', explained: 'a lost wake-up' },
    { result: [1, 1, 1], name: 'parked, signalled twice', verdict: 'forbidden', explained: 'one exchange gets PARK' },
    { result: [0, 1, 1], name: 'awake, signalled twice', verdict: 'forbidden', explained: 'one exchange gets PARK' },
  ],
}

export const gate: readonly LitmusTest[] = [twoWakers]
