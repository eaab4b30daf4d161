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

  /** `look` looks for more after this call, in the turn that is under way, or if it `isDue` in another. */
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

  /** Nobody gets the next message before a task: the platform is to hear of a listener that failed. */
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

  /** As `areMessagesWanted`, also for a port that its last listener has stopped: nothing new can come that it would wait for. */
  isAskedAtAll(): boolean {
    const pulls = this.#pulls
    return !pulls.isUsed || pulls.isWaiting || (!pulls.isIterating && this.#parts.isHeard())
  }

  /** From within a delivery. */
  waitForTask(): void {
    this.#unusual.set(PAUSED)
  }

  /** A task comes now, if one is needed. */
  takeBreak(): boolean {
    const isNeeded = this.mustWait
    this.#unusual.clear(PAUSED)
    return isNeeded
  }

  /** Somebody may ask who did not before. */
  kickSoon(): void {
    this.#look(this.isWanted())
  }

  /** Before a message is taken of which no turn knows. It may be the last, and then no event looks for the end. */
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
