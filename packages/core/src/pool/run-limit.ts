/** How long the run of a task may take. */

import { timeoutError } from '../errors.ts'
import type { Host } from '../host.ts'

/** The time begins whenever the task is at a worker that can begin it. */
export class RunLimit {
  readonly #ms: number
  readonly #later: Host['later']
  readonly #onOver: (error: Error) => void
  #stop: (() => void) | undefined

  constructor(ms: number, later: Host['later'], onOver: (error: Error) => void) {
    this.#ms = ms
    this.#later = later
    this.#onOver = onOver
  }

  start(): void {
    this.stop()
    this.#stop = this.#later(() => this.#onOver(timeoutError(this.#ms, 'result', ' of the run')), this.#ms, true)
  }

  stop(): void {
    this.#stop?.()
  }
}
