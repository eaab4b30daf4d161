/** A suite: which systems carry which workloads, and what is measured of them. */

import type { Row } from './rows.ts'
import type { Theme } from './runner/theme.ts'

export interface Part {
  readonly name: string
  readonly unit:
    | 'ns'
    | 'µs'
    | 'ms'
    | 'msg/s'
    | 'tasks/s'
    | 'B'
    | '% of a core'
    | 'kinds'
    | 'messages'
    | 'functions'
    | 'calls'
    | 'modules'
  /** Whether more is better, or less. */
  readonly better: 'more' | 'less'
  /** The system that ratios are taken to. */
  readonly baseline: string
  /** How many times less of nearly nothing means nothing. */
  readonly hasNoRatio?: true
}

/** Whether it is a number of things, and not of a measure. */
export function isCount(unit: Part['unit']): boolean {
  return unit === 'kinds' || unit === 'messages' || unit === 'functions' || unit === 'calls' || unit === 'modules'
}

/** Whether more of it is better, or less. */
export function isRate(unit: Part['unit']): boolean {
  return unit === 'msg/s' || unit === 'tasks/s' || unit === 'kinds' || unit === 'messages'
}

interface SystemOfSuite {
  readonly name: string
  readonly isNodeOnly?: true
  /** In Node its row says so. */
  readonly isBrowserOnly?: true
}

/** Parts that one cell measures together, and how many such cells a round has. */
export interface Group {
  readonly parts: readonly Part[]
  readonly repeats: number
}

interface Picture {
  readonly alt: string
  /** As SVG. */
  draw(rows: readonly Row[], theme: Theme): Promise<string>
}

export interface Suite {
  readonly name: string
  readonly groups: readonly Group[]
  readonly systems: readonly SystemOfSuite[]
  /** The part that pictures show. Default: the first. */
  readonly headline?: string
  /** The system that summaries are about. Default: slipring. */
  readonly subject?: string
  readonly workloads: readonly string[]
  readonly quickWorkloads: readonly string[]
  /** Those of a short table. Default: all, or of very many the slowest. */
  readonly shortWorkloads?: readonly string[]
  /** It can also be measured on other runtimes than Node: its cells are processes that they run. */
  readonly hasRuntimes?: true
  readonly warmUpMs: number
  readonly quickWarmUpMs: number
  /** Few systems and many parts: the document has a table for each workload, read downwards. */
  readonly isByPart?: true
  /** Conclusions from the rows, a sentence each. */
  readonly notes?: (rows: readonly Row[]) => readonly string[]
  /** Its own picture of the rows, in the place of one of ratios. */
  readonly picture?: Picture
  /** How the numbers come about: printed below the table. */
  readonly method: string
}
