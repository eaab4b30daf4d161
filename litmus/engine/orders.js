/** Litmus tests of the orders in which threads see each other's accesses: that `Atomics` are sequentially consistent. */

import { variables } from './variables.js'

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
    { result: [0, 1], name: 'only the second sees', verdict: 'interesting', explained: 'the first was wholly before' },
    { result: [1, 0], name: 'only the first sees', verdict: 'interesting', explained: 'the second was wholly before' },
    { result: [1, 1], name: 'both see', verdict: 'interesting', explained: 'both stores before both loads' },
    { result: [0, 0], name: 'neither sees', verdict: 'forbidden', explained: 'in one order some store comes first' },
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
    { result: [0, 1], name: 'only the second sees', verdict: 'interesting', explained: 'the first was wholly before' },
    { result: [1, 0], name: 'only the first sees', verdict: 'interesting', explained: 'the second was wholly before' },
    { result: [1, 1], name: 'both see', verdict: 'allowed', explained: 'both stores before both loads' },
    {
      result: [0, 0],
      name: 'neither sees',
      verdict: 'interesting',
      explained: 'a plain store waits in its core’s buffer while the load goes ahead',
    },
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
    { result: [0, 0], name: 'nothing yet', verdict: 'interesting', explained: 'the reader was before the publish' },
    {
      result: [0, 1],
      name: 'written, not published',
      verdict: 'allowed',
      explained: 'a racy read, which no reader does',
    },
    { result: [0, 3], name: 'published and written', verdict: 'interesting', explained: 'the publish was before' },
    {
      result: [0, 2],
      name: 'published, not written',
      verdict: 'forbidden',
      explained: 'the store orders what is above',
    },
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
    { result: [0, 0], name: 'open, nothing', verdict: 'interesting', explained: 'the reader was before both' },
    {
      result: [0, 1],
      name: 'open, position',
      verdict: 'interesting',
      explained: 'the last record came between the loads',
    },
    { result: [0, 3], name: 'closed, position', verdict: 'interesting', explained: 'the reader was after both' },
    {
      result: [0, 2],
      name: 'closed, no position',
      verdict: 'forbidden',
      explained: 'a record after the end would be lost',
    },
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
    { result: [0, 0], name: 'not released yet', verdict: 'interesting', explained: 'the producer was before' },
    { result: [0, 1], name: 'read, then overwritten', verdict: 'interesting', explained: 'the producer was after' },
    {
      result: [1, 1],
      name: 'overwritten, then read',
      verdict: 'forbidden',
      explained: 'the read is before the release',
    },
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
    { result: [0, 0], name: 'neither sees', verdict: 'interesting', explained: 'both loads before both stores' },
    { result: [0, 1], name: 'the second sees', verdict: 'interesting', explained: 'the first was wholly before' },
    { result: [1, 0], name: 'the first sees', verdict: 'interesting', explained: 'the second was wholly before' },
    { result: [1, 1], name: 'both see', verdict: 'forbidden', explained: 'each store would be before its own load' },
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
  const name = `X ${first >> 1} Y ${first & 1}, Y ${second >> 1} X ${second & 1}`
  const result = [first, second, 0, 0]
  if (first === 2 && second === 2)
    return { result, name, verdict: 'forbidden', explained: 'one saw X first, the other Y first' }
  const isInteresting = (first === 2 || first === 0) && second === 3
  return { result, name, verdict: isInteresting ? 'interesting' : 'allowed', explained: 'some order of all six steps' }
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
    { result: [0, 0], name: '0, 0', verdict: 'interesting', explained: 'the reader was before both stores' },
    { result: [0, 1], name: '0, 1', verdict: 'allowed', explained: 'the first store came between' },
    { result: [0, 2], name: '0, 2', verdict: 'allowed', explained: 'both came between' },
    { result: [0, 4], name: '1, 1', verdict: 'allowed', explained: 'the reader was between the stores' },
    { result: [0, 5], name: '1, 2', verdict: 'allowed', explained: 'the second came between' },
    { result: [0, 8], name: '2, 2', verdict: 'interesting', explained: 'the reader was after both' },
    { result: [0, 3], name: '1, 0', verdict: 'forbidden', explained: 'back in time' },
    { result: [0, 6], name: '2, 0', verdict: 'forbidden', explained: 'back in time' },
    { result: [0, 7], name: '2, 1', verdict: 'forbidden', explained: 'back in time' },
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
    { result: [0, 1], name: 'the first got the old value', verdict: 'interesting', explained: 'it was before' },
    { result: [2, 0], name: 'the second got it', verdict: 'interesting', explained: 'it was before' },
    { result: [0, 0], name: 'both got it', verdict: 'forbidden', explained: 'two signals for one park' },
    { result: [2, 1], name: 'neither got it', verdict: 'forbidden', explained: 'no signal: a lost wake-up' },
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
    { result: [0, 1], name: 'the first owns it', verdict: 'interesting', explained: 'it was before' },
    { result: [2, 0], name: 'the second owns it', verdict: 'interesting', explained: 'it was before' },
    { result: [0, 0], name: 'both own it', verdict: 'forbidden', explained: 'two writers of one ring' },
    { result: [2, 1], name: 'nobody owns it', verdict: 'forbidden', explained: 'each saw the other' },
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
