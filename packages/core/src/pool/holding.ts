/** Tasks that are not settled: they hold the process, but for streams whose next value nobody waits for. */

import type { Task } from './task.ts'

export class Holding {
  readonly #hold: (isHeld: boolean) => void
  #awaited = 0
  #resting = 0

  constructor(hold: (isHeld: boolean) => void) {
    this.#hold = hold
  }

  /** Tasks that are not settled. */
  get pending(): number {
    return this.#awaited + this.#resting
  }

  add(): void {
    if (this.#awaited++ === 0) this.#hold(true)
  }

  settle(task: Task): void {
    if (task.isResting) this.rest(task, false)
    if (--this.#awaited === 0) this.#hold(false)
  }

  /** Whether nobody waits for the next value of a stream. */
  rest(task: Task, isResting: boolean): void {
    if (task.isResting === isResting) return
    task.isResting = isResting
    if (isResting) {
      this.#resting++
      if (--this.#awaited === 0) this.#hold(false)
    } else {
      this.#resting--
      this.add()
    }
  }
}
