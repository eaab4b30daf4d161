/** The task of the thread of a case, and its answer. */

import type { Role, Turn } from './contender.ts'

/** A case of a file by its names. */
export interface CaseName {
  readonly suite: string
  readonly name: string
}

/** A case as the file declares it. */
export interface Declared extends CaseName {
  readonly isBaseline: boolean
  /** The name of the case that its ratio is taken to; null: none. */
  readonly baseline: string | null
}

export type CaseTask = { readonly kind: 'list'; readonly file: string } | Measure | Contest

/** A case and its baseline. */
export interface Measure {
  readonly kind: 'measure'
  readonly file: string
  readonly chosen: CaseName
  readonly warmUpMs: number
  readonly windowMs: number
}

/** The versions of a case in the order in which they are loaded and begin. */
export interface Contest {
  readonly kind: 'contest'
  readonly versions: readonly { readonly role: Role; readonly file: string }[]
  readonly chosen: CaseName
  readonly warmUpMs: number
  readonly windowMs: number
}

export type Answer =
  | { readonly kind: 'listed'; readonly cases: readonly Declared[] }
  | { readonly kind: 'turn'; readonly turn: Turn }
  | { readonly kind: 'measured' }
  | { readonly kind: 'failed'; readonly reason: string; readonly trace: string }
