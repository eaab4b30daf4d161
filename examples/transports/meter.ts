/** Measures the page, frame by frame. */

/** So many frames are drawn: six seconds at 60 frames a second. */
export const KEPT = 360
/** So many frames are summed up in a number. */
const LAST = 120

/** The last numbers of one kind. */
export class Series {
  // Filled again for every frame: a meter that made garbage would show its own.
  readonly #values: Float64Array = new Float64Array(KEPT)
  #count = 0

  add(value: number): void {
    const values = this.#values
    values.copyWithin(0, 1)
    values[KEPT - 1] = value
    if (this.#count < KEPT) this.#count++
  }

  /** The oldest first. */
  get values(): Float64Array {
    return this.#values.subarray(KEPT - this.#count)
  }

  /** Of the last two seconds or so; NaN while there is nothing. */
  mean(): number {
    const last = this.values.subarray(-LAST)
    return last.reduce((sum, value) => sum + value, 0) / last.length
  }
}

/** The cost of one transport, frame by frame. */
export class History {
  /** Milliseconds from frame to frame. */
  readonly frame: Series = new Series()
  /** Milliseconds of the page's thread. */
  readonly main: Series = new Series()
  /** Milliseconds of these for receiving. */
  readonly receive: Series = new Series()
  /** Milliseconds since the newest world was made. */
  readonly age: Series = new Series()
  /** Kilobytes. */
  readonly garbage: Series = new Series()
}

interface ChromiumPerformance {
  readonly memory?: { readonly usedJSHeapSize: number }
}

/** New objects of the whole page, where the browser tells how large its heap is. Only Chromium does. */
export class Garbage {
  static readonly isKnown: boolean = (performance as ChromiumPerformance).memory !== undefined
  #last = 0

  /** By how many bytes the heap has grown since the last call; 0 when the garbage collector has made it smaller. */
  grown(): number {
    const used = (performance as ChromiumPerformance).memory?.usedJSHeapSize ?? 0
    const grown = used - this.#last
    this.#last = used
    return Math.max(0, grown)
  }
}

/** The time of the page for receiving, in milliseconds. */
export class Cost {
  #ms = 0

  /** Counts what `receive` takes. */
  of(receive: () => void): void {
    const started = performance.now()
    receive()
    this.#ms += performance.now() - started
  }

  add(ms: number): void {
    this.#ms += ms
  }

  /** All of it since the last call. */
  take(): number {
    const ms = this.#ms
    this.#ms = 0
    return ms
  }
}

/** Every so many messages the copy is timed. */
const TIMED_EACH = 30

/**
 * The time that a browser spends on the copy of a message before the page's own code runs, as Firefox does. Nothing tells, so the same
 * copy is made and timed once in a while: a clone writes and reads, a post writes alone.
 */
export class Copying {
  readonly #isBefore = navigator.userAgent.includes('Firefox')
  readonly #port = new MessageChannel().port1
  #messages = 0
  #ms = 0

  before(message: unknown): number {
    if (!this.#isBefore) return 0
    if (this.#messages++ % TIMED_EACH === 0) {
      const started = performance.now()
      structuredClone(message)
      const cloned = performance.now()
      this.#port.postMessage(message)
      this.#ms = Math.max(0, cloned - started - (performance.now() - cloned))
    }
    return this.#ms
  }
}
