/** How results reach the pool that waits for them. */

import type { MsgHdrs, NatsConnection } from '@nats-io/nats-core'
import { headed } from '../delivery.ts'
import type { LargeValues } from '../large.ts'
import type { Line } from '../line.ts'
import { pause } from '../timers.ts'
import type { ThreadResult } from './thread-messages.ts'
import { FAILED_HEADER, inboxOf, LARGE_HEADER, PART_HEADER } from '../subjects.ts'

export interface Result {
  readonly body: Uint8Array
  readonly isFailure: boolean
}

const NOTHING = new Uint8Array()
/** At most this many small results wait for one another. */
const MOST_AT_ONCE = 32
/** A pool that has not confirmed a result within this time is gone: it may have lost its connection for a while. */
const GRACE_MS = 30_000
const CONFIRM_MS = 5000
const AGAIN_MS = 250
/** Pools that are gone are remembered, but not for ever. */
const MOST_GONE = 1000

export class Results {
  readonly #line: Line
  readonly #large: LargeValues
  /** Inboxes of pools that are gone. Their results are offered once. */
  readonly #gone = new Set<string>()

  /** Small results that are published together: the client writes to its socket after each microtask that publishes. */
  #small: [reply: string, body: Uint8Array, all: MsgHdrs | undefined][] = []
  readonly #flush = (): void => this.flush()

  /** The server closes: it waits for no pool that does not answer. */
  isClosing = false

  constructor(line: Line, large: LargeValues) {
    this.#line = line
    this.#large = large
  }

  /**
   * Sends a result. Without `isConfirmed` a small one may get lost; else resolves with true when the pool has it or is gone, with
   * false when the server closes before. `attempt`: of the pool.
   */
  async send(reply: string, { body, isFailure }: Result, attempt: number, isConfirmed: boolean): Promise<boolean> {
    const all = isFailure ? headed(FAILED_HEADER, String(attempt)) : undefined
    if (this.#large.isLarge(body)) return this.#sendLarge(reply, body, all)
    if (isConfirmed) return this.#confirm(reply, body, all)
    this.#sendSmall(reply, body, all)
    return true
  }

  /** Sends a value of a stream. A large one resolves when the pool has it, with false when it is gone. */
  sendPart(reply: string, part: ThreadResult, mark: string): Promise<boolean> | true {
    const body = part as Uint8Array
    const all = headed(PART_HEADER, mark)
    if (this.#large.isLarge(body)) return this.#sendLarge(reply, body, all)
    this.#sendSmall(reply, body, all)
    return true
  }

  #sendSmall(reply: string, body: Uint8Array, all: MsgHdrs | undefined): void {
    const count = this.#small.push([reply, body, all])
    if (count === 1) process.nextTick(this.#flush)
    else if (count === MOST_AT_ONCE) this.flush()
  }

  async #sendLarge(reply: string, body: Uint8Array, all: MsgHdrs | undefined): Promise<boolean> {
    // Values of a stream keep their order.
    this.flush()
    const place = this.#large.keep(body)
    const withPlace = all ?? headed(LARGE_HEADER, place)
    withPlace.set(LARGE_HEADER, place)
    try {
      return await this.#confirm(reply, NOTHING, withPlace)
    } finally {
      this.#large.release(place)
    }
  }

  /** Publishes the small results that wait. */
  flush(): void {
    const all = this.#small
    this.#small = []
    for (const [reply, body, headers] of all) {
      try {
        this.#line.publish(reply, body, headers && { headers })
      } catch (error) {
        // The others are sent all the same.
        this.tellLost(reply, error)
      }
    }
  }

  /** The client has not taken a result: its pool hears nothing of it. */
  tellLost(reply: string, error: unknown): void {
    const { connection } = this.#line
    // The program closes the connection: no result can be sent.
    if (connection.isClosed() || connection.isDraining()) return
    const why = error instanceof Error ? error.message : String(error)
    const message = `Cannot send the result of task ${reply}: ${why}; its pool gives it up after deadAfter`
    process.emitWarning(message, 'SlipringWarning')
  }

  async #confirm(reply: string, body: Uint8Array, all: ReturnType<typeof headed> | undefined): Promise<boolean> {
    const inbox = inboxOf(reply)
    const options: Parameters<NatsConnection['request']>[2] = { timeout: CONFIRM_MS, ...(all && { headers: all }) }
    const until = performance.now() + GRACE_MS
    for (;;) {
      try {
        await this.#line.attempt(() => this.#line.connection.request(reply, body, options))
        this.#gone.delete(inbox)
        return true
      } catch {
        if (this.isClosing || this.#line.ending !== undefined) return false
        if (this.#gone.has(inbox) || performance.now() > until) break
      }
      await pause(AGAIN_MS)
    }
    if (this.#gone.size >= MOST_GONE) this.#gone.clear()
    this.#gone.add(inbox)
    return true
  }
}
