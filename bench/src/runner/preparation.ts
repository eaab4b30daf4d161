/** A function that is ready to be called, and is timed. */

/** Numbers that grow, by name. */
export type Counters = Readonly<Record<string, number>>

export interface Preparation {
  /** Called again and again; what it gives back is kept from being optimised away, and awaited where it is a promise. */
  readonly run: (input?: unknown) => unknown
  /** Makes a fresh argument for each call, outside of the measured time. */
  readonly input?: (() => unknown) | undefined
  /** How many operations one call is. */
  readonly operations: number
  /** `run` gives the nanoseconds that it took by its own clock, or a promise of them. */
  readonly isSelfTimed?: true
  /** Rejects when what `run` needs has broken; absent: nothing can. */
  readonly failed?: Promise<never>
  /** Counters of what carries the messages, such as those of a port. */
  readonly stats?: (() => Counters) | undefined
  readonly teardown: () => unknown
}
