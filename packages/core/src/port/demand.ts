/** Demand for the next message: by requests, by listeners and by typed channels. */

import { ANYTHING, type Asker, RECORDS } from '../direction/asker.ts'
import type { Looks } from '../signal/wait.ts'
import { DRAINING, type Life, type SourceParts } from './life.ts'
import type { IncomingParts } from './parts.ts'
import type { Pulls } from './pulls.ts'
import { PAUSED, STOPPED, type Unusual } from './unusual.ts'

/** The parts that deliver messages get these. */
export interface ReceivingParts extends SourceParts {
  readonly life: Life
  readonly demand: Demand
  readonly looks: Looks
}

export class Demand {
  readonly #parts: IncomingParts
  readonly #pulls: Pulls
  readonly #life: Life
  readonly #look: (isDue: boolean) => void
  readonly #unusual: Unusual

  /** `look` looks for more after this call. If no turn is under way, it begins one, but only with `isDue`. */
  constructor(parts: IncomingParts, life: Life, look: (isDue: boolean) => void) {
    this.#parts = parts
    this.#pulls = parts.pulls
    this.#life = life
    this.#unusual = parts.unusual
    this.#look = look
  }

  /** Messages are delivered to listeners. */
  get isStarted(): boolean {
    return (this.#unusual.bits & STOPPED) === 0
  }

  /** The next message needs a new task: a listener has failed, and the platform must hear of that first. */
  get mustWait(): boolean {
    return (this.#unusual.bits & PAUSED) !== 0
  }

  /** Somebody wants messages, or records of a typed channel. */
  isWanted(): boolean {
    return this.areMessagesWanted() || this.areRecordsWanted()
  }

  /** Somebody who waits comes first; listeners get what nobody pulls, and without any nothing is thrown away for them. */
  areMessagesWanted(): boolean {
    return (this.isStarted && this.isAskedAtAll()) || this.#pulls.isWaiting
  }

  areRecordsWanted(): boolean {
    const { part } = this.#parts.records
    if (part === undefined) return false
    return this.#life.phase === DRAINING ? part.areWaiting : part.areWanted
  }

  /** Undefined while nobody asks. */
  get asker(): Asker | undefined {
    return this.areMessagesWanted() ? ANYTHING : this.areRecordsWanted() ? RECORDS : undefined
  }

  /** As `areMessagesWanted`, but delivery to listeners may be stopped. For a port to which nothing new can come. */
  isAskedAtAll(): boolean {
    const pulls = this.#pulls
    return !pulls.isUsed || pulls.isWaiting || (!pulls.isIterating && this.#parts.isHeard())
  }

  /** To be called within a delivery: the next message needs a new task. */
  waitForTask(): void {
    this.#unusual.set(PAUSED)
  }

  /** Whether a new task is needed before the next message. The caller then begins one. */
  takeBreak(): boolean {
    const isNeeded = this.mustWait
    this.#unusual.clear(PAUSED)
    return isNeeded
  }

  /** Somebody may ask who did not before. */
  kickSoon(): void {
    this.#look(this.isWanted())
  }

  /** To be called before a message is taken outside of a turn. It may be the last, and no event would then look for the end. */
  onTaking(): void {
    if (this.#life.isEnding) this.#look(true)
  }

  /** Begins delivery to listeners. */
  start(): void {
    this.#unusual.clear(STOPPED)
    this.#pulls.expectListeners()
  }

  /** Ends delivery to listeners. */
  stop(): void {
    this.#unusual.set(STOPPED)
    this.#pulls.forgetListeners()
  }
}
