/**
 * How long messages may keep a thread from its event loop. As long as the loop has nothing else to do, a turn is long. After a
 * pause in which timers or I/O ran, the next turn takes about as long as they did: both get half of the thread.
 */

export const MAX_TURN_MS = 4
export const MESSAGES_PER_CLOCK_READING = 32
/** A pause takes a few microseconds even if nothing else runs, so shorter turns would cost too many messages. */
const MIN_TURN_MS = 0.1
/** A longer pause means that something else ran. */
const BUSY_PAUSE_MS = 0.05

export class TurnLength {
  #ms = MAX_TURN_MS
  /** Infinity until the clock has been read in this turn: the time of the last one says nothing. */
  endsAt = 0
  #pausedAt = 0

  /** A turn begins with an event. The event loop has just run. */
  begin(now: number): void {
    this.endsAt = now + this.#ms
  }

  isOver(now: number): boolean {
    return now > this.endsAt
  }

  /** The turn has ended, and the event loop runs. */
  pause(now: number): void {
    this.#pausedAt = now
  }

  /** The next turn begins after a pause. */
  resume(now: number): void {
    const paused = now - this.#pausedAt
    // I/O comes in several steps, so turns become longer again only step by step.
    if (paused > BUSY_PAUSE_MS) this.#ms = Math.max(paused, MIN_TURN_MS)
    else this.#ms *= 2
    this.#ms = Math.min(this.#ms, MAX_TURN_MS)
    this.endsAt = now + this.#ms
  }
}
