/** One call of `RemotePool.stream`: the values that come, and how many may come. */

import type { Msg } from '@nats-io/nats-core'
import { WorkerDiedError } from '@slipring/core/pool'
import { fetchLarge } from './large.ts'
import type { Line } from './line.ts'
import { LARGE_HEADER, type Subjects } from './subjects.ts'

/** A server gives a stream up when it has heard nothing of its reader for so often `deadAfter`. */
const PATIENCE = 3

export interface StreamActions {
  /** A value has come. Throws when it cannot be decoded. */
  readonly give: (body: Uint8Array) => void
  readonly fail: (error: unknown) => void
}

/** A reader of a stream. */
export interface Opened {
  readonly ahead: number
  readonly onPart: (value: unknown) => void
  readonly onCancelled: () => void
}

export class RemoteStream {
  /** How many values the server may have sent. */
  asked: number
  readonly patienceMs: number
  /** How many values have come. */
  received = 0
  /** Nobody reads it any more: its server is told so until the generator has ended. */
  isLeft = false
  readonly #line: Line
  readonly #subjects: Subjects
  readonly #actions: StreamActions
  /** Values that are kept for later are for nobody any more. */
  readonly drop: () => void
  #fetching: Promise<void> | undefined

  constructor(
    line: Line,
    subjects: Subjects,
    asked: number,
    deadAfter: number,
    drop: () => void,
    actions: StreamActions,
  ) {
    this.#line = line
    this.#subjects = subjects
    this.asked = asked
    this.patienceMs = deadAfter * PATIENCE
    this.drop = drop
    this.#actions = actions
  }

  /** Tells a server how many values it may send by now, also to say that somebody reads them. */
  ask(server: string, reply: string): void {
    this.#line.publish(`${this.#subjects.ask}.${server}`, `${this.asked} ${reply}`)
  }

  /** Value `number` has come. */
  take(number: number, message: Msg): void {
    // A server sends a large one again until somebody has confirmed it.
    if (number < this.received) return void this.#confirm(message)
    // Nobody misses what is lost.
    if (this.isLeft) return void message.respond()
    if (number > this.received) return this.#actions.fail(lostError())
    this.received++
    const place = message.headers?.get(LARGE_HEADER)
    const { data } = message
    if (place) this.#giveLater(fetchLarge(this.#line, place))
    else if (this.#fetching === undefined) return this.#give(data)
    else this.#giveLater(data)
    void this.#confirm(message)
  }

  /** Resolves when all that has come was given, or cannot be; undefined: it was. */
  get givingAll(): Promise<void> | undefined {
    return this.#fetching
  }

  #giveLater(body: Uint8Array | Promise<Uint8Array>): void {
    const giving = this.#giveAfter(this.#fetching, body).then(() => {
      if (this.#fetching === giving) this.#fetching = undefined
    })
    this.#fetching = giving
  }

  async #giveAfter(before: Promise<void> | undefined, body: Uint8Array | Promise<Uint8Array>): Promise<void> {
    try {
      const bytes = await body
      await before
      this.#give(bytes)
    } catch (error) {
      this.#actions.fail(error)
    }
  }

  /** The server has sent so many. Its word comes behind them. */
  compare(sent: number): void {
    if (!this.isLeft && sent > this.received) this.#actions.fail(lostError())
  }

  async #confirm(message: Msg): Promise<void> {
    await this.#fetching
    message.respond()
  }

  #give(body: Uint8Array): void {
    try {
      this.#actions.give(body)
    } catch (error) {
      this.#actions.fail(error)
    }
  }
}

function lostError(): WorkerDiedError {
  return new WorkerDiedError('Values of the stream were lost: the connection was interrupted', undefined)
}
