/** A case measured by turns with its baseline, in the thread of the case. */

import type { Contender, Turn } from './contender.ts'

/** Long enough for the caches to be warm again, much shorter than a phase of a machine whose cores are shared. */
const TURN_MS = 25

export interface Duration {
  readonly warmUpMs: number
  /** So long each of the two is measured. */
  readonly windowMs: number
}

/** Calls back with every turn, as soon as it is over. */
export async function takeTurns(
  own: Contender,
  baseline: Contender | undefined,
  { warmUpMs, windowMs }: Duration,
  onTurn: (turn: Turn) => void,
): Promise<void> {
  await own.warmUp(warmUpMs)
  await baseline?.warmUp(warmUpMs)
  const count = Math.max(1, Math.round(windowMs / Math.max(TURN_MS, own.sampleMs, baseline?.sampleMs ?? 0)))
  const turnMs = windowMs / count
  for (let turn = 0; turn < count; turn++) {
    // Another one begins each time.
    if (baseline !== undefined && turn % 2 === 1) onTurn(await baseline.takeTurn(turnMs))
    onTurn(await own.takeTurn(turnMs))
    if (baseline !== undefined && turn % 2 === 0) onTurn(await baseline.takeTurn(turnMs))
  }
  await own.hearFailures()
  await baseline?.hearFailures()
}
