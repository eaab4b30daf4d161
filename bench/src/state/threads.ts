/** The parts of a thread that Node and pages have in their own ways. */

/** The messages of a native port. */
export interface Inbox {
  take(): { readonly message: unknown } | undefined
  /** Microseconds that reading messages took outside of `take`, since the last call. */
  outsideMicros(): number
}

/** Processor time of both threads so far. */
export interface ThreadMicros {
  readonly reader: number
  readonly writer: number
}
