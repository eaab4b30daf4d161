/** Protocols that are wrong: the harness must see it. */

import { variables } from '../engine/variables.js'
import { allowed, forbidden } from '../outcomes.js'

const X = 0
const Y = 1

/** @type {import('../lock-step.js').LitmusTest} */
const lostUpdate = {
  name: 'lost update',
  leansOn: 'nothing',
  threads: 2,
  stride: 64,
  jitter: 16,
  ...variables(1024, 1, (words, at) => {
    const increment = (/** @type {number} */ i) => {
      const seen = Atomics.load(words, at(i, X))
      dawdle(words)
      Atomics.store(words, at(i, X), seen + 1)
      return seen
    }
    return [increment, increment]
  }),
  outcomes: [
    allowed([0, 1], 'the first was first', ''),
    allowed([1, 0], 'the second was first', ''),
    forbidden([0, 0], 'one is lost', ''),
  ],
}

/**
 * A gap in which the other thread can come between, also on a busy core.
 * @param {Int32Array} words
 */
function dawdle(words) {
  for (let looks = 0; looks < 300; looks++) Atomics.load(words, 0)
}

const PARKED_MS = 20

/** @type {import('../lock-step.js').LitmusTest} */
const noSecondLook = {
  name: 'a sleeper that does not look again',
  leansOn: 'nothing',
  threads: 2,
  stride: 1,
  jitter: 500,
  ...variables(16, 2, (words, at) => [
    (i) => {
      if (Atomics.load(words, at(i, X)) === 1) return 0
      dawdle(words)
      Atomics.store(words, at(i, Y), 1)
      return Atomics.wait(words, at(i, Y), 1, PARKED_MS) === 'timed-out' ? 1 : 0
    },
    (i) => {
      Atomics.store(words, at(i, X), 1)
      if (Atomics.exchange(words, at(i, Y), 0) === 1) Atomics.notify(words, at(i, Y))
      return 0
    },
  ]),
  outcomes: [allowed([0, 0], 'saw it, or was woken', ''), forbidden([1, 0], 'slept on', '')],
}

/** @type {import('../lock-step.js').LitmusTest} */
const unlisted = { ...lostUpdate, name: 'unlisted', outcomes: lostUpdate.outcomes.slice(0, 2) }

/** @type {import('../lock-step.js').LitmusTest} */
const throwing = {
  ...lostUpdate,
  name: 'throwing',
  ...variables(64, 1, () => [
    () => 0,
    (i) => {
      if (i === 40) throw new RangeError('no more')
      return 0
    },
  ]),
}

/** @type {readonly import('../lock-step.js').LitmusTest[]} */
export const tests = [lostUpdate, noSecondLook, unlisted, throwing]
