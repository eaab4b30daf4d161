/** Litmus tests of `wait`, `waitAsync` and `notify`: that comparing and enqueueing is one step, and nobody is forgotten. */

import { variables } from './variables.js'

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
  { result: [NOT_EQUAL, 0], name: 'did not sleep', verdict: 'interesting', explained: EARLY },
  { result: [OK, 1], name: 'was woken', verdict: 'interesting', explained: WOKEN },
  { result: [TIMED_OUT, 0], name: 'slept on', verdict: 'forbidden', explained: 'a lost wake-up' },
  { result: [TIMED_OUT, 1], name: 'slept on, though counted', verdict: 'forbidden', explained: 'a lost wake-up' },
  { result: [OK, 0], name: 'woken by nobody', verdict: 'forbidden', explained: 'nobody else notifies this word' },
  { result: [NOT_EQUAL, 1], name: 'awake, and counted', verdict: 'forbidden', explained: 'there was no sleeper' },
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
    { result: [3 + NOT_EQUAL, 0], name: 'stored, did not sleep', verdict: 'interesting', explained: EARLY },
    { result: [NOT_EQUAL, 0], name: 'not known to be stored, did not sleep', verdict: 'allowed', explained: 'it was' },
    { result: [OK, 0], name: 'not stored, was woken', verdict: 'allowed', explained: WOKEN },
    { result: [3 + OK, 0], name: 'stored, and slept', verdict: 'forbidden', explained: 'the word had changed' },
    {
      result: [3 + TIMED_OUT, 0],
      name: 'stored, and slept on',
      verdict: 'forbidden',
      explained: 'the word had changed',
    },
    { result: [TIMED_OUT, 0], name: 'slept on', verdict: 'forbidden', explained: 'a lost wake-up' },
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
    {
      result: [SAW_NEWS, LEFT_ALONE],
      name: 'C2 saw P1, P2 saw RUN',
      verdict: 'interesting',
      explained: 'P2 before C1',
    },
    {
      result: [SAW_NEWS, 0],
      name: 'C2 saw P1, P2 saw PARK',
      verdict: 'allowed',
      explained: 'C1, P1, then both looked',
    },
    {
      result: [NOT_EQUAL, 0],
      name: 'C3 found the gate changed',
      verdict: 'allowed',
      explained: 'P3 between C2 and C3',
    },
    { result: [OK, 1], name: 'C3 slept and was woken', verdict: 'interesting', explained: 'C3 before P4' },
    { result: [OK, 0], name: 'woken by nobody', verdict: 'forbidden', explained: 'nobody else notifies this word' },
    {
      result: [TIMED_OUT, LEFT_ALONE],
      name: 'slept on, P2 saw RUN',
      verdict: 'forbidden',
      explained: 'a lost wake-up',
    },
    { result: [TIMED_OUT, 0], name: 'slept on, nobody notified', verdict: 'forbidden', explained: 'a lost wake-up' },
    { result: [OK, LEFT_ALONE], name: 'woken, P2 saw RUN', verdict: 'forbidden', explained: 'nobody notified' },
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
    { result: [NOT_EQUAL, NOT_EQUAL, 0], name: 'neither slept', verdict: 'allowed', explained: EARLY },
    { result: [OK, NOT_EQUAL, 1], name: 'only the first slept', verdict: 'allowed', explained: 'the second came late' },
    { result: [NOT_EQUAL, OK, 1], name: 'only the second slept', verdict: 'allowed', explained: 'the first came late' },
    { result: [OK, OK, 2], name: 'both were woken', verdict: 'interesting', explained: 'both slept before the store' },
    { result: [TIMED_OUT, OK, 1], name: 'the first slept on', verdict: 'forbidden', explained: 'a lost wake-up' },
    { result: [OK, TIMED_OUT, 1], name: 'the second slept on', verdict: 'forbidden', explained: 'a lost wake-up' },
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
