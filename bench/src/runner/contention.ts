/** Threads that start at the same moment, do the same, and say when each was done. */

import { IS_ONE_CLOCK, nowNanos } from '#peer'
import { BrokenError, reasonOf, traceOf } from './reason.ts'
import { isThenable } from './thenable.ts'

export interface ContentionTask {
  readonly shared: unknown
  readonly index: number
  readonly words: SharedArrayBuffer
}

/**
 *   word 0      turn: raised by the leader, on which the threads sleep
 *   word 1      how many have arrived at the start of all turns
 *   word 2      how many are done with all turns, on which the leader sleeps
 *   word 3      how many calls each makes in this turn
 *   word 4      length of the reason why a thread has failed; 0: none has
 *   from 64     the reason in UTF-8, and below it where it came from
 *   from 4160   start and end of each thread in nanoseconds, 64-bit integers
 */
const [TURN, ARRIVED, DONE, CALLS, FAILED] = [0, 1, 2, 3, 4] as const
const REASON = 64
const MOST_REASON = 4096
const TIMES = REASON + MOST_REASON

/** A turn takes about so long, so that starting and ending together is little of it; by the leader's clock its waking up too. */
const TURN_NANOS = IS_ONE_CLOCK ? 1e6 : 1e7
const MOST_CALLS = 2 ** 24
/** Looks at the others before a thread that waits at the start sleeps: there may be fewer cores than threads. */
const LOOKS = 10_000
const NAP_MS = 0.1
/** So long the leader does nothing but wait: after it, the turn may be one of a thread that has died. */
const DEAF_MS = 100

export class Contention {
  readonly words: SharedArrayBuffer
  /** All calls of all threads so far. */
  calls = 0
  readonly #threads: number
  readonly #control: Int32Array
  readonly #times: BigInt64Array
  #turns = 0

  constructor(threads: number) {
    this.#threads = threads
    this.words = new SharedArrayBuffer(TIMES + threads * 16)
    this.#control = new Int32Array(this.words, 0, REASON / 4)
    this.#times = new BigInt64Array(this.words, TIMES)
  }

  /** How many calls of each thread make a turn. */
  async findCalls(): Promise<number> {
    let calls = 1
    // The shortest of a few: one may be long because a thread lost its core meanwhile.
    const shortest = async (): Promise<number> =>
      Math.min(await this.run(calls), await this.run(calls), await this.run(calls))
    while ((await shortest()) < TURN_NANOS && calls < MOST_CALLS) calls *= 2
    return calls
  }

  /**
   * One turn. Gives the nanoseconds from the first start to the last end, without one clock those of the leader. Rejects when
   * a thread has failed. Never settles when one has died: the leader's event loop hears of that.
   */
  async run(callsOfEach: number): Promise<number> {
    const control = this.#control
    const startedAt = nowNanos()
    control[CALLS] = callsOfEach
    Atomics.add(control, TURN, 1)
    Atomics.notify(control, TURN)
    const done = ++this.#turns * this.#threads
    for (;;) {
      const found = Atomics.load(control, DONE)
      if (Atomics.load(control, FAILED) !== 0) throw this.#failure()
      if (found === done) break
      // A thread that blocks wakes soonest, and only one that does not block hears that another has died.
      if (Atomics.wait(control, DONE, found, DEAF_MS) === 'timed-out')
        await Atomics.waitAsync(control, DONE, found).value
    }
    this.calls += callsOfEach * this.#threads
    return IS_ONE_CLOCK ? this.#elapsed() : Number(nowNanos() - startedAt)
  }

  /** The threads return. */
  end(): void {
    this.#control[CALLS] = 0
    Atomics.add(this.#control, TURN, 1)
    Atomics.notify(this.#control, TURN)
  }

  #elapsed(): number {
    const starts = this.#times.filter((_, place) => place % 2 === 0)
    const ends = this.#times.filter((_, place) => place % 2 === 1)
    return Number(ends.reduce((a, b) => (a > b ? a : b)) - starts.reduce((a, b) => (a < b ? a : b)))
  }

  #failure(): BrokenError {
    // A copy: decoders of browsers refuse shared memory.
    const text = new TextDecoder().decode(new Uint8Array(this.words, REASON, this.#control[FAILED]).slice())
    const end = `${text}\n    `.indexOf('\n    ')
    return new BrokenError(text.slice(0, end), text.slice(end + 1))
  }
}

/** In one of the threads: takes part in turns until they end. Starts once the thread has said that it is ready. */
export function joinContention(
  { shared, index, words }: ContentionTask,
  run: (shared: unknown, index: number) => unknown,
): void {
  setTimeout(() => {
    const control = new Int32Array(words, 0, REASON / 4)
    try {
      takePart(control, new BigInt64Array(words, TIMES), index, () => run(shared, index))
    } catch (error) {
      const text = `${reasonOf(error)}\n${traceOf(error)}`.trimEnd()
      const reason = new TextEncoder().encode(text).subarray(0, MOST_REASON)
      new Uint8Array(words, REASON).set(reason)
      Atomics.store(control, FAILED, reason.length)
      Atomics.add(control, DONE, 1)
      Atomics.notify(control, DONE)
    }
  })
}

function takePart(control: Int32Array, times: BigInt64Array, index: number, run: () => unknown): void {
  const threads = times.length / 2
  const kept: unknown[] = [undefined, undefined]
  for (let turn = 1; ; turn++) {
    while (Atomics.load(control, TURN) < turn) Atomics.wait(control, TURN, turn - 1)
    const calls = control[CALLS]!
    if (calls === 0) return
    Atomics.add(control, ARRIVED, 1)
    for (let looks = 1; Atomics.load(control, ARRIVED) < turn * threads; looks++)
      if (looks > LOOKS) Atomics.wait(control, ARRIVED, Atomics.load(control, ARRIVED), NAP_MS)
    times[index * 2] = nowNanos()
    for (let call = 0; call < calls; call++) kept[call & 1] = run()
    times[index * 2 + 1] = nowNanos()
    if (isThenable(kept[0]))
      throw new TypeError('Its run gave a promise: contend measures calls that end at once, use exchange for others')
    Atomics.add(control, DONE, 1)
    Atomics.notify(control, DONE)
  }
}
