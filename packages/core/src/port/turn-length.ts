/**
 * How long messages may keep a thread from its event loop. As long as the loop has nothing else to do, a turn is long. After a
 * pause in which timers or I/O ran, the next turn takes about as long as they did: both get half of the thread.
 */

export const MAX_TURN_MS = 4
export const MESSAGES_PER_CLOCK_READING = 32
/** Shorter turns would pass on too few messages: a pause in which nothing else runs takes a few microseconds. */
const MIN_TURN_MS = 0.1
/** In a pause that took longer than this something else ran. */
const BUSY_PAUSE_MS = 0.025

export class TurnLength {
  #ms = MAX_TURN_MS
  #endsAt = 0
  #pausedAt = 0

  /** The turn that begins now came by an event, so the loop had its turn. */
  begin(now: number): void {
    this.#endsAt = now + this.#ms
  }

  isOver(now: number): boolean {
    return now > this.#endsAt
  }

  /** The event loop has its turn now. */
  pause(now: number): void {
    this.#pausedAt = now
  }

  /** The turn goes on after a pause. */
  resume(now: number): void {
    const paused = now - this.#pausedAt
    // I/O comes in several steps: after one of them turns become long by and by.
    if (paused > BUSY_PAUSE_MS) this.#ms = Math.max(paused, MIN_TURN_MS)
    else this.#ms *= 2
    this.#ms = Math.min(this.#ms, MAX_TURN_MS)
    this.#endsAt = now + this.#ms
  }
}
