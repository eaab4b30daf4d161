/** Litmus tests of `wait`, `waitAsync` and `notify`: that comparing and enqueueing is one step, and nobody is forgotten. */

import { variables } from './variables.js'
import { allowed, forbidden, interesting } from '../outcomes.js'

/** @typedef {import('../lock-step.js').LitmusTest} LitmusTest */

const INSTANCES = 64
/** A sleeper that nobody woke in this time was forgotten. */
const FORGOTTEN_MS = 20_000
const JITTER = 3000

const OK = 0
const NOT_EQUAL = 1
const TIMED_OUT = 2

const CODES = { ok: OK, 'not-equal': NOT_EQUAL, 'timed-out': TIMED_OUT }

const GATE = 0
const NEWS = 1
const RUN = 0
const PARK = 1

const EARLY = 'stored before the sleeper compared'
const WOKEN = 'asleep, then stored and notified'

/**
 * Waits while the word is `value`.
 * @param {Int32Array} words
 * @param {number} index
 * @param {number} value
 */
function sleep(words, index, value) {
  return CODES[Atomics.wait(words, index, value, FORGOTTEN_MS)]
}

/**
 * The same on an event loop. The timer also keeps the thread's loop alive, which a pending wait does not.
 * @param {Int32Array} words
 * @param {number} index
 * @param {number} value
 * @returns {Promise<number>}
 */
async function sleepAsync(words, index, value) {
  const { waitAsync } = /** @type {any} */ (Atomics)
  const waiting = waitAsync(words, index, value)
  if (!waiting.async) return CODES[/** @type {'not-equal'} */ (waiting.value)]
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer
  const forgotten = new Promise((resolve) => (timer = setTimeout(() => resolve('timed-out'), FORGOTTEN_MS)))
  const end = await Promise.race([waiting.value, forgotten])
  clearTimeout(timer)
  return CODES[/** @type {'ok'} */ (end)]
}

/**
 * Stores, then notifies: how many it woke.
 * @param {Int32Array} words
 * @param {number} index
 */
function rouse(words, index) {
  Atomics.store(words, index, 1)
  return Atomics.notify(words, index)
}

/** @type {LitmusTest['outcomes']} */
const oneSleeper = [
  interesting([NOT_EQUAL, 0], 'did not sleep', EARLY),
  interesting([OK, 1], 'was woken', WOKEN),
  forbidden([TIMED_OUT, 0], 'slept on', 'a lost wake-up'),
  forbidden([TIMED_OUT, 1], 'slept on, though counted', 'a lost wake-up'),
  forbidden([OK, 0], 'woken by nobody', 'nobody else notifies this word'),
  forbidden([NOT_EQUAL, 1], 'awake, and counted', 'there was no sleeper'),
]

/** @type {LitmusTest} */
const waitAndNotify = {
  name: 'wait against store and notify',
  leansOn: 'C3 compares and enqueues in one step; P4 finds every sleeper',
  threads: 2,
  stride: 1,
  jitter: JITTER,
  ...variables(INSTANCES, 1, (words, at) => [(i) => sleep(words, at(i, 0), 0), (i) => rouse(words, at(i, 0))]),
  outcomes: oneSleeper,
}

/** @type {LitmusTest} */
const waitAsyncAndNotify = {
  ...waitAndNotify,
  name: 'waitAsync against store and notify',
  leansOn: 'the same for an event loop',
  isAsync: true,
  ...variables(INSTANCES, 1, (words, at) => [(i) => sleepAsync(words, at(i, 0), 0), (i) => rouse(words, at(i, 0))]),
}

/** @type {LitmusTest} */
const notEqual = {
  name: 'wait after a store',
  leansOn: 'a gate that has changed lets nobody sleep (P3 before C3)',
  threads: 2,
  stride: 1,
  jitter: 64,
  ...variables(INSTANCES, 2, (words, at) => [
    (i) => {
      // Some look until it is stored, some at once.
      for (let looks = 50 * (i & 15); looks > 0 && Atomics.load(words, at(i, NEWS)) === 0; looks--);
      const isStored = Atomics.load(words, at(i, NEWS))
      return 3 * isStored + sleep(words, at(i, GATE), 0)
    },
    (i) => {
      Atomics.store(words, at(i, GATE), 1)
      Atomics.store(words, at(i, NEWS), 1)
      Atomics.notify(words, at(i, GATE))
      return 0
    },
  ]),
  outcomes: [
    interesting([3 + NOT_EQUAL, 0], 'stored, did not sleep', EARLY),
    allowed([NOT_EQUAL, 0], 'not known to be stored, did not sleep', 'it was'),
    allowed([OK, 0], 'not stored, was woken', WOKEN),
    forbidden([3 + OK, 0], 'stored, and slept', 'the word had changed'),
    forbidden([3 + TIMED_OUT, 0], 'stored, and slept on', 'the word had changed'),
    forbidden([TIMED_OUT, 0], 'slept on', 'a lost wake-up'),
  ],
}

/**
 * The protocol of gate.ts in bare words.
 * @param {(words: Int32Array, index: number, value: number) => number | Promise<number>} wait
 * @returns {ReturnType<typeof variables>}
 */
function gate(wait) {
  return variables(INSTANCES, 2, (words, at) => [
    (i) => {
      Atomics.store(words, at(i, GATE), PARK)
      return Atomics.load(words, at(i, NEWS)) === 1 ? SAW_NEWS : wait(words, at(i, GATE), PARK)
    },
    (i) => {
      Atomics.store(words, at(i, NEWS), 1)
      if (Atomics.load(words, at(i, GATE)) === RUN) return LEFT_ALONE
      Atomics.exchange(words, at(i, GATE), RUN)
      return Atomics.notify(words, at(i, GATE))
    },
  ])
}

const SAW_NEWS = 3
const LEFT_ALONE = 2

/** @type {LitmusTest} */
const gateProtocol = {
  name: 'the gate, in bare words',
  leansOn: 'no wake-up is lost: P1 to P4 against C1 to C3',
  threads: 2,
  stride: 1,
  jitter: JITTER,
  ...gate(sleep),
  outcomes: [
    interesting([SAW_NEWS, LEFT_ALONE], 'C2 saw P1, P2 saw RUN', 'P2 before C1'),
    allowed([SAW_NEWS, 0], 'C2 saw P1, P2 saw PARK', 'C1, P1, then both looked'),
    allowed([NOT_EQUAL, 0], 'C3 found the gate changed', 'P3 between C2 and C3'),
    interesting([OK, 1], 'C3 slept and was woken', 'C3 before P4'),
    forbidden([OK, 0], 'woken by nobody', 'nobody else notifies this word'),
    forbidden([TIMED_OUT, LEFT_ALONE], 'slept on, P2 saw RUN', 'a lost wake-up'),
    forbidden([TIMED_OUT, 0], 'slept on, nobody notified', 'a lost wake-up'),
    forbidden([OK, LEFT_ALONE], 'woken, P2 saw RUN', 'nobody notified'),
  ],
}

/** @type {LitmusTest} */
const gateProtocolAsync = {
  ...gateProtocol,
  name: 'the gate, in bare words, by waitAsync',
  isAsync: true,
  ...gate(sleepAsync),
}

/** @type {LitmusTest} */
const twoSleepers = {
  name: 'notify against two sleepers',
  leansOn: 'waiters are woken all at once, and counted',
  threads: 3,
  stride: 1,
  jitter: JITTER,
  ...variables(INSTANCES, 1, (words, at) => [
    (i) => sleep(words, at(i, 0), 0),
    (i) => sleep(words, at(i, 0), 0),
    (i) => rouse(words, at(i, 0)),
  ]),
  outcomes: [
    allowed([NOT_EQUAL, NOT_EQUAL, 0], 'neither slept', EARLY),
    allowed([OK, NOT_EQUAL, 1], 'only the first slept', 'the second came late'),
    allowed([NOT_EQUAL, OK, 1], 'only the second slept', 'the first came late'),
    interesting([OK, OK, 2], 'both were woken', 'both slept before the store'),
    forbidden([TIMED_OUT, OK, 1], 'the first slept on', 'a lost wake-up'),
    forbidden([OK, TIMED_OUT, 1], 'the second slept on', 'a lost wake-up'),
  ],
}

/** A pending wait of an event loop stands in the list before a thread that blocks. @type {LitmusTest} */
const staleWaiter = {
  name: 'notify against waitAsync and wait',
  leansOn: 'a stale waiter takes no signal from a sleeper',
  threads: 3,
  stride: 1,
  jitter: JITTER,
  isAsync: true,
  ...variables(INSTANCES, 1, (words, at) => [
    (i) => sleepAsync(words, at(i, 0), 0),
    (i) => sleep(words, at(i, 0), 0),
    (i) => rouse(words, at(i, 0)),
  ]),
  outcomes: twoSleepers.outcomes,
}

/** @type {readonly LitmusTest[]} */
export const waits = [
  waitAndNotify,
  waitAsyncAndNotify,
  notEqual,
  gateProtocol,
  gateProtocolAsync,
  twoSleepers,
  staleWaiter,
]
