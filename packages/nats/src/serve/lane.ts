/** Takes the durable tasks of one consumer, as many at a time as the server may have. */

import { AckPolicy, type Consumer, type JsMsg } from '@nats-io/jetstream'
import { nanos } from '@nats-io/nats-core'
import { isStarting, type TaskStream, untilThere } from '../stream.ts'
import { pause } from '../timers.ts'
import type { DurableLimits } from './durable-tasks.ts'
import type { Server } from './server.ts'

/** How long one request for tasks stands. */
const FETCH_MS = 5000
const AGAIN_MS = 250

export class Lane {
  readonly #server: Server
  readonly #stream: TaskStream
  readonly #limits: DurableLimits
  /** The consumer that all servers of this version share. */
  readonly #name: string
  readonly #filter: string
  readonly #begin: (message: JsMsg, lane: Lane) => void
  #running = 0
  #isClosed = false
  #whenRoom: (() => void) | undefined
  isTaking = false
  #requested: { close(): Promise<unknown> } | undefined

  constructor(
    server: Server,
    stream: TaskStream,
    limits: DurableLimits,
    { name, filter }: { readonly name: string; readonly filter: string },
    begin: (message: JsMsg, lane: Lane) => void,
  ) {
    this.#server = server
    this.#stream = stream
    this.#limits = limits
    this.#name = name
    this.#filter = filter
    this.#begin = begin
  }

  /** The consumer, which is made where it is not there. */
  async open(): Promise<Consumer> {
    const { stream } = this.#server.subjects
    const { manager, client } = this.#stream
    await manager.consumers.add(stream, {
      durable_name: this.#name,
      filter_subject: this.#filter,
      ack_policy: AckPolicy.Explicit,
      ack_wait: nanos(this.#limits.ackWaitMs),
      // Each server limits what it takes itself.
      max_ack_pending: -1,
    })
    return client.consumers.get(stream, this.#name)
  }

  /** Takes tasks from now on. `consumer`: the one that `open` gave. */
  start(consumer: Consumer): void {
    this.isTaking = true
    void this.#take(consumer).finally(() => (this.isTaking = false))
  }

  close(): void {
    this.#isClosed = true
    this.#whenRoom?.()
    void this.#requested?.close()
  }

  began(): void {
    this.#running++
  }

  ended(): void {
    this.#running--
    this.#whenRoom?.()
  }

  async #take(first: Consumer): Promise<void> {
    let consumer = first
    while (!this.#isOver) {
      try {
        await this.#room()
        if (this.#isOver) return
        await this.#server.line.attempt(() => this.#fetch(consumer))
      } catch {
        // NATS was away, or the consumer is: it is made again, and what it had delivered is delivered again.
        await this.#requested?.close()
        if (!this.#isOver) consumer = await this.#again(consumer)
      }
    }
  }

  get #isOver(): boolean {
    return this.#isClosed || this.#server.line.ending !== undefined
  }

  async #fetch(consumer: Consumer): Promise<void> {
    const messages = await consumer.fetch({
      max_messages: this.#limits.maxInFlight - this.#running,
      expires: FETCH_MS,
    })
    this.#requested = messages
    // Closed while it was made.
    if (this.#isClosed) void messages.close()
    for await (const message of messages) this.#begin(message, this)
  }

  async #again(consumer: Consumer): Promise<Consumer> {
    await pause(AGAIN_MS)
    return untilThere(this.#server.line, () => this.open(), isStarting).catch(() => consumer)
  }

  async #room(): Promise<void> {
    // Half of it at once: each request costs a round.
    while (!this.#isClosed && this.#running > this.#limits.maxInFlight / 2)
      await new Promise<void>((resolve) => (this.#whenRoom = resolve))
  }
}
