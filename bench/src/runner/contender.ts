/** One of those that take turns in a thread: a case, its baseline or its control, measured by mitata. */

import { measure } from 'mitata'
import { percentile } from '../statistics.ts'
import type { HeapUse, HeapWatch } from './heap-watch.ts'
import type { Counters, Preparation } from './preparation.ts'
import { isThenable } from './thenable.ts'

/** Of two versions of a case: the new one is `own`, the old one `baseline`, and `control` is the old one once more. */
export type Role = 'own' | 'baseline' | 'control'

/** The measurements of one turn. */
export interface Turn {
  readonly role: Role
  /** Nanoseconds of an operation: of each call or, where one is too short for the clock, of batches of calls. Ascending. */
  readonly samples: Float64Array
  /** How many operations each sample is the mean of. */
  readonly operations: number
  /** Processor time of the whole process for an operation, without making its input, in nanoseconds; null where it cannot be read. */
  readonly cpuNanos: number | null
  /** Heap use of an operation in the thread that measures; null where that cannot be told, as beside inputs. */
  readonly heap: HeapUse | null
  /** Growth of the case's own counters for an operation. */
  readonly counts: Counters
  /** Of a call that is measured in batches: what the bench itself took for it, in nanoseconds, which is in the samples. */
  readonly overheadNanos?: number
  /** The largest batch is still too short for the clock. */
  readonly isCoarse?: true
}

export interface Clock {
  /** Processor time of the process so far, in microseconds; null where it cannot be read. */
  readonly cpuMicros: () => number | null
  /** Absent where a runtime does not tell. */
  readonly heap?: HeapWatch | undefined
  /** Shortest time of a sample: the steps of the clock do not show in it. */
  readonly sampleNanos: number
}

const NANOS_PER_MS = 1e6
/** Calls in a batch at most. */
const MOST = 4096
/** mitata writes so many calls into the body of its loop. */
const UNROLLED = 4
const ESTIMATE_MS = 2

/**
 * mitata makes its loop from a text, and engines share what they learn between equal texts: a loop that has called two
 * functions calls both ten times as slowly. A limit that nothing reaches makes the texts differ.
 */
const MAX_SAMPLES: Readonly<Record<Role, number>> = {
  own: 999_999_999,
  baseline: 999_999_998,
  control: 999_999_997,
}

/** A loop that calls nothing has a text of its own by so much less. */
const EMPTY = 10

// Options of mitata that its types lack.
type MitataOptions = NonNullable<Parameters<typeof measure>[1]> & { args: {}; manual?: 'manual'; heap: () => number }
/** Where it looks at the heap it takes so many times as long. */
const FOR_HEAP = 1.1
/** Counting begins at the last of these samples that a turn reaches. */
const WATCHED_FROM: ReadonlySet<number> = new Set([1, 8])

export class Contender {
  readonly role: Role
  readonly #preparation: Preparation
  #call: (input?: unknown) => unknown
  readonly #clock: Clock
  #batch = 1
  #callNanos = 0
  #overheadNanos = 0
  /** Processor time of the turn so far, in microseconds; NaN where it cannot be read. */
  #cpuMicros = 0
  /** Calls of mitata between the samples: two for each. */
  #looks = 0
  #samplesAtStart = 0
  #statsAtStart: Counters = {}

  constructor(role: Role, preparation: Preparation, clock: Clock) {
    this.role = role
    this.#preparation = preparation
    // Making inputs allocates too, and to look at the heap around each call would allocate more than many calls do.
    this.#clock = preparation.input === undefined ? clock : { ...clock, heap: undefined }
    this.#call = guarded(role, preparation)
  }

  /** About how long a sample takes. */
  get sampleMs(): number {
    return (this.#callNanos * this.#batch) / NANOS_PER_MS
  }

  /** Finds the size of the batches, and runs them until the code is hot. */
  async warmUp(ms: number): Promise<void> {
    await this.#firstCall()
    for (;;) {
      const { samples } = await this.#measure(ESTIMATE_MS)
      this.#callNanos = percentile(samples, 0.5)
      const batch = this.#batchFor(this.#callNanos)
      // The clock itself is most of what a short call seems to take, until there are many in a batch.
      if (batch <= this.#batch * 2) break
      this.#batch = batch
    }
    if (ms > this.sampleMs) await this.#measure(ms)
    if (this.#batch > 1) this.#overheadNanos = await this.#emptyCallNanos()
  }

  /** The time of a call that does nothing, in batches of the same size. */
  async #emptyCallNanos(): Promise<number> {
    const nothing = { run: () => undefined, operations: 1, teardown: () => {} }
    // Texts of its own: the loop of the case must never have called anything else.
    const empty = guarded(this.role, nothing, '/* nothing */')
    const options = { ...this.#optionsFor(ESTIMATE_MS), max_samples: MAX_SAMPLES[this.role] - EMPTY }
    const { samples } = await measure(empty, options)
    return percentile(samples, 0.5)
  }

  async takeTurn(ms: number): Promise<Turn> {
    const { operations, input } = this.#preparation
    const { samples } = await this.#measure(ms)
    if (input === undefined) this.#countProcessor(1)
    const cpuNanos = (this.#cpuMicros * 1000) / (samples.length * operations * this.#batch)
    const watched = (samples.length - this.#samplesAtStart) * operations * this.#batch
    // mitata has sorted them.
    const nanos = Float64Array.from(samples, (sample) => sample / operations)
    return {
      role: this.role,
      samples: nanos,
      operations: operations * this.#batch,
      cpuNanos: Number.isNaN(cpuNanos) ? null : cpuNanos,
      ...this.#usedIn(watched),
      ...(this.#batch === 1 ? {} : { overheadNanos: this.#overheadNanos / operations }),
      ...(this.#batch >= MOST && this.#callNanos * MOST < this.#clock.sampleNanos ? { isCoarse: true } : {}),
    }
  }

  /**
   * A rejection that nobody handles ends the thread, but no sooner than it leaves its calls for a task of the event loop.
   * Rejects when what the case needs has broken.
   */
  async hearFailures(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve))
    await Promise.race([this.#preparation.failed, undefined])
  }

  teardown(): unknown {
    return this.#preparation.teardown()
  }

  /**
   * mitata asks for the size of the heap around each sample, outside of its time. Counting begins after the first few
   * samples: one of these may turn its array of whole numbers into one of fractions, and that moves all of the array.
   */
  #look = (): number => {
    const look = this.#looks++
    if (look % 2 === 0 && WATCHED_FROM.has(look / 2)) {
      this.#samplesAtStart = look / 2
      this.#statsAtStart = this.#preparation.stats?.() ?? {}
      this.#clock.heap?.begin()
    }
    // Inputs are made between the samples.
    if (this.#preparation.input !== undefined) this.#countProcessor(look % 2 === 0 ? -1 : 1)
    return 0
  }

  /** From here on (-1) or up to here (1). */
  #countProcessor(sign: 1 | -1): void {
    this.#cpuMicros += sign * (this.#clock.cpuMicros() ?? Number.NaN)
  }

  #usedIn(operations: number): Pick<Turn, 'heap' | 'counts'> {
    // A turn of one sample.
    if (this.#looks <= 2) return { heap: null, counts: {} }
    const heap = this.#clock.heap?.end()
    const stats = this.#preparation.stats?.()
    return {
      heap: heap === undefined ? null : perOperation(heap, operations),
      counts: stats === undefined ? {} : grown(this.#statsAtStart, stats, operations),
    }
  }

  /** mitata awaits a Promise of its own realm, and nothing else that has a `then`: what query builders return. */
  async #firstCall(): Promise<void> {
    const result = this.#call(await this.#preparation.input?.())
    if (isThenable(result)) {
      await Promise.race([this.#preparation.failed ?? result, result])
      if (!(result instanceof Promise)) this.#call = guarded(this.role, this.#preparation, 'Promise.resolve')
    }
    // Before calls without number fail unheard.
    await this.hearFailures()
  }

  #measure(ms: number): Promise<{ samples: number[] }> {
    const { failed } = this.#preparation
    const measured = this.#measureUnwatched(ms)
    return failed === undefined ? measured : Promise.race([failed, measured])
  }

  #measureUnwatched(ms: number): Promise<{ samples: number[] }> {
    const { isSelfTimed, input } = this.#preparation
    const options: MitataOptions = { ...this.#optionsFor(ms), ...(isSelfTimed === true ? { manual: 'manual' } : {}) }
    const call = this.#call
    if (input === undefined) return measure(call, options)
    return measure(function* (): Generator<any> {
      yield { 0: input, bench: call }
    }, options)
  }

  #optionsFor(ms: number): MitataOptions {
    const isBatch = this.#batch > 1
    return {
      args: {},
      // No garbage is collected here: a collection of all takes compiled code and hidden classes back as well.
      gc: () => {
        this.#looks = 0
        this.#cpuMicros = 0
        if (this.#preparation.input === undefined) this.#countProcessor(-1)
      },
      min_samples: 1,
      max_samples: MAX_SAMPLES[this.role],
      min_cpu_time: (ms * NANOS_PER_MS) / FOR_HEAP,
      heap: this.#look,
      // It would drop the two shortest and the two longest of every turn.
      samples_threshold: Infinity,
      // Whether there are batches is decided here: mitata always takes 4,096 calls up to 65 µs each.
      warmup_samples: 1,
      warmup_threshold: isBatch ? Infinity : -1,
      batch_threshold: isBatch ? Infinity : -1,
      batch_samples: this.#batch,
      batch_unroll: UNROLLED,
    }
  }

  #batchFor(callNanos: number): number {
    if (this.#preparation.isSelfTimed === true || callNanos * UNROLLED >= this.#clock.sampleNanos) return 1
    let batch = UNROLLED
    while (batch < MOST && batch * callNanos < this.#clock.sampleNanos) batch *= 2
    return batch
  }
}

/**
 * A function of its own text that calls `run` and keeps what comes back, so that no engine leaves out what nobody looks at.
 * It keeps it in an element: of several writes to one property an engine may leave out all but the last.
 */
function guarded(role: Role, { run, input }: Preparation, asPromise = ''): (given?: unknown) => unknown {
  const given = input === undefined ? '' : 'given'
  const text = `/* ${role} */ let place = 0; return (${given}) => ${asPromise}(kept[(place ^= 1)] = run(${given}))`
  return new Function('run', 'kept', text)(run, [undefined, undefined]) as (given?: unknown) => unknown
}

function perOperation({ bytes, collections, pauseNanos }: HeapUse, operations: number): HeapUse {
  return { bytes: bytes / operations, collections: collections / operations, pauseNanos: pauseNanos / operations }
}

/** By how much each counter has grown. */
function grown(before: Counters, after: Counters, operations: number): Counters {
  return Object.fromEntries(
    Object.entries(after).map(([name, count]) => [name, (count - (before[name] ?? 0)) / operations]),
  )
}
