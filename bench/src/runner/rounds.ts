/** The order of the cases: all take turns inside a round, so that a slow moment of the machine hits all of them alike. */

import type { CaseName } from './case-task.ts'
import type { Turn } from './contender.ts'
import { brokenBy } from './reason.ts'
import { rotated } from './rotated.ts'

/** Rounds of a case that may be taken again, because something disturbed them: this part of all. */
const REPEATS = 0.5

/** Collects the turns of a case. */
interface RoundTally {
  add(turn: Turn): void
  /** Why the round tells nothing; null: it counts. */
  keepRound(): string | null
  dropRound(): void
}

export interface Entry extends CaseName {
  readonly file: string
  readonly tally: RoundTally
  /** Why it is out: it threw, died, did not end or is too short for the clock. */
  broken: string | null
  /** The stack of why, and its causes. */
  trace?: string
}

export interface Plan<One extends Entry> {
  readonly rounds: number
  /** Whether the round of a case may be taken again when something disturbed it. */
  readonly mayRepeat: boolean
  readonly measure: (entry: One, onTurn: (turn: Turn) => void) => Promise<void>
  /** Called before each round and, where they may be taken again, after each case: whether nothing disturbs the machine. */
  readonly isCalm: () => Promise<boolean>
  /** Returns when the machine is calm again, or will not be. `isRepeat`: the round of a case is then taken again. */
  readonly settle: (isRepeat: boolean) => Promise<void>
  /** Called before each case; `share` is the part of all that is done. */
  readonly onCase: (share: number, label: string) => void
}

export async function runRounds<One extends Entry>(entries: readonly One[], plan: Plan<One>): Promise<void> {
  let repeatsLeft = plan.mayRepeat ? Math.ceil(entries.length * plan.rounds * REPEATS) : 0
  let done = 0
  for (let round = 0; round < plan.rounds; round++) {
    // Nothing is left to measure: nobody waits for a calm machine.
    if (entries.every(({ broken }) => broken !== null)) return
    if (!(await plan.isCalm())) await plan.settle(false)
    // Another one begins each time, so that each follows a heavy neighbour in turn.
    for (const entry of rotated(entries, round)) {
      plan.onCase(done++ / (entries.length * plan.rounds), `round ${round + 1}: ${entry.name}`)
      // Once broken it stays out: a time-out in every round would take the machine's time from the others.
      while (entry.broken === null && !(await runRound(entry, plan, repeatsLeft > 0))) {
        repeatsLeft--
        await plan.settle(true)
      }
    }
  }
}

/** Whether the round counts, or the case is out. */
async function runRound<One extends Entry>(entry: One, plan: Plan<One>, mayRepeat: boolean): Promise<boolean> {
  try {
    await plan.measure(entry, (turn) => entry.tally.add(turn))
  } catch (error) {
    entry.tally.dropRound()
    Object.assign(entry, brokenBy(error))
    return true
  }
  if (mayRepeat && !(await plan.isCalm())) {
    entry.tally.dropRound()
    return false
  }
  entry.broken = entry.tally.keepRound()
  return true
}
