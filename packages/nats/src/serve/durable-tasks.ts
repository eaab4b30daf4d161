/** The durable tasks of a server: taken from the stream, kept alive while they run, acknowledged when the pool has the result. */

import { AckPolicy, type Consumer, type JsMsg } from '@nats-io/jetstream'
import { nanos } from '@nats-io/nats-core'
import { isWorkerDiedError, WorkerDiedError } from '@slipring/core/pool'
import { pieceSubject } from '../durable-delivery.ts'
import { termsIn } from '../terms.ts'
import { isStarting, openStream, pause, readPieces, type TaskStream, untilThere } from '../stream.ts'
import { lastToken, REPLY_HEADER, STORED_HEADER } from '../subjects.ts'
import { isCancelled, type Outcome, resultOf } from './outcome.ts'
import type { Server } from './server.ts'

export interface DurableLimits {
  readonly maxInFlight: number
  readonly ackWaitMs: number
  readonly maxAttempts: number
}

/** How often within `ackWait` the server is told that a task goes on. */
const SIGNS = 3
/** How long one request for tasks stands. */
const FETCH_MS = 5000
const AGAIN_MS = 250

export class DurableTasks {
  readonly #server: Server
  readonly #limits: DurableLimits
  /** Messages that are not acknowledged, by reply subject. */
  readonly #held = new Map<string, JsMsg>()
  #stream!: TaskStream
  #running = 0
  #isClosed = false
  #whenRoom: (() => void) | undefined
  #signs: ReturnType<typeof setInterval> | undefined
  #isTaking = false
  #requested: { close(): Promise<unknown> } | undefined

  constructor(server: Server, limits: DurableLimits) {
    this.#server = server
    this.#limits = limits
  }

  async start(): Promise<void> {
    this.#stream = await openStream(this.#server.line, this.#server.subjects)
    const consumer = await this.#consumer()
    this.#signs = setInterval(() => {
      for (const message of this.#held.values()) message.working()
    }, this.#limits.ackWaitMs / SIGNS)
    this.#isTaking = true
    void this.#take(consumer).finally(() => (this.#isTaking = false))
  }

  /** Does not wait for NATS where that is away: others get the tasks after `ackWait`. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#whenRoom?.()
    void this.#requested?.close()
    while ((this.#isTaking || this.#held.size > 0) && this.#server.line.isUp) await pause(10)
    clearInterval(this.#signs)
  }

  /** The consumer that all servers of this version share. */
  async #consumer(): Promise<Consumer> {
    const { stream, consumer, task } = this.#server.subjects
    const { manager, client } = this.#stream
    await manager.consumers.add(stream, {
      durable_name: consumer,
      filter_subject: `${task}.*`,
      ack_policy: AckPolicy.Explicit,
      ack_wait: nanos(this.#limits.ackWaitMs),
      // Each server limits what it takes itself.
      max_ack_pending: -1,
    })
    return client.consumers.get(stream, consumer)
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
    for await (const message of messages) this.#begin(message)
  }

  async #again(consumer: Consumer): Promise<Consumer> {
    await pause(AGAIN_MS)
    return untilThere(this.#server.line, () => this.#consumer(), isStarting).catch(() => consumer)
  }

  async #room(): Promise<void> {
    // Half of it at once: each request costs a round.
    while (!this.#isClosed && this.#running > this.#limits.maxInFlight / 2)
      await new Promise<void>((resolve) => (this.#whenRoom = resolve))
  }

  #begin(message: JsMsg): void {
    const reply = message.headers?.get(REPLY_HEADER) ?? ''
    // Not sent by a pool.
    if (reply === '') return message.term()
    const isHere = this.#held.has(reply)
    this.#held.set(reply, message)
    // Delivered again although it runs here: we were cut off for a while. The latest delivery is the one to acknowledge.
    if (isHere) return
    this.#running++
    void this.#run(reply, message).finally(() => this.#held.delete(reply))
  }

  async #run(reply: string, message: JsMsg): Promise<void> {
    const { deliveryCount: attempt } = message.info
    const outcome = await this.#outcomeOf(reply, message, attempt)
    this.#running--
    this.#whenRoom?.()
    const isDeath = 'failure' in outcome && isWorkerDiedError(outcome.failure)
    if (isDeath && attempt < this.#limits.maxAttempts) return this.#held.get(reply)!.nak()
    const isOver = isCancelled(outcome) || (await this.#server.results.send(reply, resultOf(outcome), true))
    if (!isOver) return this.#held.get(reply)!.nak()
    this.#held.get(reply)!.ack()
    if (message.headers?.has(STORED_HEADER)) await this.#removePieces(reply)
  }

  async #outcomeOf(reply: string, message: JsMsg, attempt: number): Promise<Outcome> {
    const { maxAttempts } = this.#limits
    if (attempt > maxAttempts) {
      const why = `The task was delivered ${attempt - 1} times, and each time its worker has died: maxAttempts is ${maxAttempts}`
      return { failure: new WorkerDiedError(why, undefined) }
    }
    const { line, subjects } = this.#server
    const place = message.headers?.get(STORED_HEADER)
    const body = place ? readPieces(line, this.#stream.manager, subjects.stream, place) : message.data
    const terms = termsIn(message.headers)
    return this.#server.run({ reply, name: lastToken(message.subject), attempt, body, terms })
  }

  async #removePieces(reply: string): Promise<void> {
    const { line, subjects } = this.#server
    const filter = pieceSubject(subjects, reply)
    await untilThere(line, () => this.#stream.manager.streams.purge(subjects.stream, { filter }), isStarting)
  }
}
