/** A race of the shipped gate: one sleeper and two wakers, each with news of its own. */

import { load, store } from '../../../packages/core/src/atomics.ts'
import { AsyncGate, PARK_PORT, wake } from '../../../packages/core/src/signal/gate.ts'
import { variables } from '../engine/variables.js'
import type { LitmusTest } from '../lock-step.js'
import { allowed, forbidden, interesting } from '../outcomes.js'

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
    interesting([0, 0, 0], 'did not park', 'C2 after some P1, no P2 saw PARK'),
    interesting([1, 1, 0], 'parked, the first woke it', 'its P3 was first'),
    interesting([1, 0, 1], 'parked, the second woke it', 'its P3 was first'),
    allowed([0, 1, 0], 'awake, signalled', 'C1, P1 to P3 of the first, C2'),
    allowed([0, 0, 1], 'awake, signalled', 'C1, P1 to P3 of the second, C2'),
    forbidden([1, 0, 0], 'parked, nobody woke it', 'a lost wake-up'),
    forbidden([1, 1, 1], 'parked, signalled twice', 'one exchange gets PARK'),
    forbidden([0, 1, 1], 'awake, signalled twice', 'one exchange gets PARK'),
  ],
}

export const gate: readonly LitmusTest[] = [twoWakers]
