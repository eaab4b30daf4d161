/** A cell of the measurement: one system carries one workload once, in threads of its own. */

/** The task of a cell, as plain data: it travels to a fresh thread, or to a page. */
export interface CellTask {
  readonly suite: string
  readonly system: string
  readonly workload: string
  /** The parts of the suite to measure, in this order. */
  readonly parts: readonly string[]
  /** How long to measure each part, after the warm-up. */
  readonly windowMs: number
  /** How long to run before it, so that the code is hot. */
  readonly warmUpMs: number
  /** The system to measure by turns with this one, by part: none for a baseline itself. */
  readonly baselines: Readonly<Record<string, string>>
}

/** One part of a cell, measured. */
export interface Reading {
  /** In the unit of the part. */
  readonly value: number
  /** Of single operations or, where one is too short for the clock, of batches of them; null where it means nothing. */
  readonly p50: number | null
  readonly p99: number | null
  /** Processor time of all threads; null where it cannot be read. */
  readonly cpuMicros: number | null
  /** Size of the message, averaged over the inputs; null where a system does not show it. */
  readonly bytes: number | null
  /** How many operations the value rests on. */
  readonly count: number
  /** How many times the baseline took as long, by turns with it; null where each was measured by itself. */
  readonly ratio: number | null
}

export interface CellResult {
  /** The value came back different: allowed to a system that is known to be lossy. */
  readonly isLossy: boolean
  /** The first thing that came back different. */
  readonly alters?: string
  /** Why the system cannot run here, or cannot carry this: the row says so, and is not broken. */
  readonly cannot?: string
  /** Why a part has no reading here, by part. */
  readonly unread?: Readonly<Record<string, string>>
  readonly readings: Readonly<Record<string, Reading>>
}

/** The place where a cell runs, as the cell sees it. */
export interface Meter {
  /** Processor time used so far, or null where it cannot be read. */
  cpuMicros(): Promise<number | null>
  /** Collects garbage where that can be asked for, so that no window pays for the one before it. */
  collectGarbage(): Promise<void>
  /** Absent where threads cannot be told where to run. */
  readonly cores?: Cores
}

/** The cores on which threads run. */
export interface Cores {
  /** Gives what makes this thread keep to one core, and all threads made from now on until then to the same, or to another one. */
  noteThreads(placing: Placing): () => void
}

export type Placing = 'same core' | 'two cores'
