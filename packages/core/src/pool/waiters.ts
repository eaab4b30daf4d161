/** Callers that wait until something is so. */

interface Waiter {
  readonly isDue: () => boolean
  readonly resolve: () => void
}

export class Waiters {
  #waiting: Waiter[] = []

  /** Resolves when `isDue` gives true: at once, or at a later `wake`. */
  until(isDue: () => boolean): Promise<void> {
    if (isDue()) return Promise.resolve()
    return new Promise((resolve) => this.#waiting.push({ isDue, resolve }))
  }

  /** Something has changed that somebody may wait for. */
  wake(): void {
    if (this.#waiting.length === 0) return
    this.#waiting = this.#waiting.filter(({ isDue, resolve }) => {
      if (!isDue()) return true
      resolve()
      return false
    })
  }
}
