/**
 * Threads that race in lock step, in the manner of jcstress: an array of independent instances, each thread one actor,
 * all actors at about the same instance at the same time. Between two strides the threads meet, and each then idles for
 * a random moment, so that every order of two short actors comes up. Plain JavaScript: it runs on every runtime as it is.
 */

/**
 * @typedef {object} Outcome
 * @property {readonly number[]} result what each thread returned
 * @property {string} name
 * @property {'allowed' | 'interesting' | 'forbidden'} verdict interesting: shows that the actors really overlapped, or
 *   that the harness would see what another test forbids
 * @property {string} explained the interleaving that gives it, or why none does
 *
 * @typedef {(instance: number) => number | Promise<number>} Actor gives a code from 0 to 255
 *
 * @typedef {object} LitmusTest
 * @property {string} name
 * @property {string} leansOn what of docs/MEMORY-MODEL.md is false if this test fails
 * @property {number} threads
 * @property {number} instances a multiple of `stride`
 * @property {number} stride instances between two meetings
 * @property {number} jitter most idle steps after a meeting; a step is a few nanoseconds
 * @property {boolean} [isAsync] actors may return promises
 * @property {() => unknown} share memory for all instances, made once, posted to every thread
 * @property {(shared: any, port: any) => { actors: readonly Actor[], reset: (instance: number) => void }} open on each
 *   thread; threads 0 and 1 have the ends of one channel as `port` where the platform is Node
 * @property {readonly Outcome[]} outcomes
 *
 * @typedef {object} Task
 * @property {string} suite address of the module that exports `tests`
 * @property {string} test
 * @property {number} thread
 * @property {SharedArrayBuffer} control
 * @property {SharedArrayBuffer} results
 * @property {unknown} shared
 * @property {number} seed
 * @property {number} ms
 * @property {number} patienceMs for outcomes that are interesting and have not come up yet
 * @property {unknown} [port]
 *
 * @typedef {Record<string, number>} Counts by the codes of the threads, joined by commas
 */

export const CONTROL_BYTES = 1024
// Each in a cache line of its own.
const ARRIVED = 0
const STOP = 32
const IDLE = 64

const SPINS = 2000
const NAP_MS = 1
const CODE_LIMIT = 256

/**
 * One thread of a test; thread 0 gives the counts.
 * @param {LitmusTest} test
 * @param {Task} task
 * @returns {Promise<Counts | undefined>}
 */
export async function race(test, { thread, control, results, shared, seed, ms, patienceMs, port }) {
  const { threads, instances, stride, jitter } = test
  const { actors, reset } = test.open(shared, port)
  const actor = /** @type {Actor} */ (actors[thread])
  const words = new Int32Array(control)
  const codes = new Int32Array(results)
  const own = codes.subarray(thread * instances, (thread + 1) * instances)
  const random = randomOf(seed + thread)
  const meeting = new Meeting(words, threads)
  /** @type {Map<number, number>} */
  const counts = new Map()
  const begin = performance.now()
  for (;;) {
    if (thread === 0) for (let instance = 0; instance < instances; instance++) reset(instance)
    meeting.meet()
    for (let first = 0; first < instances; first += stride) {
      idle(words, random() % jitter)
      if (test.isAsync) await actInTurn(actor, own, first, first + stride)
      else act(actor, own, first, first + stride)
      meeting.meet()
    }
    if (thread === 0) {
      tally(codes, threads, instances, counts)
      const elapsed = performance.now() - begin
      if (elapsed > ms && (elapsed > patienceMs || hasAllInteresting(test, counts))) Atomics.store(words, STOP, 1)
    }
    meeting.meet()
    if (Atomics.load(words, STOP) === 1) return thread === 0 ? countsOf(counts, threads) : undefined
  }
}

class Meeting {
  #words
  #threads
  #awaited = 0

  /**
   * @param {Int32Array} words
   * @param {number} threads
   */
  constructor(words, threads) {
    this.#words = words
    this.#threads = threads
  }

  /** Returns when all threads have come. Looks for them first; where there are fewer cores than threads it must sleep. */
  meet() {
    const words = this.#words
    this.#awaited = (this.#awaited + this.#threads) | 0
    if (((Atomics.add(words, ARRIVED, 1) + 1 - this.#awaited) | 0) === 0) return void Atomics.notify(words, ARRIVED)
    for (let spins = 0; ; spins++) {
      const arrived = Atomics.load(words, ARRIVED)
      if (((arrived - this.#awaited) | 0) >= 0) return
      // With an end of its own: what is tested must not be what the test stands on.
      if (spins > SPINS) Atomics.wait(words, ARRIVED, arrived, NAP_MS)
    }
  }
}

/**
 * @param {Actor} actor
 * @param {Int32Array} codes
 * @param {number} first
 * @param {number} end
 */
function act(actor, codes, first, end) {
  for (let instance = first; instance < end; instance++) codes[instance] = /** @type {number} */ (actor(instance))
}

/**
 * @param {Actor} actor
 * @param {Int32Array} codes
 * @param {number} first
 * @param {number} end
 */
async function actInTurn(actor, codes, first, end) {
  for (let instance = first; instance < end; instance++) codes[instance] = await actor(instance)
}

/**
 * @param {Int32Array} words
 * @param {number} steps
 */
function idle(words, steps) {
  for (let step = 0; step < steps; step++) Atomics.load(words, IDLE)
}

/**
 * @param {Int32Array} codes
 * @param {number} threads
 * @param {number} instances
 * @param {Map<number, number>} counts
 */
function tally(codes, threads, instances, counts) {
  for (let instance = 0; instance < instances; instance++) {
    let key = 0
    for (let thread = threads - 1; thread >= 0; thread--)
      key = key * CODE_LIMIT + Number(codes[thread * instances + instance])
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
}

/**
 * @param {LitmusTest} test
 * @param {Map<number, number>} counts
 */
function hasAllInteresting({ outcomes }, counts) {
  return outcomes.every(({ verdict, result }) => verdict !== 'interesting' || counts.has(keyOf(result)))
}

/** @param {readonly number[]} result */
function keyOf(result) {
  return result.reduceRight((key, code) => key * CODE_LIMIT + code, 0)
}

/**
 * @param {Map<number, number>} counts
 * @param {number} threads
 * @returns {Counts}
 */
function countsOf(counts, threads) {
  const codesOf = (/** @type {number} */ key) =>
    Array.from({ length: threads }, (_, thread) => Math.floor(key / CODE_LIMIT ** thread) % CODE_LIMIT)
  return Object.fromEntries([...counts].map(([key, count]) => [codesOf(key).join(), count]))
}

/**
 * A small generator of uint32 (xorshift).
 * @param {number} seed
 */
export function randomOf(seed) {
  let state = Math.imul(seed + 1, 0x9e3779b9) | 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return state >>> 0
  }
}
