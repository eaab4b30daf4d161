/** A scenario as the machine gets it: regions, threads, possible faults, and how an end is judged. */

import type { Region } from '../../packages/core/src/memory/region.ts'
import type { WordNames } from './names.ts'
import type { RegionSize } from './shared-memory.ts'

export interface RegionSpec extends RegionSize {
  /** Its control words, if it is no ring. */
  readonly words?: WordNames
  readonly maxPayload: number
  /** Values of control words before anybody runs; the others are 0. */
  readonly initial?: Readonly<Record<number, number>>
  /** Of a state: how many readers there may be, and the bytes of a slot. */
  readonly slots?: { readonly readers: number; readonly slotBytes: number }
  /** Whether a thread makes it (`createRegion`); else it is there from the beginning. */
  readonly isSpare?: boolean
}

export interface ThreadSpec {
  /** One lower-case letter: its name in a schedule. */
  readonly letter: string
  readonly body: (thread: Thread) => void
  /** The native lane whose messages are this thread's events. */
  readonly inbox?: number
  /** It gets an event when another thread dies. */
  readonly hearsOfDeath?: boolean
  readonly mayDie?: boolean
  /** An error that is a proper end. */
  readonly mayThrow?: (error: unknown) => boolean
  /** It writes where it should not; its races are not ours. */
  readonly isHostile?: boolean
}

export interface Program {
  readonly regions: readonly RegionSpec[]
  readonly threads: readonly ThreadSpec[]
  /** Number of native lanes. */
  readonly lanes?: number
  /** How many threads may die, and how many waits may end without a reason. */
  readonly deaths?: number
  readonly strays?: number
  /** Signals may outnumber parks: somebody wakes without looking. */
  readonly wakesBlindly?: boolean
  /** Time-outs come only when nothing else can happen: for a thread that asks now and then, for ever. */
  readonly isPatient?: boolean
  /** A plain read is a step too: for a hostile peer, who writes between any two. */
  readonly readsAreSteps?: boolean
  /** Must hold in every state. Throws `Failure`. */
  readonly invariant?: (look: Look) => void
  /** Judges an end at which nobody can go on. Throws `Failure`; without it nobody may be asleep. */
  readonly atEnd?: (end: End) => void
}

export type Look = (region: number, word: number) => number

export interface End {
  /** Letters of the threads that sleep, and of those that died. */
  readonly asleep: readonly string[]
  readonly dead: readonly string[]
  /** The notes of each thread, by its letter. */
  readonly notes: Readonly<Record<string, readonly number[]>>
  readonly look: Look
  readonly cell: (region: number, cell: number) => number
}

export type ThreadEvent =
  | { readonly kind: 'message'; readonly message: unknown }
  | { readonly kind: 'wake' }
  | { readonly kind: 'death'; readonly letter: string }

/** The powers of a logical thread besides running the shipped code. */
export interface Thread {
  region(index: number): Region
  /** Keeps a number for the judgement at the end. */
  note(value: number): void
  assert(condition: boolean, message: string): void
  /** A control word's value now; no step, orders nothing. */
  look(region: number, word: number): number
  /** Waits for the event loop to bring something. The callback of a wake-up has run when this returns. */
  nextEvent(): ThreadEvent
  post(lane: number, message: unknown): void
  poll(lane: number): { message: unknown } | undefined
  /** Whether that thread has died and the lane brings nothing more; no step, orders nothing. Not where steps sleep. */
  isGone(letter: string, lane: number): boolean
  /** Writes a payload cell without asking anybody, as a step. */
  scribble(region: number, cell: number, value: number): void
}
