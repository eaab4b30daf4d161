/** The contract between the main thread and the worker of a window. */

export interface Task {
  readonly system: string
  /** Every how many records the worker loads and sends; 0: none, it echoes. */
  readonly step: number
}

/** Sent by the worker once it is set up. */
export const READY = 'ready'

/** Sent by the main thread to have a one-way worker send its first records, before the clock starts. */
export const WARM_UP = 'warm up'

/** Sent by the main thread to start a one-way window. */
export const GO = 'go'

/** Messages that cross before the clock starts: what the compilers of a fresh worker need to be done. */
export const WARM_UP_MESSAGES = 100_000
