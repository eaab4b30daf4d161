/** Litmus tests of the orders in which threads see each other's accesses: that `Atomics` are sequentially consistent. */

import { variables } from './variables.js'
import { allowed, forbidden, interesting } from '../outcomes.js'

/** @typedef {import('../lock-step.js').LitmusTest} LitmusTest */

const INSTANCES = 2048
const STRIDE = 8
const JITTER = 16

const X = 0
const Y = 1

/** @type {LitmusTest} */
const storeBuffering = {
  name: 'store buffering',
  leansOn: 'no wake-up is lost: P1, P2 against C1, C2',
  threads: 2,
  stride: STRIDE,
  jitter: JITTER,
  ...variables(INSTANCES, 2, (words, at) => [
    (i) => {
      Atomics.store(words, at(i, X), 1)
      return Atomics.load(words, at(i, Y))
    },
    (i) => {
      Atomics.store(words, at(i, Y), 1)
      return Atomics.load(words, at(i, X))
    },
  ]),
  outcomes: [
    interesting([0, 1], 'only the second sees', 'the first was wholly before'),
    interesting([1, 0], 'only the first sees', 'the second was wholly before'),
    interesting([1, 1], 'both see', 'both stores before both loads'),
    forbidden([0, 0], 'neither sees', 'in one order some store comes first'),
  ],
}

/** @type {LitmusTest} */
const plainStoreBuffering = {
  name: 'store buffering, plain (control)',
  leansOn: 'nothing: it shows whether this harness would see a reordering',
  threads: 2,
  stride: STRIDE,
  jitter: JITTER,
  ...variables(INSTANCES, 2, (words, at) => [
    (i) => {
      words[at(i, X)] = 1
      return Number(words[at(i, Y)])
    },
    (i) => {
      words[at(i, Y)] = 1
      return Number(words[at(i, X)])
    },
  ]),
  outcomes: [
    interesting([0, 1], 'only the second sees', 'the first was wholly before'),
    interesting([1, 0], 'only the first sees', 'the second was wholly before'),
    allowed([1, 1], 'both see', 'both stores before both loads'),
    interesting([0, 0], 'neither sees', 'a plain store waits in its core’s buffer while the load goes ahead'),
  ],
}

/** @type {LitmusTest} */
const messagePassing = {
  name: 'message passing',
  leansOn: 'the record is written before P1 and read after the load that saw it',
  threads: 2,
  stride: STRIDE,
  jitter: JITTER,
  ...variables(INSTANCES, 2, (words, at) => [
    (i) => {
      words[at(i, X)] = 1
      Atomics.store(words, at(i, Y), 1)
      return 0
    },
    (i) => {
      const published = Atomics.load(words, at(i, Y))
      return 2 * published + Number(words[at(i, X)])
    },
  ]),
  outcomes: [
    interesting([0, 0], 'nothing yet', 'the reader was before the publish'),
    allowed([0, 1], 'written, not published', 'a racy read, which no reader does'),
    interesting([0, 3], 'published and written', 'the publish was before'),
    forbidden([0, 2], 'published, not written', 'the store orders what is above'),
  ],
}

/** @type {LitmusTest} */
const endComesLast = {
  name: 'the end comes last',
  leansOn: 'E1 after P1, and M4 loads against that order',
  threads: 2,
  stride: STRIDE,
  jitter: JITTER,
  ...variables(INSTANCES, 2, (words, at) => [
    (i) => {
      Atomics.store(words, at(i, X), 1)
      Atomics.store(words, at(i, Y), 1)
      return 0
    },
    (i) => 2 * Atomics.load(words, at(i, Y)) + Atomics.load(words, at(i, X)),
  ]),
  outcomes: [
    interesting([0, 0], 'open, nothing', 'the reader was before both'),
    interesting([0, 1], 'open, position', 'the last record came between the loads'),
    interesting([0, 3], 'closed, position', 'the reader was after both'),
    forbidden([0, 2], 'closed, no position', 'a record after the end would be lost'),
  ],
}

/** @type {LitmusTest} */
const release = {
  name: 'release',
  leansOn: 'no byte is overwritten while it is read',
  threads: 2,
  stride: STRIDE,
  jitter: JITTER,
  ...variables(INSTANCES, 2, (words, at) => [
    (i) => {
      const read = Number(words[at(i, X)])
      Atomics.store(words, at(i, Y), 1)
      return read
    },
    (i) => {
      if (Atomics.load(words, at(i, Y)) === 0) return 0
      words[at(i, X)] = 1
      return 1
    },
  ]),
  outcomes: [
    interesting([0, 0], 'not released yet', 'the producer was before'),
    interesting([0, 1], 'read, then overwritten', 'the producer was after'),
    forbidden([1, 1], 'overwritten, then read', 'the read is before the release'),
  ],
}

/** @type {LitmusTest} */
const loadBuffering = {
  name: 'load buffering',
  leansOn: 'a load does not see what follows from it',
  threads: 2,
  stride: STRIDE,
  jitter: JITTER,
  ...variables(INSTANCES, 2, (words, at) => [
    (i) => {
      const seen = Atomics.load(words, at(i, X))
      Atomics.store(words, at(i, Y), 1)
      return seen
    },
    (i) => {
      const seen = Atomics.load(words, at(i, Y))
      Atomics.store(words, at(i, X), 1)
      return seen
    },
  ]),
  outcomes: [
    interesting([0, 0], 'neither sees', 'both loads before both stores'),
    interesting([0, 1], 'the second sees', 'the first was wholly before'),
    interesting([1, 0], 'the first sees', 'the second was wholly before'),
    forbidden([1, 1], 'both see', 'each store would be before its own load'),
  ],
}

/** @type {LitmusTest} */
const independentReads = {
  name: 'independent reads of independent writes',
  leansOn: 'there is one order, the same for all',
  threads: 4,
  // Four threads on two cores seldom run at once: longer strides, fewer meetings.
  stride: 512,
  jitter: 512,
  ...variables(INSTANCES, 2, (words, at) => [
    (i) => 2 * Atomics.load(words, at(i, X)) + Atomics.load(words, at(i, Y)),
    (i) => 2 * Atomics.load(words, at(i, Y)) + Atomics.load(words, at(i, X)),
    (i) => Atomics.store(words, at(i, X), 1) - 1,
    (i) => Atomics.store(words, at(i, Y), 1) - 1,
  ]),
  outcomes: pairsOf([0, 1, 2, 3]).map(([a, b]) => readersOutcome(a, b)),
}

/**
 * @param {number} first code of the reader of X, then Y
 * @param {number} second code of the reader of Y, then X
 * @returns {import('../lock-step.js').Outcome}
 */
function readersOutcome(first, second) {
  const seenFirst = ['neither', 'only Y', 'only X', 'both'][first]
  const seenSecond = ['neither', 'only X', 'only Y', 'both'][second]
  const name = `the first sees ${seenFirst}, the second ${seenSecond}`
  const result = [first, second, 0, 0]
  if (first === 2 && second === 2) return forbidden(result, name, 'one saw X first, the other Y first')
  const isInteresting = (first === 2 || first === 0) && second === 3
  return (isInteresting ? interesting : allowed)(result, name, 'some order of all six steps')
}

/**
 * @param {readonly number[]} codes
 * @returns {[number, number][]}
 */
function pairsOf(codes) {
  return codes.flatMap((a) => codes.map((b) => /** @type {[number, number]} */ ([a, b])))
}

/** @type {LitmusTest} */
const coherence = {
  name: 'coherence of one word',
  leansOn: 'a position that was seen is never seen to go back',
  threads: 2,
  stride: STRIDE,
  jitter: JITTER,
  ...variables(INSTANCES, 1, (words, at) => [
    (i) => {
      Atomics.store(words, at(i, X), 1)
      Atomics.store(words, at(i, X), 2)
      return 0
    },
    (i) => 3 * Atomics.load(words, at(i, X)) + Atomics.load(words, at(i, X)),
  ]),
  outcomes: [
    interesting([0, 0], '0, 0', 'the reader was before both stores'),
    allowed([0, 1], '0, 1', 'the first store came between'),
    allowed([0, 2], '0, 2', 'both came between'),
    allowed([0, 4], '1, 1', 'the reader was between the stores'),
    allowed([0, 5], '1, 2', 'the second came between'),
    interesting([0, 8], '2, 2', 'the reader was after both'),
    forbidden([0, 3], '1, 0', 'back in time'),
    forbidden([0, 6], '2, 0', 'back in time'),
    forbidden([0, 7], '2, 1', 'back in time'),
  ],
}

/** @type {LitmusTest} */
const exchange = {
  name: 'exchange against exchange',
  leansOn: 'one signal a park: of several wakers one gets PARK (P3)',
  threads: 2,
  stride: STRIDE,
  jitter: JITTER,
  ...variables(INSTANCES, 1, (words, at) => [
    (i) => Atomics.exchange(words, at(i, X), 1),
    (i) => Atomics.exchange(words, at(i, X), 2),
  ]),
  outcomes: [
    interesting([0, 1], 'the first got the old value', 'it was before'),
    interesting([2, 0], 'the second got it', 'it was before'),
    forbidden([0, 0], 'both got it', 'two signals for one park'),
    forbidden([2, 1], 'neither got it', 'no signal: a lost wake-up'),
  ],
}

/** @type {LitmusTest} */
const compareExchange = {
  name: 'compareExchange against compareExchange',
  leansOn: 'one owner of each end of a ring',
  threads: 2,
  stride: STRIDE,
  jitter: JITTER,
  ...variables(INSTANCES, 1, (words, at) => [
    (i) => Atomics.compareExchange(words, at(i, X), 0, 1),
    (i) => Atomics.compareExchange(words, at(i, X), 0, 2),
  ]),
  outcomes: [
    interesting([0, 1], 'the first owns it', 'it was before'),
    interesting([2, 0], 'the second owns it', 'it was before'),
    forbidden([0, 0], 'both own it', 'two writers of one ring'),
    forbidden([2, 1], 'nobody owns it', 'each saw the other'),
  ],
}

/** @type {readonly LitmusTest[]} */
export const orders = [
  storeBuffering,
  plainStoreBuffering,
  messagePassing,
  endComesLast,
  release,
  loadBuffering,
  independentReads,
  coherence,
  exchange,
  compareExchange,
]
