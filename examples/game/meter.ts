/** What is measured of the page, frame by frame. */

/** So many frames are looked back on. */
const KEPT = 120

/** The last numbers of one kind. */
export class Series {
  readonly #values: Float64Array = new Float64Array(KEPT)
  #count = 0

  add(value: number): void {
    this.#values[this.#count++ % KEPT] = value
  }

  clear(): void {
    this.#count = 0
  }

  get size(): number {
    return Math.min(this.#count, KEPT)
  }

  /** NaN while there is nothing. */
  median(): number {
    const values = this.#values.slice(0, this.size).toSorted()
    return values.length === 0 ? Number.NaN : values[values.length >> 1]!
  }

  mean(): number {
    return this.#values.slice(0, this.size).reduce((sum, value) => sum + value, 0) / this.size
  }
}

interface ChromiumPerformance {
  readonly memory?: { readonly usedJSHeapSize: number }
}

/** New objects of the whole page, where the browser tells how large its heap is. */
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

/** What receiving costs the page, in milliseconds. */
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
 * What a browser spends on the copy of a message before the page's own code runs, as Firefox does. Nothing tells, so the same
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
