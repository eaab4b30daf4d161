/** Tasks that are not settled: they hold the process, but for streams whose next value nobody waits for. */

import type { Task } from './task.ts'

export class Holding {
  readonly #hold: (isHeld: boolean) => void
  #awaited = 0
  #resting = 0
  /** Other things that hold the process, such as a `teardown` that runs. */
  #kept = 0

  constructor(hold: (isHeld: boolean) => void) {
    this.#hold = hold
  }

  /** Tasks that are not settled. */
  get pending(): number {
    return this.#awaited - this.#kept + this.#resting
  }

  add(): void {
    if (this.#awaited++ === 0) this.#hold(true)
  }

  settle(task: Task): void {
    if (task.isResting) this.rest(task, false)
    this.#drop()
  }

  /** Holds the process until the function that it returns is called, once. */
  keep(): () => void {
    this.#kept++
    this.add()
    return () => {
      this.#kept--
      this.#drop()
    }
  }

  /** Whether nobody waits for the next value of a stream. */
  rest(task: Task, isResting: boolean): void {
    if (task.isResting === isResting) return
    task.isResting = isResting
    if (isResting) {
      this.#resting++
      this.#drop()
    } else {
      this.#resting--
      this.add()
    }
  }

  #drop(): void {
    if (--this.#awaited === 0) this.#hold(false)
  }
}
