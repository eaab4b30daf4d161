/** A case measured by turns with its baseline, or with other versions of it, in the thread of the case. */

import type { Contender, Turn } from './contender.ts'
import { rotated } from './rotated.ts'

/** Long enough for the caches to be warm again, much shorter than a phase of a machine whose cores are shared. */
const TURN_MS = 25

export interface Duration {
  readonly warmUpMs: number
  /** So long each is measured. */
  readonly windowMs: number
}

/** Calls back with every turn, as soon as it is over. */
export async function takeTurns(
  contenders: readonly Contender[],
  { warmUpMs, windowMs }: Duration,
  onTurn: (turn: Turn) => void,
): Promise<void> {
  for (const contender of contenders) await contender.warmUp(warmUpMs)
  const longestMs = Math.max(TURN_MS, ...contenders.map(({ sampleMs }) => sampleMs))
  const count = Math.max(1, Math.round(windowMs / longestMs))
  const turnMs = windowMs / count
  for (let turn = 0; turn < count; turn++) {
    // Another one begins each time.
    for (const contender of rotated(contenders, turn)) onTurn(await contender.takeTurn(turnMs))
  }
  for (const contender of contenders) await contender.hearFailures()
}
