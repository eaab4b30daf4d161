/** The traffic of each row that is measured. */

export interface Scenario {
  readonly name: 'one-way' | 'echo-100' | 'echo-1'
  /** Messages in flight at once; 0: the worker sends all it has, unasked. */
  readonly depth: number
  /** How many of the records are sent; Infinity: all. */
  readonly sample: number
  /** Runs per round, each with a fresh worker: a sleeping round trip is fast or slow by the luck of where it starts. */
  readonly repeats: number
  /** Which number the ratio compares. */
  readonly compares: 'messagesPerSecond' | 'p50Micros'
}

export const scenarios: readonly Scenario[] = [
  { name: 'one-way', depth: 0, sample: Infinity, repeats: 1, compares: 'messagesPerSecond' },
  { name: 'echo-100', depth: 100, sample: Infinity, repeats: 1, compares: 'messagesPerSecond' },
  { name: 'echo-1', depth: 1, sample: 5_000, repeats: 3, compares: 'p50Micros' },
]
