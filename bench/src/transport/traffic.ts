/** The traffic of a line while it is measured. */

/** Messages, counted at their end. */
export interface Turn {
  readonly count: number
  /** Their time; of round trips one by one, without the pauses between them. */
  readonly elapsedMs: number
  /** Milliseconds of each round trip where one is in flight; null where many are. */
  readonly samples: Float64Array | null
}

/** One kind of traffic over a line. */
export interface Traffic {
  /** Sends inputs and compares what comes back with their structured clones. */
  verify(): Promise<boolean>
  /** Runs for some time without looking at the clock's result: the code gets hot. */
  warmUp(ms: number, pauseMs: number): Promise<void>
  /** Runs for about so long. Throws when a message was lost or came twice. */
  takeTurn(ms: number): Promise<Turn>
}
