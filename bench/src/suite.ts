/** A suite: which systems carry which workloads, and what is measured of them. */

export interface Part {
  readonly name: string
  readonly unit: 'ns' | 'µs' | 'msg/s' | 'B'
  /** Whether more is better, or less. */
  readonly better: 'more' | 'less'
  /** The system that ratios are taken to. */
  readonly baseline: string
}

interface SystemOfSuite {
  readonly name: string
  readonly isNodeOnly?: true
}

/** Parts that one cell measures together, and how many such cells a round has. */
export interface Group {
  readonly parts: readonly Part[]
  readonly repeats: number
}

export interface Suite {
  readonly name: string
  readonly groups: readonly Group[]
  readonly systems: readonly SystemOfSuite[]
  /** The part that pictures show. Default: the first. */
  readonly headline?: string
  readonly workloads: readonly string[]
  readonly quickWorkloads: readonly string[]
  readonly warmUpMs: number
  readonly quickWarmUpMs: number
  /** How the numbers come about: printed below the table. */
  readonly method: string
}
