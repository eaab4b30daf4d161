/** Collects the turns of head, base and control. */

import { median, percentile } from '../../statistics.ts'
import { type Role, type Turn } from '../contender.ts'
import { Doubts, whyUntold } from '../doubts.ts'
import type { Triple } from './permutation.ts'
import type { Contested } from './verdict.ts'

const ROLES: readonly Role[] = ['own', 'baseline', 'control']

export class ContestTally {
  #round: Turn[] = []
  readonly #rounds: Triple[] = []
  readonly #baseNanos: number[] = []
  readonly #doubts = new Doubts()

  add(turn: Turn): void {
    this.#round.push(turn)
  }

  /** Nothing disturbed the round: it counts, and null is given. Else why it does not. */
  keepRound(): string | null {
    const broken = whyUntold(this.#round)
    if (broken !== null) return broken
    const [head = [], base = [], control = []] = ROLES.map((role) =>
      this.#round.filter((turn) => turn.role === role).map(({ samples }) => Math.log(percentile(samples, 0.5))),
    )
    // By turns: a phase of the machine, longer than a turn, is the same for all three, and goes.
    const turns = head.map((_, turn): Triple => [head[turn]!, base[turn]!, control[turn]!])
    const still = turns.map((turn) => turn.map((log) => log - turn.reduce((sum, one) => sum + one, 0) / turn.length))
    const middle = (place: number): number => median(still.map((turn) => turn[place]!))
    this.#rounds.push([middle(0), middle(1), middle(2)])
    this.#baseNanos.push(Math.exp(median([...base, ...control])))
    for (const turn of this.#round) this.#doubts.add(turn)
    this.#round = []
    return null
  }

  dropRound(): void {
    this.#round = []
  }

  /** Why the times may mislead. */
  doubts(): string[] {
    return this.#doubts.told()
  }

  contested(): Contested {
    return { baseNanos: median(this.#baseNanos), rounds: this.#rounds }
  }
}
