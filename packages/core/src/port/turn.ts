/**
 * One turn: delivers what there is, looks a while for more, parks. At most one runs at a time, and it ends often enough
 * that timers and I/O run while messages pour in.
 */

import { IN_LANE, MESSAGE, type Receiver, REFUSED } from '../channel/receiver.ts'
import type { Host } from '../host.ts'
import type { AsyncGate } from '../signal/gate.ts'
import type { Spinner } from '../signal/wait-strategy.ts'

export const MAX_TURN_MS = 4
export const MESSAGES_PER_CLOCK_READING = 32

/** Whose messages are delivered. */
export interface TurnOwner {
  /** The port has ended. */
  readonly isOver: boolean
  /** It was closed by a listener, but what is there is still delivered. */
  readonly isFinishing: boolean
  /** Before the next message comes a task, once. */
  needsBreak: boolean
  /** Wakes us; another one when the ring has grown. */
  readonly gate: AsyncGate
  /** Somebody asks for a message: without, it stays where it is. */
  isWanted(): boolean
  /** What there is next; who is refused it has been told. Does not throw: what cannot be read ends the port. */
  next(receiver: Receiver): number
  /** Gives the message found to who asked for it. Must not throw. */
  pass(value: unknown, ports: readonly object[] | undefined): void
  /** Calls back in a new task while messages pour in. */
  nextTurn(callback: () => void): void
  /** Ends the port if nothing more can come: `status` is not MESSAGE. */
  endIfOver(status: number): void
  /** The peer's positions make no sense. */
  endAsCorrupt(error: unknown): void
}

export class Turn {
  readonly #owner: TurnOwner
  readonly #host: Host
  readonly #spinner: Spinner
  readonly #isTask: boolean
  isUnderWay = false
  parks = 0
  turns = 0

  constructor(owner: TurnOwner, host: Host, spinner: Spinner, isTask: boolean) {
    this.#owner = owner
    this.#host = host
    this.#spinner = spinner
    this.#isTask = isTask
  }

  async run(receiver: Receiver): Promise<void> {
    this.isUnderWay = true
    this.turns++
    this.#owner.gate.run()
    this.#spinner.woken()
    try {
      await this.#deliverUntilParked(receiver)
    } catch (error) {
      // A position that cannot be right, seen while looking.
      this.isUnderWay = false
      this.#owner.endAsCorrupt(error)
    }
  }

  // It clears the flag itself, in the step in which it decides to return: a message that comes before the caller goes on
  // must begin the next turn, or nobody would.
  async #deliverUntilParked(receiver: Receiver): Promise<void> {
    const owner = this.#owner
    const { now } = this.#host
    let turnEnd = now() + MAX_TURN_MS
    let untilClock = MESSAGES_PER_CLOCK_READING
    while (!owner.isOver) {
      if (owner.needsBreak) {
        owner.needsBreak = false
        receiver.publishRelease()
        await this.#nextTask()
        continue
      }
      if (!owner.isWanted()) {
        receiver.publishRelease()
        owner.endIfOver(receiver.glance())
        break
      }
      const status = owner.next(receiver)
      if (status === MESSAGE) {
        const { value, ports } = receiver
        receiver.value = undefined
        owner.pass(value, ports)
        if (this.#isTask || (--untilClock === 0 && now() > turnEnd)) {
          receiver.publishRelease()
          const isTurnOver = now() > turnEnd
          await (isTurnOver ? new Promise<void>((resolve) => owner.nextTurn(resolve)) : this.#nextTask())
          if (isTurnOver) turnEnd = now() + MAX_TURN_MS
        } else await undefined
        if (untilClock <= 0) untilClock = MESSAGES_PER_CLOCK_READING
        continue
      }
      if (owner.isOver) break
      if (status === REFUSED) {
        // Who was refused may ask for it in another way.
        await undefined
        continue
      }
      receiver.publishRelease()
      owner.endIfOver(status)
      if (owner.isOver || status === IN_LANE) break
      if (await this.#look(receiver)) continue
      // The peer may have gone while we looked: once more, then.
      owner.endIfOver(receiver.glance())
      if (!owner.isOver && this.#park(receiver)) break
    }
    if (owner.isFinishing) await this.#finish(receiver)
    this.isUnderWay = false
  }

  async #finish(receiver: Receiver): Promise<void> {
    while (this.#owner.next(receiver) === MESSAGE) {
      const { value, ports } = receiver
      receiver.value = undefined
      this.#owner.pass(value, ports)
      await undefined
    }
  }

  #park(receiver: Receiver): boolean {
    this.#spinner.parked()
    if (!this.#owner.gate.park(receiver)) return false
    this.parks++
    return true
  }

  /** Looks for more for as long as that has paid lately, with a turn of the event loop between two slices. */
  async #look(receiver: Receiver): Promise<boolean> {
    const spinner = this.#spinner
    spinner.begin()
    if (spinner.isOver) return false
    // A handler that only resolves a promise has not yet run what follows: let it, it may post the next message.
    await undefined
    await undefined
    while (!spinner.spin(receiver)) {
      if (spinner.isOver || this.#owner.isOver) return false
      await this.#nextTask()
    }
    return true
  }

  #nextTask(): Promise<void> {
    return new Promise((resolve) => this.#host.nextTask(resolve))
  }
}
